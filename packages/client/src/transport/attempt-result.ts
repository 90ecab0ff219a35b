import type { SpatialError } from "../errors/errors.ts";

/** What one attempt says about the whole call (client-behaviour, lines 2 to 4, 7 and 8). */
export type AttemptResult<Reply> =
  | { readonly kind: "accepted"; readonly status: number; readonly reply: Reply }
  /** An answer that will be the same next time. */
  | Failed<"refused">
  /** 409 where the service guards against a second one with the same `requestId`. */
  | Failed<"duplicate">
  /** 401: with another key it may be different. */
  | Failed<"unauthorized">
  /** It is certain that nothing was accepted, and it may be different next time: 429, 503, no connection. */
  | (Failed<"not accepted"> & Again)
  /** Nobody can tell whether it was accepted: no answer, 500, 502, 504, a 2xx without what it should bring. */
  | (Failed<"unknown"> & Again)
  | { readonly kind: "aborted"; readonly reason: unknown };

interface Failed<Kind> {
  readonly kind: Kind;
  readonly status?: number | undefined;
  readonly error: SpatialError;
}

interface Again {
  /** The attempt took all the time that it had. */
  readonly timeout: boolean;
  /** The most attempts that are of use, if they are fewer than the policy's. */
  readonly maxAttempts?: number | undefined;
  /** Whether sending it again can help, if there is no harm in it. */
  readonly nonRetryable: boolean;
}
