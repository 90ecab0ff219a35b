/** Ids and unguessable names, the same in every run. */
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
    // Unique across all kinds.
    const total = [...this.#counts.values()].reduce((sum, each) => sum + each, 0);
    return String(10_000 + total);
  }

  /** Returns the next id with letters that occur nowhere else, so that a search of logs finds only this id. */
  secret(kind: string): string {
    const name = this.next(kind);
    return `${name}.${createHash("sha256").update(name).digest("hex").slice(0, 24)}`;
  }
}
