import type { SpatialError } from "../errors/errors.ts";
import type { AttemptResult } from "./attempt-result.ts";

/** The earlier attempts of a guarded call, which determine the meaning of a 409 (client-behaviour 3). */
export class AttemptHistory {
  #lost: SpatialError | undefined;
  #failed: SpatialError | undefined;
  #rejected: SpatialError | undefined;

  /** An attempt that may have been accepted, and whose reply was lost: timeout, reset, cut or unreadable. */
  get lost(): SpatialError | undefined {
    return this.#lost;
  }

  /** An answer that leaves the outcome open: 500, 502, 503, 504. */
  get failed(): SpatialError | undefined {
    return this.#failed;
  }

  /** A 429, after which nothing was accepted but the service may remember the id. */
  get rejected(): SpatialError | undefined {
    return this.#rejected;
  }

  add(result: AttemptResult<unknown> & { readonly kind: "not accepted" | "unknown" }): void {
    const { kind, status, error } = result;
    const isAnswered = status !== undefined && status >= 300;
    if (kind === "unknown" && !isAnswered) this.#lost = error;
    else if (kind === "unknown" || status === 503) this.#failed = error;
    // Without a connection nothing reached the service.
    else if (status !== undefined) this.#rejected = error;
  }

  /** Whether the minute in which the service remembers rejected ids is over. */
  forgetRejected(): void {
    this.#rejected = undefined;
  }
}
