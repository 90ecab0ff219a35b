import type { TextEdit } from "@usdkit/usda";

/** A set of edits that can be applied together. */
export class EditSet {
  readonly #edits: TextEdit[] = [];

  /** In the order of the text. */
  get inOrder(): readonly TextEdit[] {
    return this.#edits;
  }

  /** Adds all of `edits`, or none if one overlaps or touches an edit of the set; returns whether it added any. */
  add(edits: readonly TextEdit[]): boolean {
    if (edits.length === 0 || !edits.every((edit) => this.#isFree(edit))) return false;
    for (const edit of edits) this.#edits.splice(this.#indexOf(edit.start), 0, edit);
    return true;
  }

  /** Adjacent edits count as overlapping: the result of two edits at one offset is undefined. */
  #isFree({ start, end }: TextEdit): boolean {
    const index = this.#indexOf(start);
    const before = this.#edits[index - 1];
    const after = this.#edits[index];
    return (before === undefined || before.end < start) && (after === undefined || after.start > end);
  }

  /** Returns the index of the first edit that starts at or after `offset`. */
  #indexOf(offset: number): number {
    let low = 0;
    let high = this.#edits.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#edits[middle].start < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
