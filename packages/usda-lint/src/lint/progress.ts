/** A line on standard error for a run that takes long: how many files were checked. Only for a terminal. */
import { counted } from "@usdkit/base";
import type { ErrorStream } from "@usdkit/command/terminal/streams";

/** Milliseconds before the line appears. */
const DELAY = 1000;
/** Milliseconds between two updates. */
const PACE = 100;

export class Progress {
  readonly #stderr: ErrorStream;
  readonly #start = performance.now();
  #last = 0;
  #isShown = false;

  constructor(stderr: ErrorStream) {
    this.#stderr = stderr;
  }

  /** Called after each file. */
  tick(files: number): void {
    const now = performance.now();
    if (now - this.#start < DELAY || now - this.#last < PACE) return;
    this.#last = now;
    this.#isShown = true;
    this.#stderr.write(`\r\x1b[2Kchecking: ${counted(files, "file")}`);
  }

  /** Before anything else is written. */
  clear(): void {
    if (!this.#isShown) return;
    this.#isShown = false;
    this.#stderr.write("\r\x1b[2K");
  }
}
