/** Ids and unguessable names, the same in every run. */
import { createHash } from "node:crypto";

export class Names {
  readonly #firstId: bigint | undefined;
  readonly #counts = new Map<string, number>();

  /** @param numeric Ids consist of digits: few, or those of an integer beyond 2^53. */
  constructor(numeric?: "safe" | "64-bit") {
    this.#firstId = numeric && (numeric === "safe" ? 10_000n : 1_790_432_158_836_457_472n);
  }

  /** `job-1`, `job-2`, … */
  next(kind: string): string {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    if (this.#firstId === undefined) return `${kind}-${count}`;
    // Unique across all kinds.
    const total = [...this.#counts.values()].reduce((sum, each) => sum + each, 0);
    return String(this.#firstId + BigInt(total));
  }

  /** Returns the next id with letters that occur nowhere else, so that a search of logs finds only this id. */
  secret(kind: string): string {
    const name = this.next(kind);
    return `${name}.${createHash("sha256").update(name).digest("hex").slice(0, 24)}`;
  }
}
