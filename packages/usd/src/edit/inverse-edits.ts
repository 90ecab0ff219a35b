/** Edits that undo edits. */
import { decodeUtf8, encodeUtf8 } from "@usdkit/base";
import type { TextEdit } from "@usdkit/usda";

/**
 * Returns the edits that give the text before back.
 *
 * @param before the text that `edits` were applied to
 * @param edits in the order of the text, without overlaps
 */
export function inverseEdits(before: Uint8Array, edits: readonly TextEdit[]): readonly TextEdit[] {
  let shift = 0;
  return edits.map(({ start, end, text }) => {
    const size = encodeUtf8(text).length;
    const inverse = { start: start + shift, end: start + shift + size, text: decodeUtf8(before, start, end) };
    shift += size - (end - start);
    return inverse;
  });
}
