/** Materials of a glTF, and the textures that they use. */
import { sinCos } from "@usdkit/base/math";
import type { Material, PhysicalMaterial, Rgb, TexCoordTransform, Texture, TextureUse } from "../model/asset.ts";
import type { MapName } from "../model/material-maps.ts";
import type { SkipCounter } from "../model/skip-counter.ts";
import type { GltfSource } from "./check-gltf.ts";
import type { GltfMaterial, GltfMaterialExtensions, GltfTextureInfo } from "./gltf-types.ts";
import { TextureReader } from "./textures.ts";

/** The default material (glTF 2.0, 3.7.2.1). */
const defaultMaterial: GltfMaterial = {
  name: "",
  emissiveFactor: [0, 0, 0],
  alphaMode: "OPAQUE",
  alphaCutoff: 0.5,
  doubleSided: false,
};

const alphaModes: Readonly<Record<GltfMaterial["alphaMode"], Material["alphaMode"]>> = {
  OPAQUE: "opaque",
  MASK: "mask",
  BLEND: "blend",
};

/** The texture of the base color, if the material has one. */
function baseTexture({ pbrMetallicRoughness, extensions }: GltfMaterial): GltfTextureInfo | undefined {
  const diffuse = extensions?.KHR_materials_pbrSpecularGlossiness;
  return diffuse === undefined ? pbrMetallicRoughness?.baseColorTexture : diffuse.diffuseTexture;
}

/** Returns the textures of a material besides the base color's. */
function mapInfos({
  pbrMetallicRoughness,
  normalTexture,
  occlusionTexture,
  emissiveTexture,
  extensions,
}: GltfMaterial): Partial<Record<MapName, GltfTextureInfo | undefined>> {
  const {
    KHR_materials_pbrSpecularGlossiness: glossy,
    KHR_materials_specular: specular,
    KHR_materials_transmission: transmission,
    KHR_materials_volume: volume,
    KHR_materials_clearcoat: clearcoat,
    KHR_materials_sheen: sheen,
    KHR_materials_iridescence: iridescence,
    KHR_materials_anisotropy: anisotropy,
  } = extensions ?? {};
  return {
    metallicRoughness: pbrMetallicRoughness?.metallicRoughnessTexture,
    normal: normalTexture,
    occlusion: occlusionTexture,
    emissive: emissiveTexture,
    glossy: glossy?.specularGlossinessTexture,
    specularColor: specular?.specularColorTexture,
    specularStrength: specular?.specularTexture,
    transmission: transmission?.transmissionTexture,
    thickness: volume?.thicknessTexture,
    clearcoat: clearcoat?.clearcoatTexture,
    clearcoatRoughness: clearcoat?.clearcoatRoughnessTexture,
    clearcoatNormal: clearcoat?.clearcoatNormalTexture,
    sheenColor: sheen?.sheenColorTexture,
    sheenRoughness: sheen?.sheenRoughnessTexture,
    iridescence: iridescence?.iridescenceTexture,
    iridescenceThickness: iridescence?.iridescenceThicknessTexture,
    anisotropy: anisotropy?.anisotropyTexture,
  };
}

/**
 * Returns the sets of texture coordinates of a material: that of the base color, otherwise of the first texture, and one
 * more. Textures that use a third set are ignored.
 */
export function texCoordSets(material: GltfMaterial | undefined): readonly number[] {
  const sets = new Set<number>();
  if (material === undefined) return [];
  for (const info of [baseTexture(material), ...Object.values(mapInfos(material))]) {
    if (info !== undefined) sets.add(setOf(info));
  }
  return Array.from(sets).slice(0, 2);
}

function setOf({ texCoord, extensions }: GltfTextureInfo): number {
  return extensions?.KHR_texture_transform?.texCoord ?? texCoord;
}

/**
 * Returns all materials, followed by the default one if used, and the textures of the used materials.
 *
 * @throws AssetError if an index or a limit is exceeded, or an image is in another file
 */
export async function readMaterials(
  file: GltfSource,
  used: ReadonlySet<number>,
  skips: SkipCounter,
): Promise<{ materials: Material[]; textures: Texture[] }> {
  const reader = new TextureReader(file, skips);
  const materials: Material[] = [];
  const own = file.gltf.materials;
  for (const [i, material] of (used.has(own.length) ? [...own, defaultMaterial] : own).entries()) {
    const isUsed = used.has(i);
    const use = async (info: GltfTextureInfo | undefined): Promise<TextureUse | null> => {
      if (info === undefined || !isUsed) return null;
      const slot = texCoordSets(material).indexOf(setOf(info));
      const texture = await reader.place(info.index, `materials[${i}]`);
      if (slot < 0) skips.add("thirdTexCoordSet");
      if (texture === null || slot < 0) return null;
      return { texture, usesSecondSet: slot === 1, transform: texCoordTransform(info) };
    };
    const base = await use(baseTexture(material));
    materials.push({
      ...surfaceOf(material),
      texture: base?.texture ?? null,
      texCoordTransform: base?.transform ?? null,
      physical: file.context.maps === "baseColor" ? undefined : await physicalOf(material, use),
    });
  }
  return { materials, textures: reader.textures };
}

