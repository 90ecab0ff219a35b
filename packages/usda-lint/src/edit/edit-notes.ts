/** What edits wrote that leads nowhere: selections of variants and arcs that composition ignores, and misspelled types. */
import type { NamedStage, StageEdit } from "@usdkit/usd";

/** Notes that are shown; the rest is counted. */
const MAX_NOTES = 20;

/**
 * Returns a sentence for each selection without a variant, for each arc whose layer or prim cannot be had, and for each type with
 * almost the name of another one, among edits that were made on the stage. All may be meant, as files and schemas can come later, so
 * they are no errors.
 */
export async function editNotes({ stage, name }: NamedStage, edits: readonly StageEdit[]): Promise<readonly string[]> {
  const { describeError, intendedType, unmatchedSelections } = await import("@usdkit/usd");
  const notes = new Set<string>();
  const types = new Set<string>();
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
    if (edit.op === "add" && edit.type !== undefined) types.add(edit.type);
    const isArc = edit.op === "reference" || edit.op === "payload";
    if (isArc && edit.remove !== true && edit.asset !== undefined && isPrim(edit.path)) {
      arcs.add(keyOf(edit.path, edit.asset, edit.prim));
    }
  }
  for (const type of types) {
    const intended = intendedType(type);
    if (intended !== undefined) notes.add(`The type "${type}" was written, but did you mean "${intended}"?`);
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
