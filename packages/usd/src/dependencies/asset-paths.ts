/** The asset paths of a layer: its composition arcs, and the files in its values. */
import { addedItems, type FieldValue, type Layer, type Spec, type Value } from "@usdkit/layer";
import { visitLayer } from "@usdkit/layer";

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
}

/** Returns the asset paths of a layer, each once for each kind of arc, in the order of their first use. */
export function assetPathsOf(layer: Layer): readonly AuthoredPath[] {
  const found = new Map<string, AuthoredPath>();
  const add: Add = (path, arc, use) => {
    const key = `${arc} ${use ?? ""}@${path}`;
    if (path === "" || found.has(key)) return;
    const isLayer = arc !== "asset";
    found.set(key, use === undefined ? { path, arc, isLayer } : { path, arc, isLayer, [use]: true });
  };
  const fields = ({ fields: all, specType }: Spec): void => {
    for (const { name, value } of all.values()) {
      const isIdentity = name === "assetInfo" && (specType === "prim" || specType === "variant");
      addField(name, isIdentity ? withoutIdentifier(value) : value, add);
    }
  };
  visitLayer(layer, {
    root: fields,
    prim: fields,
    variant: fields,
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

type Add = (path: string, arc: ArcKind, use?: "isTemplate" | "isSublayer") => void;

/** The entry of a clip set that contains an asset path as a string. */
const TEMPLATE = "templateAssetPath";

function addField(name: string, value: FieldValue, add: Add): void {
  switch (value.kind) {
    case "subLayers":
      for (const { asset } of value.items) add(asset, "sublayer", "isSublayer");
      return;
    case "referenceListOp":
      for (const { asset } of addedItems(value.listOp)) add(asset, name === "payload" ? "payload" : "reference");
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
        if (isTemplate && typeof entry.data === "string") add(entry.data, "clip", "isTemplate");
        else waiting.push(entry);
      }
    } else if (next.kind === "typed" && next.type.kind === "asset") {
      if (typeof next.data === "string") add(next.data, arc);
      else if (Array.isArray(next.data)) for (const path of next.data as readonly string[]) add(path, arc);
    }
  }
}
