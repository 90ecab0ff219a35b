import type { TextEdit } from "@usdkit/usda";

/** Edits that can be applied together. */
export class EditSet {
  readonly #edits: TextEdit[] = [];

  /** In the order of the text. */
  get inOrder(): readonly TextEdit[] {
    return this.#edits;
  }

  /** Adds all of `edits`, or none where one overlaps or touches an edit of the set, or there are none. */
  add(edits: readonly TextEdit[]): boolean {
    if (edits.length === 0 || !edits.every((edit) => this.#isFree(edit))) return false;
    for (const edit of edits) this.#edits.splice(this.#indexOf(edit.start), 0, edit);
    return true;
  }

  /** Touching counts as overlap: what two edits at one place mean together nobody has said. */
  #isFree({ start, end }: TextEdit): boolean {
    const index = this.#indexOf(start);
    const before = this.#edits[index - 1];
    const after = this.#edits[index];
    return (before === undefined || before.end < start) && (after === undefined || after.start > end);
  }

  /** The place of the first edit that starts at `offset` or behind it. */
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
