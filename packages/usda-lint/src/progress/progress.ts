/** One line on standard error for a run that takes long: how many files were checked. Only for a terminal. */

/** A run that is shorter needs none. */
const QUIET_FOR = 1000;
/** Milliseconds between two looks of it. */
const PACE = 100;

export class Progress {
  readonly #start = performance.now();
  #last = 0;
  #isShown = false;

  /** Called after each file. */
  tick(files: number): void {
    const now = performance.now();
    if (now - this.#start < QUIET_FOR || now - this.#last < PACE) return;
    this.#last = now;
    this.#isShown = true;
    process.stderr.write(`\r\x1b[2Kchecking: ${files} files`);
  }

  /** Before anything else is written. */
  clear(): void {
    if (!this.#isShown) return;
    this.#isShown = false;
    process.stderr.write("\r\x1b[2K");
  }
}
