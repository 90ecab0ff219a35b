import { StreamError } from "../errors/stream-error.ts";
import { isClosing } from "./stream-machine.ts";
import type { StreamState } from "./stream-steps.ts";

/**
 * The state of a stream as callers see it.
 *
 * | state | means |
 * |---|---|
 * | `opening` | it was not ready yet |
 * | `ready` | frames come |
 * | `reconnecting` | the connection was lost, a new one is made |
 * | `closing` | it closes because that was asked for |
 * | `error`, `slaveExceeded` | it closes because of an error; the latter after code 1003, which the specification distinguishes |
 * | `closed` | nothing is left of it |
 */
export type StreamStateName = "opening" | "ready" | "reconnecting" | "closing" | "error" | "slaveExceeded" | "closed";

/** A change of it. */
export interface StreamStateChange {
  readonly state: StreamStateName;
  /** What it closes for, or closed for; undefined where that was asked for. */
  readonly error: unknown;
  /** Connections lost in a row, without a frame in between. */
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
