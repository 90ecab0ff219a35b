import { at } from "./check-gltf.ts";
import type { Gltf, GltfPrimitive } from "./gltf-types.ts";

/** Returns the names of the material variants of a file. */
export function variantNames({ extensions }: Gltf): readonly string[] {
  return extensions?.KHR_materials_variants?.variants.map(({ name }) => name) ?? [];
}

/**
 * Returns a glTF whose primitives have the materials of a variant; itself without a variant of that name.
 *
 * @throws AssetError if a material does not exist
 */
export function withMaterialVariant(gltf: Gltf, name: string | undefined): Gltf {
  const variant = name === undefined ? -1 : variantNames(gltf).indexOf(name);
  if (variant < 0) return gltf;
  const chosen = (primitive: GltfPrimitive): GltfPrimitive => {
    const mapping = primitive.extensions?.KHR_materials_variants?.mappings.find(({ variants }) =>
      variants.includes(variant),
    );
    if (mapping === undefined) return primitive;
    at(gltf.materials, mapping.material, "materials", "KHR_materials_variants.mappings");
    return { ...primitive, material: mapping.material };
  };
  return { ...gltf, meshes: gltf.meshes.map((mesh) => ({ ...mesh, primitives: mesh.primitives.map(chosen) })) };
}
