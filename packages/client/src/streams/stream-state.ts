import { StreamError } from "../errors/stream-error.ts";
import { isClosing } from "./stream-machine.ts";
import type { StreamState } from "./stream-steps.ts";

/**
 * The state of a stream, as reported to callers.
 *
 * | state | means |
 * |---|---|
 * | `opening` | it is not ready yet |
 * | `ready` | frames arrive |
 * | `reconnecting` | the connection was lost, a new one is being made |
 * | `closing` | it closes on request |
 * | `error`, `slaveExceeded` | it closes because of an error; the latter after code 1003, which the specification distinguishes |
 * | `closed` | everything is closed |
 */
export type StreamStateName = "opening" | "ready" | "reconnecting" | "closing" | "error" | "slaveExceeded" | "closed";

/** A change of state. */
export interface StreamStateChange {
  readonly state: StreamStateName;
  /** The error that closes or closed it; undefined if it was closed on request. */
  readonly error: unknown;
  /** Consecutive lost connections, without a frame in between. */
  readonly lost: number;
}

export function visibleState(state: StreamState): StreamStateName {
  const { phase, ending, connection } = state;
  if (phase === "closed") return "closed";
  if (ending !== undefined && isClosing(state)) {
    if (ending.cause !== "failed") return "closing";
    const { error } = ending;
    return error instanceof StreamError && error.failure === "slaveLimitExceeded" ? "slaveExceeded" : "error";
  }
  if (phase === "ready") return "ready";
  return connection > 1 || phase === "waiting" || phase === "refreshing" ? "reconnecting" : "opening";
}
