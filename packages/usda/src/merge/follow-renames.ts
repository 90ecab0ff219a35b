/** Gives prims that a side renamed the same name in all three layers. */
import type { Layer } from "@usdkit/layer";
import type { Rename } from "../edit/references.ts";
import { renamePrims } from "../edit/rename.ts";
import { sourceOf } from "../edit/statement-parts.ts";
import { parseUsda } from "../parse/parse-usda.ts";
import { EditError } from "../text-edits/edit-error.ts";
import { applyEdits } from "../text-edits/text-edit.ts";
import { findRenames } from "./find-renames.ts";

/** A change by both sides to different content. The merged text has ours, with theirs in a comment. */
export interface MergeConflict {
  /** The path of the spec. */
  readonly path: string;
  readonly message: string;
}

/** Three layers in which a prim that was renamed has one name. */
export interface AlignedLayers {
  readonly base: Layer;
  readonly ours: Layer;
  readonly theirs: Layer;
  /** Prims that both sides renamed, by their path in ours. */
  readonly conflicts: readonly MergeConflict[];
}

/**
 * Applies the renames of each side to the other two layers, with the paths that lead to the prims. If that is not
 * possible, the layers are returned as they are, and a renamed prim is one that was removed.
 */
export function followRenames(base: Layer, ours: Layer, theirs: Layer): AlignedLayers {
  const asTheyAre = { base, ours, theirs, conflicts: [] };
  const renames = findRenames(base, ours, theirs);
  if (renames.base.length === 0) return asTheyAre;
  try {
    return {
      base: renamed(base, renames.base),
      ours: renamed(ours, renames.ours),
      theirs: renamed(theirs, renames.theirs),
      conflicts: renames.conflicts.map(({ path, base: old, theirs: { name } }) => ({
        path,
        message: `both sides renamed ${old.path}, theirs to "${name}"`,
      })),
    };
  } catch (error) {
    if (error instanceof EditError) return asTheyAre;
    throw error;
  }
}

function renamed(layer: Layer, renames: readonly Rename[]): Layer {
  return renames.length === 0 ? layer : parseUsda(applyEdits(sourceOf(layer), renamePrims(layer, renames))).layer;
}
