/** Fixes of findings on stages: edits of the layer that has the deciding opinion. */
import type { Layer } from "@usdkit/layer";
import type { SpecSite, StageLayer } from "@usdkit/usd";
import { setField, type TextEdit } from "@usdkit/usda";
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
export type SpecEdits = (layer: Layer, specPath: string, spec: SpecSite["owner"]) => readonly TextEdit[];

/** Returns the fixes of a layer; none if it is no text, or the edits cannot be made. */
export function layerFix(
  { layer }: StageLayer,
  { title, safe = false }: StageFixTitle,
  edits: (layer: Layer) => readonly TextEdit[],
): () => readonly Fix[] {
  return () => makeFix(title, safe, () => edits(layer));
}

/** Which spec of a prim is edited: the strongest one that has a field, or a property; by default the strongest one. */
export interface SpecChoice {
  readonly field?: string | undefined;
  readonly property?: string | undefined;
}

/** Returns the fixes of a spec of a prim; the path is that of the prim in the layer. */
export function primFix(
  { specs, properties }: CheckedPrim,
  title: StageFixTitle,
  edits: SpecEdits,
  { field, property }: SpecChoice = {},
): () => readonly Fix[] {
  return () => {
    const spec =
      property !== undefined
        ? properties.get(property)?.[0]
        : field === undefined
          ? specs[0]
          : specs.find(({ owner }) => owner.fields.has(field));
    if (spec === undefined) return [];
    return layerFix(spec.layer, title, (layer) => edits(layer, spec.owner.path, spec.owner))();
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
    return layerFix(strongest.layer, title, (layer) => edits(layer, strongest.spec.path, strongest.owner))();
  };
}

/** Returns the fixes that apply an API schema to a prim, in the layer that has the strongest opinion about a property. */
export function applyApiFix(prim: CheckedPrim, schema: string, property: string, safe = false): () => readonly Fix[] {
  const title = { title: `Apply \`${schema}\``, safe };
  return primFix(
    prim,
    title,
    (layer, path, { fields }) => {
      const value = fields.get("apiSchemas")?.value;
      const { explicit, prepended = [] } = value?.kind === "valueListOp" ? value.listOp : {};
      const list = [schema, ...(explicit ?? prepended)].map((each) => JSON.stringify(each)).join(", ");
      return setField(layer, path, explicit === undefined ? "prepend apiSchemas" : "apiSchemas", `[${list}]`);
    },
    { property },
  );
}
