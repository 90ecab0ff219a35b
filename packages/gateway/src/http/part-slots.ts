/** Limits concurrency per key. */
export class PartSlots {
  private readonly limit: number;
  private readonly taken = new Map<string, number>();

  /** @param limit Maximum number of concurrent operations per key. */
  constructor(limit: number) {
    this.limit = limit;
  }

  /** Takes a slot. Returns a function that releases it, or undefined if all are taken. */
  take(key: string): (() => void) | undefined {
    const count = this.taken.get(key) ?? 0;
    if (count >= this.limit) return undefined;
    this.taken.set(key, count + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      const left = (this.taken.get(key) ?? 1) - 1;
      if (left === 0) this.taken.delete(key);
      else this.taken.set(key, left);
    };
  }
}
