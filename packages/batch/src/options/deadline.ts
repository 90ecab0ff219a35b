/** The end of a run: after it, no new file is started. */
import { UsageError } from "@usdkit/command/cli/errors";

/** As EX_TEMPFAIL of sysexits: files are left, and another run does them. Batch systems take it for a reason to try again. */
export const EXIT_UNFINISHED = 75;

/**
 * Returns what a run says that ended by `--max-time`.
 *
 * @param done what was done, counted: `3 files`
 * @param hasState whether another run resumes
 */
export function unfinishedText(done: string, hasState: boolean): string {
  const next = hasState ? "the same command resumes" : "--state FILE lets another run resume";
  return `--max-time is over after ${done}, and files are left; ${next}`;
}

const UNITS: Readonly<Record<string, number>> = { "": 1, s: 1, m: 60, h: 3600 };

/** A time at which a run stops. */
export class Deadline {
  readonly #end: number;
  readonly #now: () => number;

  /** @param milliseconds from now */
  constructor(milliseconds: number, now: () => number = () => performance.now()) {
    this.#now = now;
    this.#end = now() + milliseconds;
  }

  get isOver(): boolean {
    return this.#now() >= this.#end;
  }
}

/**
 * Returns the deadline of `--max-time`; undefined without one.
 *
 * @throws {UsageError} for a text that is no time
 */
export function parseDeadline(text: string | undefined): Deadline | undefined {
  if (text === undefined) return undefined;
  const [, amount = "", unit = ""] = /^(\d{1,9}(?:\.\d{1,3})?)([smh]?)$/u.exec(text) ?? [];
  if (amount === "") throw new UsageError(`--max-time expects a time as 90, 90s, 45m or 6h, found "${text}"`);
  return new Deadline(Number(amount) * UNITS[unit] * 1000);
}
