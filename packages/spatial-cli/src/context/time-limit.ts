import { DeadlineError } from "@usdkit/client";
import { milliseconds } from "../settings/options.ts";

/** Maximum timer delay in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Milliseconds that are kept for the clean-up of a command: at most these, and at most this share of its time. */
const MAX_CLEAN_UP_MS = 5000;
const CLEAN_UP_SHARE = 1 / 4;

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

  /**
   * A signal aborted with a {@link DeadlineError} so long before the deadline that the clean-up is over by then;
   * `consequence` is part of its message.
   */
  signal(consequence: string): AbortSignal {
    const abort = new AbortController();
    const left = this.left();
    if (left === undefined) return abort.signal;
    const cleanUp = Math.min(MAX_CLEAN_UP_MS, left * CLEAN_UP_SHARE);
    const kept = `${consequence}, for which ${Number((cleanUp / 1000).toPrecision(2))} s of them are kept`;
    setTimeout(() => abort.abort(this.#error(kept)), Math.min(left - cleanUp, MAX_TIMER_MS)).unref();
    return abort.signal;
  }

  /** Returns the deadline in milliseconds since the epoch, by the clock of the client; undefined without a limit. */
  get end(): number | undefined {
    const left = this.left();
    return left && Math.max(Date.now(), performance.timeOrigin + performance.now()) + left;
  }

  #error(consequence?: string): DeadlineError {
    const more = consequence === undefined ? "" : `; ${consequence}`;
    return new DeadlineError(`The ${this.#seconds} s of --timeout are over${more}.`);
  }
}
