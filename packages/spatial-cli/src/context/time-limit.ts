import { DeadlineError } from "@usdkit/client";
import { milliseconds } from "../settings/options.ts";

/** Milliseconds; what timers take at most. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The time that a command has for the whole of what it does; it runs from the making of this on. */
export class TimeLimit {
  readonly #seconds: number | undefined;
  readonly #end: number;

  constructor(seconds: number | undefined) {
    this.#seconds = seconds;
    this.#end = performance.now() + (milliseconds(seconds) ?? Infinity);
  }

  /**
   * Milliseconds that are left; undefined without a limit.
   *
   * @throws {DeadlineError} if none are.
   */
  left(): number | undefined {
    if (this.#seconds === undefined) return undefined;
    const left = this.#end - performance.now();
    if (left >= 1) return Math.round(left);
    throw this.#error();
  }

  /** Aborted with a {@link DeadlineError} at the end of it; `consequence` is for its message. */
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
