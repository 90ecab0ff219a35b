import type { Endpoint, EndpointRequest } from "@usdkit/contract";
import type { Clock } from "../platform/clock.ts";
import type { StreamedFile } from "../platform/streamed-file.ts";
import type { SpatialError } from "../errors/errors.ts";
import type { TransportSettings } from "./settings.ts";

/** Options of one call, overriding the client's settings. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * Whether the call continues when the client's own signal is aborted: a session must be ended at the service even
   * then.
   */
  readonly regardless?: boolean | undefined;
  /** In milliseconds of the clock: all attempts, waits and the reading of the answer end by then. */
  readonly deadline?: number | undefined;
  /** Timeout of one attempt in milliseconds. Default: the client's, extended for large requests. */
  readonly attemptTimeout?: number | undefined;
  /** Minimum milliseconds between the end of an attempt and the next one. */
  readonly spacing?: number | undefined;
  /** Maximum attempts, overriding the client's. */
  readonly attempts?: number | undefined;
  /** The W3C trace context header, passed through unchanged. */
  readonly traceparent?: string | undefined;
  /** The hint if the outcome is unknown: a sentence that ends that error's message. */
  readonly advice?: string | undefined;
  /**
   * Only this call uses the `requestId`: where the platform's `fetch` itself repeats requests, a 409 means that it was
   * accepted, even on a first attempt.
   */
  readonly isNewRequestId?: boolean | undefined;
  /** Fields of the reply that the caller already knows, for a reply without them: the requested id. */
  readonly known?: object | undefined;
  /** Whether an unguarded create is sent again although an attempt may have been accepted. */
  readonly retryAmbiguous?: boolean | undefined;
  /** Called for each attempt without a usable answer that may be repeated. */
  readonly onFailure?: ((error: SpatialError) => void) | undefined;
  /** Called before a long wait. */
  readonly onWait?: ((wait: LongWait) => void) | undefined;
  /** For endpoints of the upload host: its URL, its token, and the form's part `file`. */
  readonly upload?: UploadOptions | undefined;
}

/** A wait of about a minute before the next attempt. */
export interface LongWait {
  readonly milliseconds: number;
  /** The reason for the wait, as a sentence. */
  readonly reason: string;
}

/** Options of a call to the upload host. */
export interface UploadOptions {
  readonly url: string;
  readonly token: string;
  readonly file?: Blob | StreamedFile | undefined;
  /** The file name of the form's part. */
  readonly fileName?: string | undefined;
}

/** One request for bytes by their URL. */
export interface FileRequest {
  readonly signal?: AbortSignal | undefined;
  readonly deadline?: number | undefined;
  /**
   * Offset of the first byte: sends `Range`, and `If-Range` with `validator` so that a changed file is sent from its
   * start.
   */
  readonly from?: number | undefined;
  readonly validator?: string | undefined;
}

/** The transport of all capabilities; one per client. */
export interface Transport {
  readonly clock: Clock;
  readonly settings: TransportSettings;
  /**
   * Makes one call, with the attempts that its endpoint's `repetition` allows.
   *
   * The request is validated with the endpoint's schemas before anything is sent, the answer with the reply's schema.
   *
   * @throws Any error class of `errors.ts`; the signal's reason, if it was aborted and nothing can have been accepted.
   */
  call<Request extends EndpointRequest, Reply>(
    endpoint: Endpoint<Request, Reply>,
    request: Request,
    options?: CallOptions,
  ): Promise<Reply>;
  /**
   * Returns the answer (200, 206 or 416) to a GET of a URL of the service, its body not yet read. The key is not sent.
   *
   * Retried like every GET until the answer's head arrives. After that the body fails if it is cut
   * (ConnectionError), stalls for too long (ConnectionError), at the deadline (DeadlineError) or if the signal is
   * aborted (its reason).
   *
   * @throws InvalidRequestError, NotFoundError, ConnectionError, RateLimitError, ServerError, DeadlineError.
   */
  fetchFile(url: string, request?: FileRequest): Promise<Response>;
  /** Redacts this secret from every later message and log line. Tokens in replies of `call` are added automatically. */
  protect(secret: string): void;
  /** Returns a text of the service without secrets, for a message. */
  redact(text: string): string;
}
