/** Ids, and things that nobody should guess: the same ones in every run. */
import { createHash } from "node:crypto";

export class Names {
  readonly #counts = new Map<string, number>();

  /** `job-1`, `job-2`, … */
  next(kind: string): string {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    return `${kind}-${count}`;
  }

  /** The next id with letters that stand nowhere else, so that a search of logs for it finds only it. */
  secret(kind: string): string {
    const name = this.next(kind);
    return `${name}.${createHash("sha256").update(name).digest("hex").slice(0, 24)}`;
  }
}
