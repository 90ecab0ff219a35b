import { SpatialError, type ErrorFacts } from "./errors.ts";

/**
 * What ended a stream.
 *
 * - `overloaded`, `initializationFailed`, `slaveLimitExceeded`: reported by the rendering host (codes 1000, 1001,
 * 1003).
 * - `sessionGone`: the session ended on the service's side, without a request of the caller.
 * - `frameTooLarge`: a frame was larger than `maxFrameBytes`.
 * - `closed`: the stream was used after its end.
 * - `notEnded`: the session could not be ended and may still be running; `operationId` is its id.
 */
export type StreamFailure =
  | "overloaded"
  | "initializationFailed"
  | "slaveLimitExceeded"
  | "sessionGone"
  | "frameTooLarge"
  | "closed"
  | "notEnded";

/** A realtime stream ended unexpectedly. */
export class StreamError extends SpatialError {
  override readonly name = "StreamError";
  readonly failure: StreamFailure;

  constructor(failure: StreamFailure, message: string, facts?: ErrorFacts) {
    super(message, facts);
    this.failure = failure;
  }
}
