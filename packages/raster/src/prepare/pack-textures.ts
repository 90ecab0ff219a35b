import { mapContents, mapNames, type Material, type MeshAsset, type TexelContent, type Texture } from "@usdkit/assets";
import { RenderError } from "../errors/render-error.ts";
import { inPieces } from "./in-pieces.ts";
import { mipmapSizes, type MakeMipmaps } from "./mipmaps.ts";
import type { Pause } from "./placed-item.ts";
import { filters, wraps, type PreparedTexture, type TextureLevel } from "./scene-data.ts";
import { sharedWords } from "./shared-arrays.ts";
import { TexelCache, type PackedImage } from "./texel-cache.ts";

/** Returns the index in the scene of an asset's texture, for its use in a material. */
export type TexturePlaces = (asset: MeshAsset, texture: number, content: TexelContent) => number;

export interface PackedTextures {
  readonly textures: readonly PreparedTexture[];
  readonly placeOf: TexturePlaces;
}

/** How textures are packed. */
export interface TextureOptions {
  /** Bytes of all textures with their mipmaps. */
  readonly limit: number;
  /** Images that are packed already. */
  readonly cache: TexelCache;
  readonly makeMipmaps: MakeMipmaps;
}

/** Packs all textures, each image once, with the mipmaps that their filters and materials need. */
export async function packTextures(
  assets: ReadonlyMap<MeshAsset, string>,
  { limit, cache, makeMipmaps }: TextureOptions,
  pause: Pause,
): Promise<PackedTextures> {
  const places = new Map<MeshAsset, Map<string, number>>();
  const textures: PreparedTexture[] = [];
  const counted = new Set<PackedImage>();
  const unfinished: Promise<void>[] = [];
  let bytes = 0;
  for (const [asset, primPath] of assets) {
    const own = new Map<string, number>();
    places.set(asset, own);
    for (const [i, texture] of asset.textures.entries()) check(texture, i, primPath);
    for (const { texture: i, content } of asset.materials.flatMap(texturesUsed)) {
      const name = `${i} ${content}`;
      const texture = asset.textures[i];
      if (texture === undefined || own.has(name)) continue;
      const known = cache.of(texture.data);
      const key = TexelCache.key(texture.width, content, hasMipmaps(texture));
      let image = known.get(key);
      const size = image?.texels.byteLength ?? byteLength(texture);
      if ((image === undefined || !counted.has(image)) && bytes + size > limit) {
        const message = `the textures take more than ${limit} bytes; make them smaller, or raise limits.textureBytes`;
        throw new RenderError("limit", message, { primPath });
      }
      if (image === undefined) {
        image = await packImage(texture, cache, pause);
        known.set(key, image);
        const making = makeMipmaps({ ...image, content });
        // Awaited below; an error there is not one that nothing waits for.
        making.catch(() => known.delete(key));
        unfinished.push(making);
      }
      if (!counted.has(image)) bytes += size;
      counted.add(image);
      own.set(name, textures.length);
      textures.push({
        ...image,
        wrapS: wraps[texture.wrapS],
        wrapT: wraps[texture.wrapT],
        magFilter: filters[texture.magFilter],
        minFilter: filters[texture.minFilter],
        isData: content === "data",
      });
    }
  }
  await Promise.all(unfinished);
  const placeOf: TexturePlaces = (asset, texture, content) => places.get(asset)?.get(`${texture} ${content}`) ?? -1;
  return { textures, placeOf };
}

/** Returns the image without its mipmaps. */
async function packImage(texture: Texture, cache: TexelCache, pause: Pause): Promise<PackedImage> {
  const levels: TextureLevel[] = [];
  let count = 0;
  for (const [width, height] of sizesOf(texture)) {
    levels.push({ width, height, offset: count });
    count += width * height;
  }
  const own = isLittleEndian && hasMipmaps(texture) ? cache.takeSpace(texture.data) : undefined;
  if (own !== undefined) return { texels: own, levels };
  const texels = sharedWords(count);
  await packTexels(texture.data, texels, 0, pause);
  return { texels, levels };
}

function byteLength(texture: Texture): number {
  return 4 * sizesOf(texture).reduce((sum, [width, height]) => sum + width * height, 0);
}

/** Returns the content of the base color texture: opaque materials ignore alpha, also as a weight. */
export function baseContent(material: Material): TexelContent {
  return alphaModeOf(material) === "opaque" ? "opaque" : "color";
}

/** Returns how a material covers what is behind it: a cutoff of 0 keeps every texel, so it is opaque. */
export function alphaModeOf({ alphaMode, alphaCutoff }: Material): Material["alphaMode"] {
  return alphaMode === "mask" && !(alphaCutoff > 0) ? "opaque" : alphaMode;
}

/** Returns the textures that a material uses, with their content. */
export function texturesUsed(material: Material): { texture: number; content: TexelContent }[] {
  const { texture, physical } = material;
  const used: { texture: number; content: TexelContent }[] = [];
  if (texture !== null) used.push({ texture, content: baseContent(material) });
  for (const name of mapNames) {
    const use = physical?.maps[name];
    if (use !== undefined && use !== null) used.push({ texture: use.texture, content: mapContents[name] });
  }
  return used;
}

async function packTexels(bytes: Uint8Array, texels: Uint32Array, offset: number, pause: Pause): Promise<void> {
  if (isLittleEndian && bytes.byteOffset % 4 === 0) {
    const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
    await inPieces(words.length, pause, (from, to) => texels.set(words.subarray(from, to), offset + from));
    return;
  }
  await inPieces(bytes.length / 4, pause, (from, to) => {
    for (let i = 4 * from, out = offset + from; i < 4 * to; i += 4, out++) {
      texels[out] = bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24);
    }
  });
}

/** Whether words have their lowest byte first, as texels do. */
const isLittleEndian: boolean = /* @__PURE__ */ new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;

function hasMipmaps({ minFilter }: Texture): boolean {
  return minFilter !== "nearest" && minFilter !== "linear";
}

function sizesOf(texture: Texture): [width: number, height: number][] {
  return hasMipmaps(texture) ? mipmapSizes(texture.width, texture.height) : [[texture.width, texture.height]];
}

function check({ width, height, data }: Texture, i: number, primPath: string): void {
  const isSize = Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0;
  if (isSize && data.length === 4 * width * height) return;
  const message = `textures[${i}]: ${width} × ${height} texels of 4 bytes, not ${data.length} bytes`;
  throw new RenderError("asset", message, { primPath });
}
