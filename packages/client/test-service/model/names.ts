/** Ids, and names that cannot be guessed: the same in every run. */
import { createHash } from "node:crypto";

export class Names {
  readonly #isNumeric: boolean;
  readonly #counts = new Map<string, number>();

  /** @param isNumeric Whether ids consist of digits. */
  constructor(isNumeric = false) {
    this.#isNumeric = isNumeric;
  }

  /** `job-1`, `job-2`, … */
  next(kind: string): string {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    if (!this.#isNumeric) return `${kind}-${count}`;
    // Unique over all kinds.
    const total = [...this.#counts.values()].reduce((sum, each) => sum + each, 0);
    return String(10_000 + total);
  }

  /** The next id with letters that stand nowhere else, so that a search of logs for it finds only it. */
  secret(kind: string): string {
    const name = this.next(kind);
    return `${name}.${createHash("sha256").update(name).digest("hex").slice(0, 24)}`;
  }
}
