/** Counts what happens at the same time, by a key. */
export class PartSlots {
  private readonly limit: number;
  private readonly taken = new Map<string, number>();

  /** @param limit Largest number at once for a key. */
  constructor(limit: number) {
    this.limit = limit;
  }

  /** Takes a slot. Returns what gives it back, or undefined if all are taken. */
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
