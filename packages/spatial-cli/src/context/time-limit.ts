import { DeadlineError } from "@usdkit/client";
import { milliseconds } from "../settings/options.ts";

/** Maximum timer delay in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The time limit of a whole command; it starts at construction. */
export class TimeLimit {
  readonly #seconds: number | undefined;
  readonly #end: number;

  constructor(seconds: number | undefined) {
    this.#seconds = seconds;
    this.#end = performance.now() + (milliseconds(seconds) ?? Infinity);
  }

  /**
   * Returns the remaining milliseconds; undefined without a limit.
   *
   * @throws {DeadlineError} if the time is over.
   */
  left(): number | undefined {
    if (this.#seconds === undefined) return undefined;
    const left = this.#end - performance.now();
    if (left >= 1) return Math.round(left);
    throw this.#error();
  }

  /** A signal aborted with a {@link DeadlineError} at the deadline; `consequence` is part of its message. */
  signal(consequence: string): AbortSignal {
    const abort = new AbortController();
    const left = this.left();
    if (left !== undefined)
      setTimeout(() => abort.abort(this.#error(consequence)), Math.min(left, MAX_TIMER_MS)).unref();
    return abort.signal;
  }

  #error(consequence?: string): DeadlineError {
    const more = consequence === undefined ? "" : `; ${consequence}`;
    return new DeadlineError(`The ${this.#seconds} s of --timeout are over${more}.`);
  }
}
