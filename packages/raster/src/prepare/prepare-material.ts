import type { Material, MeshAsset, PhysicalMaterial, TextureUse } from "@usdkit/assets";
import type { TexelContent } from "./mipmaps.ts";
import { baseContent, type TexturePlaces } from "./pack-textures.ts";
import type { PreparedMap, PreparedMaterial, PreparedPhysical } from "./scene-data.ts";

/** Returns a material for the kernels: textures by index in the scene, numbers finite and clamped to their ranges. */
export function prepareMaterial(asset: MeshAsset, material: Material, placeOf: TexturePlaces): PreparedMaterial {
  const { texture, baseColor, texCoordTransform, alphaMode, alphaCutoff, doubleSided, unlit, physical } = material;
  const map = (use: TextureUse | null, content: TexelContent): PreparedMap | null => {
    if (use === null) return null;
    const { usesSecondSet, transform } = use;
    return { texture: placeOf(asset, use.texture, content), usesSecondSet, transform: finiteTransform(transform) };
  };
  return {
    baseColor: baseColor.map((value) => (Number.isFinite(value) ? value : 1)),
    texture: texture === null ? -1 : placeOf(asset, texture, baseContent(material)),
    texCoordTransform: finiteTransform(texCoordTransform),
    alphaMode,
    alphaCutoff,
    doubleSided,
    unlit,
    physical: physical === undefined ? null : preparePhysical(physical, map),
  };
}

function preparePhysical(
  physical: PhysicalMaterial,
  map: (use: TextureUse | null, content: TexelContent) => PreparedMap | null,
): PreparedPhysical {
  const { specular } = physical;
  return {
    metallic: within(physical.metallic, 1, 1),
    roughness: within(physical.roughness, 1, 1),
    metallicRoughnessMap: map(physical.metallicRoughnessMap, "data"),
    normalScale: Number.isFinite(physical.normalScale) ? physical.normalScale : 1,
    normalMap: map(physical.normalMap, "data"),
    occlusionStrength: within(physical.occlusionStrength, 1, 1),
    occlusionMap: map(physical.occlusionMap, "data"),
    emissive: physical.emissive.map((value) => within(value, 1e4, 0)),
    emissiveMap: map(physical.emissiveMap, "opaque"),
    transmission: within(physical.transmission, 1, 0),
    specular: specular === null ? null : specular.color.map((value) => within(value, 1, 1)),
    glossiness: within(specular?.glossiness ?? 1, 1, 1),
    specularMap: map(specular?.map ?? null, "opaque"),
  };
}

function within(value: number, most: number, fallback: number): number {
  return Number.isFinite(value) ? Math.min(most, Math.max(0, value)) : fallback;
}

function finiteTransform(transform: readonly number[] | null): readonly number[] | null {
  return transform?.every((value) => Number.isFinite(value)) === true ? transform : null;
}
