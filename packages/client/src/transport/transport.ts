import type { Endpoint, EndpointRequest } from "@usdkit/contract";
import type { Clock } from "../clock/clock.ts";

/** How one call differs from the client's own settings. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** In milliseconds of the clock: all attempts, waits and the reading of the answer end by then. */
  readonly deadline?: number | undefined;
  /** Milliseconds that one attempt may take. */
  readonly attemptTimeout?: number | undefined;
  /** The W3C trace context header, passed through. */
  readonly traceparent?: string | undefined;
  /** For endpoints of the upload host: where it stands, its token, and the form's part `file`. */
  readonly upload?: { readonly url: string; readonly token: string; readonly file?: Blob | undefined } | undefined;
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
  /**
   * One call, with the attempts that its endpoint's `repetition` allows.
   *
   * The request is checked with the endpoint's schemas before anything is sent, the answer with the reply's schema.
   *
   * @throws Anything of the tree in `errors.ts`.
   */
  call<Request extends EndpointRequest, Reply>(
    endpoint: Endpoint<Request, Reply>,
    request: Request,
    options?: CallOptions,
  ): Promise<Reply>;
  /**
   * The answer to a GET of a URL that the service gave, its body not yet read. The key does not go with it.
   *
   * @throws NotFoundError, ConnectionError, RateLimitError, ServerError; retried like every GET until the answer's head is there.
   */
  fetchFile(url: string, request?: FileRequest): Promise<Response>;
}
