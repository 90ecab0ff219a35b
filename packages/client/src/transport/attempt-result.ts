import type { SpatialError } from "../errors/errors.ts";

/** The classification of an attempt for the whole call (client-behaviour, lines 2 to 4, 7 and 8). */
export type AttemptResult<Reply> =
  | { readonly kind: "accepted"; readonly status: number; readonly reply: Reply }
  /** Final: the answer will be the same next time. */
  | Failed<"refused">
  /** 409 of an endpoint whose service guards against duplicates of the same `requestId`. */
  | Failed<"duplicate">
  /** 401: another key may succeed. */
  | Failed<"unauthorized">
  /** Certainly not accepted, and retryable: 429, 503, no connection. */
  | (Failed<"not accepted"> & Again)
  /** Ambiguous: no answer, 500, 502, 504, a 2xx without its required fields. */
  | (Failed<"unknown"> & Again)
  | { readonly kind: "aborted"; readonly reason: unknown };

interface Failed<Kind> {
  readonly kind: Kind;
  readonly status?: number | undefined;
  readonly error: SpatialError;
}

interface Again {
  /** The attempt timed out. */
  readonly timeout: boolean;
  /** Maximum useful attempts, if fewer than the policy's. */
  readonly maxAttempts?: number | undefined;
  /** Whether sending it again can help, if it is harmless. */
  readonly nonRetryable: boolean;
}
