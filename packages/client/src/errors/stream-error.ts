import { SpatialError, type ErrorFacts } from "./errors.ts";

/**
 * What ended a stream.
 *
 * - `overloaded`, `initializationFailed`, `slaveLimitExceeded`: what the rendering host said (codes 1000, 1001, 1003).
 * - `sessionGone`: the session ended on the service's side; the caller did not ask for that.
 * - `frameTooLarge`: a frame was larger than `maxFrameBytes`.
 * - `closed`: the stream was used after its end.
 * - `notEnded`: the session could not be ended and may go on running; `operationId` is its id.
 */
export type StreamFailure =
  | "overloaded"
  | "initializationFailed"
  | "slaveLimitExceeded"
  | "sessionGone"
  | "frameTooLarge"
  | "closed"
  | "notEnded";

/** A realtime stream ended otherwise than it was asked to. */
export class StreamError extends SpatialError {
  override readonly name = "StreamError";
  readonly failure: StreamFailure;

  constructor(failure: StreamFailure, message: string, facts?: ErrorFacts) {
    super(message, facts);
    this.failure = failure;
  }
}
