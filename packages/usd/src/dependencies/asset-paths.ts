/** The asset paths of a layer: its composition arcs, and the files in its values. */
import { addedItems, stripVariantSelections, visitLayer } from "@usdkit/layer";
import type { FieldValue, Layer, Spec, Value, VariantSpec } from "@usdkit/layer";
import { selectionsBelow, selectionsKey, type SelectedVariants, type TargetSelections } from "./selected-variants.ts";

/** How a layer uses a file: by an arc of composition, or `asset`, as a value. */
export type ArcKind = "sublayer" | "reference" | "payload" | "clip" | "asset";

/** An authored asset path. */
export interface AuthoredPath {
  readonly path: string;
  /** How it is used. */
  readonly arc: ArcKind;
  /** Whether it is a layer by how it is used: a sublayer, reference, payload or clip. */
  readonly isLayer: boolean;
  /** Whether it is a sublayer, which has the expression variables of the layer that names it. */
  readonly isSublayer?: boolean;
  /** Whether it is the template of a clip set: runs of `#` are the digits of a time. */
  readonly isTemplate?: boolean;
  /** The selections that a reference or payload takes to its target. */
  readonly selections?: TargetSelections;
}

/**
 * Returns the asset paths of a layer, each once for each kind of arc and the selections that it takes along, in the order of their
 * first use.
 *
 * @param selected of these variant sets, only the variants that are selected have their asset paths
 */
export function assetPathsOf(layer: Layer, selected?: SelectedVariants): readonly AuthoredPath[] {
  const found = new Map<string, AuthoredPath>();
  const add: Add = (path, arc, use) => {
    const selections = use?.selections === undefined ? "" : JSON.stringify(selectionsKey(use.selections));
    const key = `${arc} ${use?.isTemplate === true} ${use?.isSublayer === true} ${selections}@${path}`;
    if (path !== "" && !found.has(key)) found.set(key, { path, arc, isLayer: arc !== "asset", ...use });
  };
  const fields = ({ fields: all, specType, path }: Spec): void => {
    const selectionsTo = (target: string): TargetSelections | undefined =>
      selected && selectionsBelow(selected, stripVariantSelections(path), target);
    for (const { name, value } of all.values()) {
      const isIdentity = name === "assetInfo" && (specType === "prim" || specType === "variant");
      addField({ name, value: isIdentity ? withoutIdentifier(value) : value, selectionsTo }, add);
    }
  };
  visitLayer(layer, {
    root: fields,
    prim: fields,
    variant(spec) {
      if (isLeftOut(spec, selected)) return "skip";
      return fields(spec);
    },
    attribute(spec) {
      fields(spec);
      if (spec.valueType?.kind !== "asset") return;
      if (spec.defaultValue !== undefined) addValue(spec.defaultValue, "asset", add);
      const { timeSamples } = spec;
      for (let i = 0; i < (timeSamples?.times.length ?? 0); i++) {
        const value = timeSamples?.value(i);
        if (value !== undefined) addValue(value, "asset", add);
      }
    },
    relationship: fields,
  });
  return [...found.values()];
}

/** What an asset is called, which need not be a file: `identifier` of the asset info of prims. */
function withoutIdentifier(value: FieldValue): FieldValue {
  if (value.kind !== "dictionary") return value;
  return { ...value, entries: new Map([...value.entries].filter(([key]) => key !== "identifier")) };
}

/** Whether another variant of the set is selected. */
function isLeftOut({ name, parent: set }: VariantSpec, selected: SelectedVariants | undefined): boolean {
  if (selected === undefined || selected.size === 0) return false;
  const wanted = selected.get(stripVariantSelections(set.parent.path))?.get(set.name);
  return wanted !== undefined && wanted !== name;
}

/** How an asset path is used, in addition to its kind of arc. */
type Use = Pick<AuthoredPath, "isTemplate" | "isSublayer" | "selections">;
type Add = (path: string, arc: ArcKind, use?: Use) => void;

/** The entry of a clip set that contains an asset path as a string. */
const TEMPLATE = "templateAssetPath";

interface AuthoredField {
  readonly name: string;
  readonly value: FieldValue;
  /** Returns the selections that an arc of the prim takes to its target. */
  readonly selectionsTo: (target: string) => TargetSelections | undefined;
}

function addField({ name, value, selectionsTo }: AuthoredField, add: Add): void {
  switch (value.kind) {
    case "subLayers":
      for (const { asset } of value.items) add(asset, "sublayer", { isSublayer: true });
      return;
    case "referenceListOp":
      for (const { asset, primPath } of addedItems(value.listOp)) {
        const selections = selectionsTo(primPath);
        add(asset, name === "payload" ? "payload" : "reference", selections && { selections });
      }
      return;
    case "typed":
    case "dictionary":
      addValue(value, name === "clips" ? "clip" : "asset", add);
      return;
    default:
      return;
  }
}

/** Nested dictionaries do not deepen the stack. */
function addValue(value: Value, arc: ArcKind, add: Add): void {
  const waiting: Value[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.kind === "dictionary") {
      for (const [key, entry] of next.entries) {
        const isTemplate = arc === "clip" && key === TEMPLATE && entry.kind === "typed" && entry.type.kind === "string";
        if (isTemplate && typeof entry.data === "string") add(entry.data, "clip", { isTemplate: true });
        else waiting.push(entry);
      }
    } else if (next.kind === "typed" && next.type.kind === "asset") {
      if (typeof next.data === "string") add(next.data, arc);
      else if (Array.isArray(next.data)) for (const path of next.data as readonly string[]) add(path, arc);
    }
  }
}
