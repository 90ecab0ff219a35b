/** Fixes of findings on stages: edits of the layer that has the deciding opinion. */
import type { Layer } from "@usdkit/layer";
import type { StageLayer } from "@usdkit/usd";
import type { TextEdit } from "@usdkit/usda";
import type { Fix } from "../model/finding.ts";
import type { CheckedPrim } from "../rule/checked-prim.ts";
import { makeFix } from "../scene/make-fix.ts";

/** What a fix is called, and whether no stage that uses the layer can look different after it. */
export interface StageFixTitle {
  readonly title: string;
  /** Default: false. */
  readonly safe?: boolean | undefined;
}

/** Makes the edits of a layer, for a spec of it. */
export type SpecEdits = (layer: Layer, specPath: string) => readonly TextEdit[];

/** Returns the fixes of a layer; none if it is no text, or the edits cannot be made. */
export function layerFix(
  { layer }: StageLayer,
  { title, safe = false }: StageFixTitle,
  edits: (layer: Layer) => readonly TextEdit[],
): () => readonly Fix[] {
  return () => makeFix(title, safe, () => edits(layer));
}

/** Returns the fixes of the strongest spec of a prim, or of the strongest one that has a field. */
export function primFix(
  { specs }: CheckedPrim,
  title: StageFixTitle,
  edits: SpecEdits,
  field?: string,
): () => readonly Fix[] {
  return () => {
    const spec = field === undefined ? specs[0] : specs.find(({ owner }) => owner.fields.has(field));
    if (spec === undefined) return [];
    return layerFix(spec.layer, title, (layer) => edits(layer, spec.owner.path))();
  };
}

/** Returns the fixes of the strongest spec of a property; the path is that of the property. */
export function propertyFix(
  { properties }: CheckedPrim,
  property: string,
  title: StageFixTitle,
  edits: SpecEdits,
): () => readonly Fix[] {
  return () => {
    const [strongest] = properties.get(property) ?? [];
    if (strongest === undefined) return [];
    return layerFix(strongest.layer, title, (layer) => edits(layer, strongest.spec.path))();
  };
}
