/** Where the text of a layer changed, and where findings in it are afterwards. */
import type { StageFinding } from "./place-finding.ts";

/** The part of the text of a layer that changed. */
export interface LayerEdit {
  /** The layer, as findings name it. */
  readonly layer: string;
  /** First byte that differs. */
  readonly start: number;
  /** End of what differs, in the text before. */
  readonly end: number;
  /** Bytes that the text after has more. */
  readonly delta: number;
}

/** Returns what changed between two texts of a layer. */
export function layerEdit(layer: string, before: Uint8Array, after: Uint8Array): LayerEdit {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let same = 0;
  while (same < shorter - start && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  return { layer, start, end: before.length - same, delta: after.length - before.length };
}

/** Returns a finding with its place in the text after; undefined if its place, or one that explains it, is in what changed. */
export function movedFinding(found: StageFinding, edit: LayerEdit): StageFinding | undefined {
  const { finding, related = [] } = found;
  // Their lines are known, not only their bytes.
  if (related.some(({ layer, range }) => layer === edit.layer && (range === undefined || range.end > edit.start))) {
    return undefined;
  }
  const { range } = finding;
  if (found.layer !== edit.layer || range === undefined || range.end <= edit.start) return found;
  if (range.start < edit.end) return undefined;
  const { delta } = edit;
  return { ...found, finding: { ...finding, range: { ...range, start: range.start + delta, end: range.end + delta } } };
}
