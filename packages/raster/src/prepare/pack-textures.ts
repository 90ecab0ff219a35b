import type { MeshAsset, Texture } from "../assets/asset.ts";
import { RenderError } from "../errors/render-error.ts";
import { halve, mipmapSizes } from "./mipmaps.ts";
import type { Pause } from "./placed-item.ts";
import type { PreparedTexture, TextureLevel } from "./scene-data.ts";
import { sharedBytes } from "./shared-arrays.ts";

export interface PackedTextures {
  readonly textures: readonly PreparedTexture[];
  readonly texels: Uint8Array;
  /** By asset, what its own numbers of textures are counted from. */
  readonly firsts: ReadonlyMap<MeshAsset, number>;
}

/** All pictures in one array, those that want it with their smaller versions. */
export async function packTextures(
  assets: ReadonlyMap<MeshAsset, string>,
  limit: number,
  pause: Pause,
): Promise<PackedTextures> {
  const firsts = new Map<MeshAsset, number>();
  const textures: PreparedTexture[] = [];
  const sources: Texture[] = [];
  let bytes = 0;
  for (const [asset, primPath] of assets) {
    firsts.set(asset, textures.length);
    for (const [i, texture] of asset.textures.entries()) {
      check(texture, i, primPath);
      const levels: TextureLevel[] = [];
      for (const [width, height] of sizesOf(texture)) {
        levels.push({ width, height, offset: bytes });
        bytes += 4 * width * height;
      }
      const { wrapS, wrapT, magFilter, minFilter } = texture;
      textures.push({ levels, wrapS, wrapT, magFilter, minFilter });
      sources.push(texture);
      if (bytes > limit) {
        const message = `the textures take more than ${limit} bytes; make them smaller, or raise limits.textureBytes`;
        throw new RenderError("limit", message, { primPath });
      }
    }
  }
  const texels = sharedBytes(bytes);
  for (const [i, { levels }] of textures.entries()) {
    texels.set(sources[i].data, levels[0].offset);
    for (let level = 1; level < levels.length; level++) {
      const [from, to] = [levels[level - 1], levels[level]];
      halve(texels, from.offset, from.width, from.height, to.offset, to.width, to.height);
      await pause();
    }
  }
  return { textures, texels, firsts };
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
