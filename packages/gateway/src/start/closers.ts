/** Functions that release what a starting service has opened. */
export class Closers {
  private readonly functions: (() => unknown)[] = [];

  /** Adds a function, which may be asynchronous. */
  add(close: () => unknown): void {
    this.functions.push(close);
  }

  /** Calls each function once, the last added first, and waits for it. */
  async close(): Promise<void> {
    for (let next = this.functions.pop(); next !== undefined; next = this.functions.pop()) await next();
  }
}
