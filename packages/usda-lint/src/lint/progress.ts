/** A line on standard error for a run that takes long: how many files were checked, how fast, and the time left. Only for a terminal. */
import { counted } from "@usdkit/base";
import { duration } from "@usdkit/command/terminal/progress-bar";
import type { ErrorStream } from "@usdkit/command/terminal/streams";

/** Milliseconds before the line appears. */
const DELAY = 1000;
/** Milliseconds between two updates. */
const PACE = 100;

export class Progress {
  readonly #stderr: ErrorStream;
  #label = "checking";
  #start = performance.now();
  #last = 0;
  #isShown = false;

  constructor(stderr: ErrorStream) {
    this.#stderr = stderr;
  }

  /**
   * Called after each file.
   *
   * @param total number of files, if it is known
   * @param label what is done; a new one starts the clock again
   */
  tick(files: number, total?: number, label: string = "checking"): void {
    const now = performance.now();
    if (label !== this.#label) [this.#label, this.#start] = [label, now];
    const elapsed = now - this.#start;
    if (elapsed < DELAY || now - this.#last < PACE) return;
    this.#last = now;
    this.#isShown = true;
    const rate = files / (elapsed / 1000);
    const speed = `${rate >= 10 ? rate.toFixed(0) : rate.toFixed(1)}/s`;
    const left = total === undefined || rate === 0 ? [] : [`${duration((total - files) / rate)} left`];
    const count = total === undefined ? counted(files, "file") : `${files} of ${counted(total, "file")}`;
    this.#stderr.write(`\r\x1b[2K${label}: ${[count, speed, ...left].join("  ")}`);
  }

  /** Before anything else is written. */
  clear(): void {
    if (!this.#isShown) return;
    this.#isShown = false;
    this.#stderr.write("\r\x1b[2K");
  }
}
