import { validName } from "@usdkit/layer";

/** Makes names that are valid and unique among siblings. The same texts in the same order give the same names. */
export class UniqueNames {
  readonly #taken = new Set<string>();
  /** By name: the number that the next name like it ends in. */
  readonly #next = new Map<string, number>();
  readonly #asciiOnly: boolean;

  /** @param asciiOnly for viewers that know no other letters */
  constructor(asciiOnly = false) {
    this.#asciiOnly = asciiOnly;
  }

  /**
   * Takes a name for a text: the text itself if it is a valid name that is free, otherwise one like it that ends in `_1`, `_2`, ….
   *
   * @param fallback the name if the text has no letter that a name can have
   */
  take(text: string, fallback: string): string {
    const valid = this.#validName(text);
    const wanted = /^_*$/u.test(valid) ? fallback : valid;
    let name = wanted;
    for (let number = this.#next.get(wanted) ?? 1; this.#taken.has(name); number++) {
      name = `${wanted}_${number}`;
      this.#next.set(wanted, number + 1);
    }
    this.#taken.add(name);
    return name;
  }

  #validName(text: string): string {
    if (!this.#asciiOnly) return validName(text);
    // Marks of letters are dropped: é becomes e.
    const plain = text.normalize("NFKD").replace(/\p{M}+/gu, "");
    return validName(plain.replace(/[^\x20-\x7e]+/gu, "_"));
  }
}
