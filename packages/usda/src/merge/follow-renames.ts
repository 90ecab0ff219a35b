/** Gives prims that a side renamed the same name in all three layers. */
import type { Layer } from "@usdkit/layer";
import type { Rename } from "../edit/references.ts";
import { renamePrims } from "../edit/rename.ts";
import { sourceOf } from "../edit/statement-parts.ts";
import { parseUsda } from "../parse/parse-usda.ts";
import { EditError } from "../text-edits/edit-error.ts";
import { applyEdits } from "../text-edits/text-edit.ts";
import { findRenames } from "./find-renames.ts";
import { TextPair } from "./text-pair.ts";

/** A change by both sides to different content. The merged text has ours, with theirs in a comment. */
export interface MergeConflict {
  /** The path of the spec. */
  readonly path: string;
  readonly message: string;
}

/** The layers of a merge, and the texts of the base and of each side. */
export interface MergeInput {
  readonly base: Layer;
  readonly ours: Layer;
  readonly theirs: Layer;
  readonly toOurs: TextPair;
  readonly toTheirs: TextPair;
}

/** Layers in which a prim that was renamed has one name. */
export interface AlignedLayers extends MergeInput {
  /** Prims that both sides renamed, by their path in ours. */
  readonly conflicts: readonly MergeConflict[];
}

/**
 * Applies the renames of each side to the other two layers, with the paths that lead to the prims. If that is not
 * possible, the layers are returned as they are, and a renamed prim is one that was removed.
 */
export function followRenames(input: MergeInput): AlignedLayers {
  const asTheyAre = { ...input, conflicts: [] };
  const renames = findRenames(input);
  if (renames.base.length === 0) return asTheyAre;
  try {
    const base = renamed(input.base, renames.base);
    const ours = renamed(input.ours, renames.ours);
    const theirs = renamed(input.theirs, renames.theirs);
    const toOurs = new TextPair(sourceOf(base), sourceOf(ours));
    const toTheirs = new TextPair(sourceOf(base), sourceOf(theirs));
    const conflicts = renames.conflicts.map(({ path, base: old, theirs: { name } }) => ({
      path,
      message: `both sides renamed ${old.path}, theirs to "${name}"`,
    }));
    return { base, ours, theirs, toOurs, toTheirs, conflicts };
  } catch (error) {
    if (error instanceof EditError) return asTheyAre;
    throw error;
  }
}

function renamed(layer: Layer, renames: readonly Rename[]): Layer {
  return renames.length === 0 ? layer : parseUsda(applyEdits(sourceOf(layer), renamePrims(layer, renames))).layer;
}
