import type { MeshAsset, Texture } from "../assets/asset.ts";
import { RenderError } from "../errors/render-error.ts";
import { halve, mipmapSizes } from "./mipmaps.ts";
import type { Pause } from "./placed-item.ts";
import { filters, wraps, type PreparedTexture, type TextureLevel } from "./scene-data.ts";
import { sharedWords } from "./shared-arrays.ts";

export interface PackedTextures {
  readonly textures: readonly PreparedTexture[];
  /** See `MeshData.texels`. */
  readonly texels: Uint32Array;
  /** By asset, what its own numbers of textures are counted from. */
  readonly firsts: ReadonlyMap<MeshAsset, number>;
}

/** All images in one array, those that want it with their smaller versions. */
export async function packTextures(
  assets: ReadonlyMap<MeshAsset, string>,
  limit: number,
  pause: Pause,
): Promise<PackedTextures> {
  const firsts = new Map<MeshAsset, number>();
  const textures: PreparedTexture[] = [];
  const sources: Texture[] = [];
  let count = 0;
  for (const [asset, primPath] of assets) {
    firsts.set(asset, textures.length);
    for (const [i, texture] of asset.textures.entries()) {
      check(texture, i, primPath);
      const levels: TextureLevel[] = [];
      for (const [width, height] of sizesOf(texture)) {
        levels.push({ width, height, offset: count });
        count += width * height;
      }
      textures.push({
        levels,
        wrapS: wraps[texture.wrapS],
        wrapT: wraps[texture.wrapT],
        magFilter: filters[texture.magFilter],
        minFilter: filters[texture.minFilter],
      });
      sources.push(texture);
      if (4 * count > limit) {
        const message = `the textures take more than ${limit} bytes; make them smaller, or raise limits.textureBytes`;
        throw new RenderError("limit", message, { primPath });
      }
    }
  }
  const texels = sharedWords(count);
  for (const [i, { levels }] of textures.entries()) {
    packTexels(sources[i].data, texels, levels[0].offset);
    for (let level = 1; level < levels.length; level++) {
      const [from, to] = [levels[level - 1], levels[level]];
      halve(texels, from, to, "color");
      await pause();
    }
  }
  return { textures, texels, firsts };
}

function packTexels(bytes: Uint8Array, texels: Uint32Array, offset: number): void {
  for (let i = 0, out = offset; i < bytes.length; i += 4, out++) {
    texels[out] = bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24);
  }
}

function sizesOf({ width, height, minFilter }: Texture): [width: number, height: number][] {
  return minFilter === "mipmap" ? mipmapSizes(width, height) : [[width, height]];
}

function check({ width, height, data }: Texture, i: number, primPath: string): void {
  const isSize = Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0;
  if (isSize && data.length === 4 * width * height) return;
  const message = `textures[${i}]: ${width} × ${height} texels of 4 bytes, not ${data.length} bytes`;
  throw new RenderError("asset", message, { primPath });
}