function surfaceOf(material: GltfMaterial): Omit<Material, "texture" | "texCoordTransform"> {
  const { name, pbrMetallicRoughness, alphaMode, alphaCutoff, doubleSided, extensions } = material;
  const diffuse = extensions?.KHR_materials_pbrSpecularGlossiness?.diffuseFactor;
  const [r, g, b, a] = diffuse ?? pbrMetallicRoughness?.baseColorFactor ?? [1, 1, 1, 1];
  return {
    name,
    baseColor: [r, g, b, a],
    alphaMode: alphaModes[alphaMode],
    alphaCutoff,
    doubleSided,
    unlit: extensions?.KHR_materials_unlit !== undefined,
  };
}

async function physicalOf(
  material: GltfMaterial,
  use: (info: GltfTextureInfo | undefined) => Promise<TextureUse | null>,
): Promise<PhysicalMaterial> {
  const { pbrMetallicRoughness: pbr, normalTexture, occlusionTexture, extensions = {} } = material;
  const [r, g, b] = material.emissiveFactor;
  const strength = extensions.KHR_materials_emissive_strength?.emissiveStrength ?? 1;
  const maps: Partial<Record<MapName, TextureUse>> = {};
  for (const [name, info] of Object.entries(mapInfos(material)) as [MapName, GltfTextureInfo | undefined][]) {
    const found = await use(info);
    if (found !== null) maps[name] = found;
  }
  return {
    metallic: pbr?.metallicFactor ?? 1,
    roughness: pbr?.roughnessFactor ?? 1,
    normalScale: normalTexture?.scale ?? 1,
    occlusionStrength: occlusionTexture?.strength ?? 1,
    emissive: [r * strength, g * strength, b * strength],
    ...layersOf(extensions),
    maps,
  };
}

/** Returns the layers of a material's extensions. */
function layersOf(extensions: GltfMaterialExtensions): Partial<PhysicalMaterial> {
  const {
    KHR_materials_pbrSpecularGlossiness: glossy,
    KHR_materials_specular: specular,
    KHR_materials_volume: volume,
    KHR_materials_clearcoat: clearcoat,
    KHR_materials_sheen: sheen,
    KHR_materials_iridescence: iridescence,
    KHR_materials_anisotropy: anisotropy,
  } = extensions;
  const layers: Partial<PhysicalMaterial> = {
    glossy: glossy && { color: rgb(glossy.specularFactor), glossiness: glossy.glossinessFactor },
    ior: extensions.KHR_materials_ior?.ior,
    specular: specular && { strength: specular.specularFactor, color: rgb(specular.specularColorFactor) },
    transmission: extensions.KHR_materials_transmission?.transmissionFactor,
    volume: volume && {
      thickness: volume.thicknessFactor,
      attenuationColor: rgb(volume.attenuationColor),
      attenuationDistance: volume.attenuationDistance ?? Infinity,
    },
    dispersion: extensions.KHR_materials_dispersion?.dispersion,
    clearcoat: clearcoat && {
      strength: clearcoat.clearcoatFactor,
      roughness: clearcoat.clearcoatRoughnessFactor,
      normalScale: clearcoat.clearcoatNormalTexture?.scale ?? 1,
    },
    sheen: sheen && { color: rgb(sheen.sheenColorFactor), roughness: sheen.sheenRoughnessFactor },
    iridescence: iridescence && {
      strength: iridescence.iridescenceFactor,
      ior: iridescence.iridescenceIor,
      minThickness: iridescence.iridescenceThicknessMinimum,
      maxThickness: iridescence.iridescenceThicknessMaximum,
    },
    anisotropy: anisotropy && { strength: anisotropy.anisotropyStrength, rotation: anisotropy.anisotropyRotation },
  };
  return Object.fromEntries(Object.entries(layers).filter(([, layer]) => layer !== undefined));
}

function rgb([r, g, b]: readonly number[]): Rgb {
  return [r, g, b];
}

/**
 * Follows the prose and the examples of KHR_texture_transform, as all viewers do: the image rotates clockwise. The GLSL in its
 * text has the opposite signs.
 */
function texCoordTransform({ extensions }: GltfTextureInfo): TexCoordTransform | null {
  const transform = extensions?.KHR_texture_transform;
  if (transform === undefined) return null;
  const { offset, rotation, scale } = transform;
  const [sine, cosine] = sinCos(rotation);
  return [cosine * scale[0], -sine * scale[0], sine * scale[1], cosine * scale[1], offset[0], offset[1]];
}
