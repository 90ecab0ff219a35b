/**
 * Changes of a text as data. Offsets count the bytes of the text before any change; text outside of the edits is
 * preserved byte for byte.
 */
import { decodeUtf8, encodeUtf8 } from "@usdkit/base";
import { EditError } from "./edit-error.ts";

/** Replaces the bytes `[start, end)` by `text` (written as UTF-8); an insertion if both are equal. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Returns the text with all edits applied: bytes for bytes, a string for a string. Offsets count UTF-8 bytes for both.
 *
 * Edits may be in any order; insertions at one offset are written in the given order, before a replacement that begins
 * there.
 *
 * ```ts
 * applyEdits("int x = 1", [{ start: 8, end: 9, text: "2" }]); // "int x = 2"
 * ```
 *
 * @throws EditError if an edit is outside of the text, or two edits overlap
 */
export function applyEdits(source: Uint8Array, edits: readonly TextEdit[]): Uint8Array;
export function applyEdits(source: string, edits: readonly TextEdit[]): string;
export function applyEdits(source: Uint8Array | string, edits: readonly TextEdit[]): Uint8Array | string {
  if (typeof source !== "string") return editBytes(source, edits);
  const bytes = editBytes(encodeUtf8(source), edits);
  return decodeUtf8(bytes, 0, bytes.length);
}

function editBytes(bytes: Uint8Array, edits: readonly TextEdit[]): Uint8Array {
  const sorted = mergeEdits(edits);
  const texts = sorted.map((edit) => encodeUtf8(edit.text));
  let size = bytes.length;
  sorted.forEach((edit, index) => {
    if (edit.end > bytes.length) {
      throw new EditError(`The edit ${describe(edit)} is outside of the text, which has ${bytes.length} bytes`);
    }
    size += texts[index].length - (edit.end - edit.start);
  });
  const out = new Uint8Array(size);
  let from = 0;
  let length = 0;
  sorted.forEach((edit, index) => {
    out.set(bytes.subarray(from, edit.start), length);
    length += edit.start - from;
    out.set(texts[index], length);
    length += texts[index].length;
    from = edit.end;
  });
  out.set(bytes.subarray(from), length);
  return out;
}

/**
 * Joins lists of edits of one text to one list, in the order of the text. Insertions at one offset keep the given order and
 * precede a replacement that begins there.
 *
 * @throws EditError if two edits overlap, or an edit's range is invalid
 */
export function mergeEdits(...lists: readonly (readonly TextEdit[])[]): TextEdit[] {
  const sorted = lists.flat();
  for (const edit of sorted) {
    const valid = Number.isSafeInteger(edit.start) && Number.isSafeInteger(edit.end);
    if (!valid || edit.start < 0 || edit.end < edit.start) {
      throw new EditError(`The edit ${describe(edit)} is not a range of bytes: expected 0 <= start <= end`);
    }
  }
  // The sort is stable: equal edits keep the given order.
  sorted.sort((a, b) => a.start - b.start || Number(a.end > a.start) - Number(b.end > b.start));
  for (let i = 1; i < sorted.length; i++) {
    if (sorted[i].start < sorted[i - 1].end) {
      throw new EditError(`The edits ${describe(sorted[i - 1])} and ${describe(sorted[i])} overlap`);
    }
  }
  return sorted;
}

function describe(edit: TextEdit): string {
  return `[${edit.start}, ${edit.end})`;
}
