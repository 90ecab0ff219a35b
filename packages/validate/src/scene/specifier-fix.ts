import type { PrimSpec, Specifier } from "@usdkit/layer";
import type { Fix } from "../model/finding.ts";

/** The fix that writes another specifier. It changes what the prim is, so it is never safe. */
export function defineIt(source: Uint8Array | undefined, prim: PrimSpec, specifier: Specifier): readonly Fix[] {
  const { range } = prim;
  if (source === undefined || range === undefined) return [];
  const edit = { start: range.start, end: range.start + prim.specifier.length, text: specifier };
  return [{ title: `Write \`${specifier}\``, safe: false, edits: [edit] }];
}
