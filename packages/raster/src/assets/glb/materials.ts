/** What the parts look like: base colors and the images of them. */
import { AssetError } from "../../errors/errors.ts";
import { checkCount } from "../../limits/byte-budget.ts";
import { sinCos } from "../../math/sin-cos.ts";
import type { Material, Texture, TextureWrap } from "../asset.ts";
import { decodeImage } from "../images/decode-image.ts";
import { dataUri } from "./buffers.ts";
import { at, viewBytes, type GltfSource } from "./check-gltf.ts";
import type { GltfMaterial, GltfSampler, GltfTextureInfo } from "./gltf-types.ts";

const NEAREST = 9728;
const LINEAR = 9729;

/** Of a primitive that has no material (glTF 2.0, 3.7.2.1). */
const defaultMaterial: GltfMaterial = { name: "", alphaMode: "OPAQUE", alphaCutoff: 0.5, doubleSided: false };

const wraps: Readonly<Record<GltfSampler["wrapS"], TextureWrap>> = { 33071: "clamp", 33648: "mirror", 10497: "repeat" };

const alphaModes: Readonly<Record<GltfMaterial["alphaMode"], Material["alphaMode"]>> = {
  OPAQUE: "opaque",
  MASK: "mask",
  BLEND: "blend",
};

/** The base color's image, where the material has one. */
export function baseTexture({ pbrMetallicRoughness, extensions }: GltfMaterial): GltfTextureInfo | undefined {
  const diffuse = extensions?.KHR_materials_pbrSpecularGlossiness;
  return diffuse === undefined ? pbrMetallicRoughness?.baseColorTexture : diffuse.diffuseTexture;
}

/** The set of texture coordinates that an image asks for. */
export function texCoordOf({ texCoord, extensions }: GltfTextureInfo): number {
  return extensions?.KHR_texture_transform?.texCoord ?? texCoord;
}

/**
 * All materials, then one for primitives that have none, where there are such; and the images of those that are used.
 *
 * @throws AssetError if an image is missing, too large or damaged
 */
export async function readMaterials(
  source: GltfSource,
  used: ReadonlySet<number>,
): Promise<{ materials: Material[]; textures: Texture[] }> {
  const textures: Texture[] = [];
  const placeOf = new Map<number, number>();
  const materials: Material[] = [];
  const { gltf, context } = source;
  const own = gltf.materials;
  for (const [i, material] of (used.has(own.length) ? [...own, defaultMaterial] : own).entries()) {
    const info = used.has(i) ? baseTexture(material) : undefined;
    if (info !== undefined && !placeOf.has(info.index)) {
      checkCount(textures.length + 1, context.limits, "textures", { where: `materials[${i}]` });
      placeOf.set(info.index, textures.length);
      textures.push(await readTexture(source, info.index));
    }
    materials.push(toMaterial(material, info, info === undefined ? null : (placeOf.get(info.index) ?? null)));
  }
  return { materials, textures };
}

function toMaterial(material: GltfMaterial, info: GltfTextureInfo | undefined, texture: number | null): Material {
  const { name, pbrMetallicRoughness, alphaMode, alphaCutoff, doubleSided, extensions } = material;
  const diffuse = extensions?.KHR_materials_pbrSpecularGlossiness?.diffuseFactor;
  const [r, g, b, a] = diffuse ?? pbrMetallicRoughness?.baseColorFactor ?? [1, 1, 1, 1];
  return {
    name,
    baseColor: [r, g, b, a],
    texture,
    texCoordTransform: info === undefined ? null : texCoordTransform(info),
    alphaMode: alphaModes[alphaMode],
    alphaCutoff,
    doubleSided,
    unlit: extensions?.KHR_materials_unlit !== undefined,
  };
}

/**
 * Follows the prose and the examples of KHR_texture_transform, as all viewers do: the image rotates clockwise. The GLSL in its
 * text has the opposite signs.
 */
function texCoordTransform({ extensions }: GltfTextureInfo): Material["texCoordTransform"] {
  const transform = extensions?.KHR_texture_transform;
  if (transform === undefined) return null;
  const { offset, rotation, scale } = transform;
  const [sine, cosine] = sinCos(rotation);
  return [cosine * scale[0], -sine * scale[0], sine * scale[1], cosine * scale[1], offset[0], offset[1]];
}

async function readTexture(file: GltfSource, index: number): Promise<Texture> {
  const { gltf } = file;
  const where = `textures[${index}]`;
  const { source, sampler, extensions } = at(gltf.textures, index, "textures", "materials");
  const image = extensions?.EXT_texture_webp?.source ?? source;
  if (image === undefined) {
    const message = "the image is in a format that only an extension has. Export PNG, JPEG or WebP.";
    throw new AssetError("unsupported", message, { where });
  }
  const { width, height, data } = await readImage(file, image, where);
  const { magFilter, minFilter, wrapS, wrapT } =
    sampler === undefined
      ? { wrapS: 10497 as const, wrapT: 10497 as const }
      : at(gltf.samplers, sampler, "samplers", where);
  return {
    width,
    height,
    data,
    wrapS: wraps[wrapS],
    wrapT: wraps[wrapT],
    magFilter: magFilter === NEAREST ? "nearest" : "linear",
    minFilter: minFilter === NEAREST ? "nearest" : minFilter === LINEAR ? "linear" : "mipmap",
  };
}

async function readImage(
  { gltf, buffers, context }: GltfSource,
  index: number,
  from: string,
): Promise<{ width: number; height: number; data: Uint8Array }> {
  const where = `images[${index}]`;
  const { uri, bufferView } = at(gltf.images, index, "images", from);
  if (bufferView !== undefined) {
    const bytes = viewBytes(gltf, buffers, bufferView, where);
    if (bytes === null) throw new AssetError("malformed", "an image cannot lie in compressed bytes.", { where });
    return decodeImage(bytes, where, context);
  }
  if (uri === undefined) throw new AssetError("malformed", "neither bytes nor a URI are given.", { where });
  return decodeImage(dataUri(uri, where, context).bytes, where, context);
}
