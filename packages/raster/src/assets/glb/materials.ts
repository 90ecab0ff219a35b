/** What the parts look like: base colors and the pictures of them. */
import { AssetError } from "../../errors/errors.ts";
import { checkCount } from "../../limits/byte-budget.ts";
import { sinCos } from "../../math/sin-cos.ts";
import type { Material, Texture, TextureWrap } from "../asset.ts";
import { decodeImage } from "../images/decode-image.ts";
import type { LoadContext } from "../load-options.ts";
import { dataUri } from "./buffers.ts";
import { at, viewBytes, type GltfBuffers } from "./check-gltf.ts";
import type { Gltf, GltfMaterial, GltfSampler, GltfTextureInfo } from "./gltf-types.ts";

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

/** The base color's picture, where the material has one. */
export function baseTexture({ pbrMetallicRoughness, extensions }: GltfMaterial): GltfTextureInfo | undefined {
  const diffuse = extensions?.KHR_materials_pbrSpecularGlossiness;
  return diffuse === undefined ? pbrMetallicRoughness?.baseColorTexture : diffuse.diffuseTexture;
}

/** The set of texture coordinates that a picture asks for. */
export function texCoordOf({ texCoord, extensions }: GltfTextureInfo): number {
  return extensions?.KHR_texture_transform?.texCoord ?? texCoord;
}

/**
 * All materials, then one for primitives that have none, where there are such; and the pictures of those that are used.
 *
 * @throws AssetError where a picture is missing, too large or damaged
 */
export async function readMaterials(
  gltf: Gltf,
  buffers: GltfBuffers,
  used: ReadonlySet<number>,
  context: LoadContext,
): Promise<{ materials: Material[]; textures: Texture[] }> {
  const textures: Texture[] = [];
  const placeOf = new Map<number, number>();
  const materials: Material[] = [];
  const own = gltf.materials;
  for (const [i, material] of (used.has(own.length) ? [...own, defaultMaterial] : own).entries()) {
    const info = used.has(i) ? baseTexture(material) : undefined;
    if (info !== undefined && !placeOf.has(info.index)) {
      checkCount(textures.length + 1, context.limits.textures, "textures", `materials[${i}]`);
      placeOf.set(info.index, textures.length);
      textures.push(await readTexture(gltf, buffers, info.index, context));
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
 * As KHR_texture_transform has it in words and in its examples, and every viewer does it: the picture turns clockwise. The
 * signs of the GLSL in its text are the other way round.
 */
function texCoordTransform({ extensions }: GltfTextureInfo): Material["texCoordTransform"] {
  const transform = extensions?.KHR_texture_transform;
  if (transform === undefined) return null;
  const { offset, rotation, scale } = transform;
  const [sine, cosine] = sinCos(rotation);
  return [cosine * scale[0], -sine * scale[0], sine * scale[1], cosine * scale[1], offset[0], offset[1]];
}

async function readTexture(gltf: Gltf, buffers: GltfBuffers, index: number, context: LoadContext): Promise<Texture> {
  const where = `textures[${index}]`;
  const { source, sampler, extensions } = at(gltf.textures, index, "textures", "materials");
  const image = extensions?.EXT_texture_webp?.source ?? source;
  if (image === undefined) {
    const message = "the picture is in a format that only an extension has. Export PNG, JPEG or WebP.";
    throw new AssetError("unsupported", message, { where });
  }
  const { width, height, data } = await readImage(gltf, buffers, image, where, context);
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
  gltf: Gltf,
  buffers: GltfBuffers,
  index: number,
  from: string,
  context: LoadContext,
): Promise<{ width: number; height: number; data: Uint8Array }> {
  const where = `images[${index}]`;
  const { uri, bufferView } = at(gltf.images, index, "images", from);
  if (bufferView !== undefined) {
    const bytes = viewBytes(gltf, buffers, bufferView, where);
    if (bytes === null) throw new AssetError("malformed", "a picture cannot lie in compressed bytes.", { where });
    return decodeImage(bytes, where, context);
  }
  if (uri === undefined) throw new AssetError("malformed", "neither bytes nor a URI are given.", { where });
  return decodeImage(dataUri(uri, where, context).bytes, where, context);
}
