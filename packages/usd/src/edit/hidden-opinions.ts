/** Opinions that were written and have no effect, because a stronger layer has one too. */
import type { ByteRange } from "@usdkit/layer";
import { NO_PATH } from "../paths/path-table.ts";
import type { StageLayer } from "../resolve/stage-layer.ts";
import { fieldOpinions } from "../values/field-opinions.ts";
import { splitPropertyPath } from "../values/property-path.ts";
import { StageValues } from "../values/stage-values.ts";
import type { EditTarget, TargetSite } from "./edit-target.ts";
import type { EditableStage } from "./editable-stage.ts";
import { StageEditError } from "./stage-edit-error.ts";
import type { StageEdit } from "./stage-edit.ts";

/** An opinion that an edit wrote, and the stronger one that hides it. */
export interface HiddenOpinion {
  /** Number of the edit in its list, from 0. */
  readonly index: number;
  /** Of the prim or property on the stage. */
  readonly path: string;
  /** The stronger opinion. */
  readonly by: {
    readonly layer: StageLayer;
    /** Path of its spec in that layer. */
    readonly specPath: string;
    /** Its statement; undefined in crates. */
    readonly range: ByteRange | undefined;
  };
}

/** Edits that are looked at: more of them are a change of data, which nobody reads one by one. */
const MOST_EDITS = 1_000;

/**
 * Returns the values and selections of edits that a stronger opinion hides.
 *
 * @param edits as they were made; those whose prims are elsewhere since are left out
 */
export function hiddenOpinions(
  stage: EditableStage,
  target: EditTarget,
  edits: readonly StageEdit[],
): readonly HiddenOpinion[] {
  const values = new StageValues(stage);
  return edits.slice(0, MOST_EDITS).flatMap((edit, index) => {
    if (edit.op !== "set" && edit.op !== "select") return [];
    const { prim, property } = splitPropertyPath(edit.path);
    const site = siteOf(stage, target, prim);
    if (site === undefined) return [];
    const owner = stage.paths.text(site.path);
    const [strongest] =
      edit.op === "set" ? valuesOf(values, edit.path, edit.time ?? null) : selectionsOf(values, prim, edit.set);
    const specPath = property === "" ? owner : `${owner}.${property}`;
    if (strongest === undefined || (strongest.layer === site.layer && strongest.specPath === specPath)) return [];
    return [{ index, path: edit.path, by: strongest }];
  });
}

/** Returns the opinions about a value; about that of the default time defaults alone. */
function valuesOf(values: StageValues, path: string, time: number | null): HiddenOpinion["by"][] {
  return fieldOpinions(values.propertyOpinions(path), time).flatMap(({ layer, spec, field, range }) =>
    field === "connectionPaths" || (time === null && field !== "default")
      ? []
      : [{ layer, specPath: spec.path, range }],
  );
}

function selectionsOf(values: StageValues, prim: string, set: string): HiddenOpinion["by"][] {
  return values.primOpinions(prim).flatMap(({ layer, owner }) => {
    const field = owner.fields.get("variantSelection");
    const isSelected = field?.value.kind === "stringMap" && field.value.entries.has(set);
    return isSelected ? [{ layer, specPath: owner.path, range: field.entries[0]?.range }] : [];
  });
}

function siteOf(stage: EditableStage, target: EditTarget, prim: string): TargetSite | undefined {
  const path = stage.paths.parse(prim);
  try {
    return path === NO_PATH ? undefined : target.siteOf(path);
  } catch (error) {
    // It was removed or moved by a later edit.
    if (error instanceof StageEditError) return undefined;
    throw error;
  }
}
