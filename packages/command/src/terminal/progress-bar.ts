/** A line on standard error for work that takes long: how much is done, how fast, and the time that is left. For terminals only. */
import type { ErrorStream } from "./streams.ts";

/** Milliseconds before the line appears. */
const DELAY = 1000;
/** Milliseconds between two updates. */
const PACE = 100;
const MAX_WIDTH = 30;
/** Columns of the numbers next to the bar. */
const NUMBERS = 40;

/** A bar that is drawn over itself. */
export class ProgressBar {
  readonly #stderr: ErrorStream;
  readonly #label: string;
  readonly #now: () => number;
  readonly #start: number;
  #last = 0;
  #isShown = false;

  /**
   * @param label what is done: `drawing`
   * @param now milliseconds of a clock
   */
  constructor(stderr: ErrorStream, label: string, now: () => number = () => performance.now()) {
    this.#stderr = stderr;
    this.#label = label;
    this.#now = now;
    this.#start = now();
  }

  /** Shows how much of the work is done. */
  update(done: number, total: number): void {
    const now = this.#now();
    if (now - this.#start < DELAY || now - this.#last < PACE) return;
    this.#last = now;
    // Asked last, as it is a call of the system.
    if (!this.#stderr.isTerminal) return;
    this.#isShown = true;
    const numbers = progressNumbers(done, total, now - this.#start);
    const room = this.#stderr.columns - this.#label.length - NUMBERS;
    const width = Math.max(0, Math.min(MAX_WIDTH, room));
    const filled = total > 0 ? Math.round((width * done) / total) : 0;
    const bar = width > 4 ? ` [${"#".repeat(filled)}${"-".repeat(width - filled)}]` : "";
    this.#stderr.write(`\r\x1b[2K${this.#label}${bar} ${numbers}`);
  }

  /** Removes the line, before anything else is written. */
  clear(): void {
    if (!this.#isShown) return;
    this.#isShown = false;
    this.#stderr.write("\r\x1b[2K");
  }
}

/** Returns `12/60  2.0/s  0:24 left`. */
export function progressNumbers(done: number, total: number, milliseconds: number): string {
  const rate = milliseconds > 0 ? done / (milliseconds / 1000) : 0;
  const left = rate > 0 ? `${duration((total - done) / rate)} left` : "";
  const speed = rate >= 10 ? rate.toFixed(0) : rate.toFixed(1);
  return [`${done}/${total}`, `${speed}/s`, left].filter(Boolean).join("  ");
}

/** Returns `1:05`, or `2:01:05`. */
export function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const [first, ...rest] = parts[0] === 0 ? parts.slice(1) : parts;
  return [String(first), ...rest.map((part) => String(part).padStart(2, "0"))].join(":");
}
