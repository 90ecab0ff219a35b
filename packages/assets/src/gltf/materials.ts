/** Materials of a glTF, and the textures that they use. */
import { sinCos } from "@usdkit/base/math";
import type { Material, PhysicalMaterial, TexCoordTransform, Texture, TextureUse } from "../model/asset.ts";
import type { SkipCounter } from "../model/skip-counter.ts";
import type { GltfSource } from "./check-gltf.ts";
import type { GltfMaterial, GltfTextureInfo } from "./gltf-types.ts";
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

/** Returns all textures of a material, the base color's first. */
function textureInfos(material: GltfMaterial): (GltfTextureInfo | undefined)[] {
  const { pbrMetallicRoughness, normalTexture, occlusionTexture, emissiveTexture, extensions } = material;
  const specular = extensions?.KHR_materials_pbrSpecularGlossiness?.specularGlossinessTexture;
  const metallic = pbrMetallicRoughness?.metallicRoughnessTexture;
  return [baseTexture(material), metallic, normalTexture, occlusionTexture, emissiveTexture, specular];
}

/**
 * Returns the sets of texture coordinates of a material: that of the base color, otherwise of the first texture, and one
 * more. Textures that use a third set are ignored.
 */
export function texCoordSets(material: GltfMaterial | undefined): readonly number[] {
  const sets = new Set<number>();
  if (material !== undefined) for (const info of textureInfos(material)) if (info !== undefined) sets.add(setOf(info));
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
  const { pbrMetallicRoughness: pbr, normalTexture, occlusionTexture, extensions } = material;
  const [r, g, b] = material.emissiveFactor;
  const strength = extensions?.KHR_materials_emissive_strength?.emissiveStrength ?? 1;
  const specular = extensions?.KHR_materials_pbrSpecularGlossiness;
  const [sr, sg, sb] = specular?.specularFactor ?? [1, 1, 1];
  return {
    metallic: pbr?.metallicFactor ?? 1,
    roughness: pbr?.roughnessFactor ?? 1,
    metallicRoughnessMap: await use(pbr?.metallicRoughnessTexture),
    normalScale: normalTexture?.scale ?? 1,
    normalMap: await use(normalTexture),
    occlusionStrength: occlusionTexture?.strength ?? 1,
    occlusionMap: await use(occlusionTexture),
    emissive: [r * strength, g * strength, b * strength],
    emissiveMap: await use(material.emissiveTexture),
    transmission: extensions?.KHR_materials_transmission?.transmissionFactor ?? 0,
    specular:
      specular === undefined
        ? null
        : {
            color: [sr, sg, sb],
            glossiness: specular.glossinessFactor,
            map: await use(specular.specularGlossinessTexture),
          },
  };
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
