import { mapContents, mapNames, type Material, type MeshAsset, type TexelContent, type Texture } from "@usdkit/assets";
import { RenderError } from "../errors/render-error.ts";
import { inPieces } from "./in-pieces.ts";
import { halve, mipmapSizes } from "./mipmaps.ts";
import type { Pause } from "./placed-item.ts";
import { filters, wraps, type PreparedTexture, type TextureLevel } from "./scene-data.ts";
import { sharedWords } from "./shared-arrays.ts";

/** Returns the index in the scene of an asset's texture, for its use in a material. */
export type TexturePlaces = (asset: MeshAsset, texture: number, content: TexelContent) => number;

export interface PackedTextures {
  readonly textures: readonly PreparedTexture[];
  /** See `MeshData.texels`. */
  readonly texels: Uint32Array;
  readonly placeOf: TexturePlaces;
}

/** Texels that are stored once for all textures that use them. */
interface PackedImage {
  readonly source: Texture;
  readonly content: TexelContent;
  readonly levels: readonly TextureLevel[];
}

/** Packs all textures into one array, with the mipmaps that their filters and materials need. */
export async function packTextures(
  assets: ReadonlyMap<MeshAsset, string>,
  limit: number,
  pause: Pause,
): Promise<PackedTextures> {
  const places = new Map<MeshAsset, Map<string, number>>();
  const textures: PreparedTexture[] = [];
  const images = new Map<Uint8Array, Map<string, PackedImage>>();
  let count = 0;
  for (const [asset, primPath] of assets) {
    const own = new Map<string, number>();
    places.set(asset, own);
    for (const [i, texture] of asset.textures.entries()) check(texture, i, primPath);
    for (const { texture: i, content } of asset.materials.flatMap(texturesUsed)) {
      const name = `${i} ${content}`;
      const texture = asset.textures[i];
      if (texture === undefined || own.has(name)) continue;
      const key = `${texture.width} ${content} ${hasMipmaps(texture)}`;
      const known = images.get(texture.data) ?? new Map<string, PackedImage>();
      images.set(texture.data, known);
      let image = known.get(key);
      if (image === undefined) {
        const levels: TextureLevel[] = [];
        for (const [width, height] of sizesOf(texture)) {
          levels.push({ width, height, offset: count });
          count += width * height;
        }
        image = { source: texture, content, levels };
        known.set(key, image);
      }
      own.set(name, textures.length);
      textures.push({
        levels: image.levels,
        wrapS: wraps[texture.wrapS],
        wrapT: wraps[texture.wrapT],
        magFilter: filters[texture.magFilter],
        minFilter: filters[texture.minFilter],
        isData: content === "data",
      });
      if (4 * count > limit) {
        const message = `the textures take more than ${limit} bytes; make them smaller, or raise limits.textureBytes`;
        throw new RenderError("limit", message, { primPath });
      }
    }
  }
  const texels = sharedWords(count);
  for (const { source, content, levels } of Array.from(images.values()).flatMap((known) => [...known.values()])) {
    await packTexels(source.data, texels, levels[0].offset, pause);
    for (let level = 1; level < levels.length; level++) {
      await halve(texels, { source: levels[level - 1], target: levels[level] }, content, pause);
    }
  }
  const placeOf: TexturePlaces = (asset, texture, content) => places.get(asset)?.get(`${texture} ${content}`) ?? -1;
  return { textures, texels, placeOf };
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
  await inPieces(bytes.length / 4, pause, (from, to) => {
    for (let i = 4 * from, out = offset + from; i < 4 * to; i += 4, out++) {
      texels[out] = bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24);
    }
  });
}

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
