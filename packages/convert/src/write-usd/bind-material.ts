/** Bindings of materials, which variants may change. */
import type { PlainProperty, PlainRelationship } from "@usdkit/layer";
import type { MeshPart } from "../model/mesh.ts";
import type { UsdWriter } from "./usd-writer.ts";

/** Name of the variant set with the material variants. */
export const MATERIAL_SET = "material";

/** How a part is bound. */
export interface Binding {
  readonly properties: readonly PlainProperty[];
  /** Whether it, or a variant, binds a material. */
  readonly applies: boolean;
}

/** Returns the binding of a part; those of parts that variants change are opinions of the variants. */
export function bindMaterial({ layout, opinions }: UsdWriter, part: MeshPart, path: string): Binding {
  const { material, variantMaterials } = part;
  if (variantMaterials.size === 0) {
    const properties = material === null ? [] : [bindingOf(layout.materialPaths[material])];
    return { properties, applies: material !== null };
  }
  for (const [variant, name] of layout.variantNames.entries()) {
    const chosen = variantMaterials.get(variant) ?? material;
    opinions.add(MATERIAL_SET, name, path, chosen === null ? [] : [bindingOf(layout.materialPaths[chosen])]);
  }
  if (layout.defaultVariant !== undefined) {
    const properties = material === null ? [] : [bindingOf(layout.materialPaths[material])];
    opinions.add(MATERIAL_SET, layout.defaultVariant, path, properties);
  }
  return { properties: [], applies: true };
}

function bindingOf(path: string): PlainRelationship {
  return { name: "material:binding", type: "rel", targets: [path] };
}
