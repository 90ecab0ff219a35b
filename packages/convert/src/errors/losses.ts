/** What a conversion could not keep. */

/** Something that a file has and the converted one has not, or has in another form. */
export interface Loss {
  /** The place in the input: a JSON pointer of a glTF (`/materials/2`), or a prim or property of a stage. */
  readonly at: string;
  /** What was lost, and what the output has instead. */
  readonly message: string;
}

/** Distinct losses above this number are counted only. */
const MAX_KEPT = 10_000;

/** Collects losses; the same one at the same place counts once. */
export class Losses {
  readonly #kept = new Map<string, Loss>();
  #more = 0;

  add(at: string, message: string): void {
    const key = `${at}\n${message}`;
    if (this.#kept.has(key)) return;
    if (this.#kept.size < MAX_KEPT) this.#kept.set(key, { at, message });
    else this.#more++;
  }

  /** Returns all losses, in the order in which they were found. */
  list(): readonly Loss[] {
    const list = [...this.#kept.values()];
    return this.#more === 0 ? list : [...list, { at: "", message: `${this.#more} more losses are not listed` }];
  }
}
