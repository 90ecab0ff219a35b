import type { Endpoint, EndpointRequest } from "@usdkit/contract";
import type { Clock } from "../clock/clock.ts";
import type { StreamedFile } from "../platform/streamed-file.ts";
import type { TransportSettings } from "./settings.ts";

/** How one call differs from the client's own settings. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Goes on also when the client's own signal is aborted: a session must be ended at the service even then. */
  readonly regardless?: boolean | undefined;
  /** In milliseconds of the clock: all attempts, waits and the reading of the answer end by then. */
  readonly deadline?: number | undefined;
  /** Milliseconds that one attempt may take. Left out: the client's, and more for many bytes. */
  readonly attemptTimeout?: number | undefined;
  /** Milliseconds that lie between the end of an attempt and the next one at least. */
  readonly spacing?: number | undefined;
  /** The most attempts, where it is not the client's own number. */
  readonly attempts?: number | undefined;
  /** The W3C trace context header, passed through. */
  readonly traceparent?: string | undefined;
  /** What a caller can do when the outcome is unknown; a sentence for the end of that error's message. */
  readonly advice?: string | undefined;
  /**
   * Nobody but this call knows the `requestId`: where the platform's `fetch` sends again by itself, a 409 says that it was
   * accepted, also on a first attempt.
   */
  readonly isNewRequestId?: boolean | undefined;
  /** Fields of the reply that the caller knows already, for a reply without them: the id that was asked for. */
  readonly known?: object | undefined;
  /** Whether an unguarded create is sent again although an attempt may have been accepted. */
  readonly retryAmbiguous?: boolean | undefined;
  /** Called before a wait that is long enough to be reported. */
  readonly onWait?: ((wait: LongWait) => void) | undefined;
  /** For endpoints of the upload host: its URL, its token, and the form's part `file`. */
  readonly upload?: UploadOptions | undefined;
}

/** A wait of a minute or so before the next attempt. */
export interface LongWait {
  readonly milliseconds: number;
  /** What is waited for, as a sentence. */
  readonly reason: string;
}

/** What a call of the upload host needs. */
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
  /** The first byte wanted: sends `Range`, and `If-Range` with `validator` so that a changed file comes from its start. */
  readonly from?: number | undefined;
  readonly validator?: string | undefined;
}

/** What every capability calls through; one a client. */
export interface Transport {
  readonly clock: Clock;
  readonly settings: TransportSettings;
  /**
   * One call, with the attempts that its endpoint's `repetition` allows.
   *
   * The request is checked with the endpoint's schemas before anything is sent, the answer with the reply's schema.
   *
   * @throws Anything of the tree in `errors.ts`; the signal's reason, where it was aborted and nothing can have been accepted.
   */
  call<Request extends EndpointRequest, Reply>(
    endpoint: Endpoint<Request, Reply>,
    request: Request,
    options?: CallOptions,
  ): Promise<Reply>;
  /**
   * The answer (200, 206 or 416) to a GET of a URL that the service gave, its body not yet read. The key does not go with it.
   *
   * Retried like every GET until the answer's head is there. Then the body ends with an error when it is cut
   * (ConnectionError), brings nothing for too long (ConnectionError), at the deadline (DeadlineError) or when the signal is
   * aborted (its reason).
   *
   * @throws InvalidRequestError, NotFoundError, ConnectionError, RateLimitError, ServerError, DeadlineError.
   */
  fetchFile(url: string, request?: FileRequest): Promise<Response>;
  /** From now on this secret is taken out of every message and log line. Tokens in replies of `call` are known by themselves. */
  protect(secret: string): void;
  /** A text of the service without secrets, for a message. */
  redact(text: string): string;
}
