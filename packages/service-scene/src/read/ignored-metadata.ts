/** Metadata that the service ignores, with the reason: composition arcs, up axis and unit. */
import { addedCount, type FieldValue, type Layer, type PrimSpec } from "@usdkit/layer";
import type { AddIgnored } from "./ignored-properties.ts";

/** Fields of a prim that bring in or select opinions from elsewhere (spec 2.8 rule 7), by their name in the text. */
const arcs: readonly (readonly [field: string, word: string])[] = [
  ["references", "references"],
  ["inheritPaths", "inherits"],
  ["specializes", "specializes"],
  ["clips", "clips"],
];

/** Adds the ignored metadata of the layer. */
export function ignoredLayerMetadata({ root }: Layer, add: AddIgnored): void {
  for (const name of ["upAxis", "metersPerUnit"]) {
    if (root.fields.has(name)) add("/", "metadata", `${name} is not read`);
  }
  for (const [field, word] of [
    ["subLayers", "subLayers"],
    ["layerRelocates", "relocates"],
  ] as const) {
    if (bringsIn(root.fields.get(field)?.value)) add("/", "composition", `${word} are not supported`);
  }
}

/** Adds the ignored metadata of a prim, except its payload. */
export function ignoredPrimMetadata(prim: PrimSpec, add: AddIgnored): void {
  if (prim.fields.size > 0) {
    for (const [field, word] of arcs) {
      if (bringsIn(prim.fields.get(field)?.value)) add(prim.path, "composition", `${word} are not supported`);
    }
  }
  if (prim.variantSets.length > 0 || bringsIn(prim.fields.get("variantSelection")?.value)) {
    add(prim.path, "composition", "variants are not supported: nothing in them counts");
  }
}

/** Returns false for `None` and empty lists, which bring in nothing. */
function bringsIn(value: FieldValue | undefined): boolean {
  return value !== undefined && addedCount(value) > 0;
}
