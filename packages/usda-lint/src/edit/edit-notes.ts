/** What edits wrote that leads nowhere: selections of variants and arcs that composition ignores. */
import type { NamedStage, StageEdit } from "@usdkit/usd";

/** Notes that are shown; the rest is counted. */
const MAX_NOTES = 20;

/**
 * Returns a sentence for each selection without a variant, and for each arc whose layer or prim cannot be had, among edits that
 * were made on the stage. Both may be meant, as files can come later, so they are no errors.
 */
export async function editNotes({ stage, name }: NamedStage, edits: readonly StageEdit[]): Promise<readonly string[]> {
  const { describeError, unmatchedSelections } = await import("@usdkit/usd");
  const notes = new Set<string>();
  /** The new arcs, as `keyOf` makes texts of them, and their prims. */
  const arcs = new Set<string>();
  // Later edits may have renamed or removed the prim. Only prims of such edits are composed for it.
  const isPrim = (path: string): boolean => stage.primStack(path).length > 0;
  for (const edit of edits) {
    if (edit.op === "select" && typeof edit.variant === "string" && isPrim(edit.path)) {
      const selections = { [edit.path]: { [edit.set]: edit.variant } };
      for (const { selection, problem } of unmatchedSelections(stage, selections)) {
        notes.add(`${selection} was written, but ${problem}`);
      }
    }
    const isArc = edit.op === "reference" || edit.op === "payload";
    if (isArc && edit.remove !== true && edit.asset !== undefined && isPrim(edit.path)) {
      arcs.add(keyOf(edit.path, edit.asset, edit.prim));
    }
  }
  if (arcs.size > 0) {
    for (const { prim, error } of stage.problems) {
      const { target } = error;
      if (target === undefined || !arcs.has(keyOf(prim, target.asset, target.primPath))) continue;
      const { layer, line, message } = describeError(name, prim, error);
      const place = layer === null ? "" : `${layer}${line === null ? "" : `:${line}`}: `;
      notes.add(`${place}${message}`);
    }
  }
  const rest = notes.size - MAX_NOTES;
  const shown = [...notes].slice(0, MAX_NOTES);
  return rest > 0 ? [...shown, `${rest} more edits lead nowhere; usda compose lists all`] : shown;
}

function keyOf(prim: string, asset: string, primPath = ""): string {
  return JSON.stringify([prim, asset, primPath]);
}
