import type { SkippedCounts } from "./asset.ts";

/** Counts skipped elements by reason. */
export class SkipCounter {
  readonly #counts = new Map<string, number>();

  add(reason: string, count = 1): void {
    if (count > 0) this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + count);
  }

  /** Reasons in alphabetical order, so that equal assets are equal as JSON. */
  counts(): SkippedCounts {
    return Object.fromEntries(Array.from(this.#counts).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }
}
