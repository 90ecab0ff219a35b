/** Textures of glTF. */
import * as z from "zod";
import { readImageHead } from "@usdkit/assets";
import { dataUri, viewBytes } from "@usdkit/assets/gltf";
import { ConvertError } from "../errors/convert-error.ts";
import type { ImageModel } from "../model/image.ts";
import type { TextureTransform, TextureUse, TextureWrap } from "../model/material.ts";
import { minifications, NEAREST } from "../model/texture-filters.ts";
import { texCoordName } from "./attributes.ts";
import { nameOf } from "./extras.ts";
import { rawList, type GltfFile } from "./gltf-file.ts";
import { pointer } from "./pointer.ts";

const pair = z.tuple([z.number(), z.number()]);

/** A use of a texture in the JSON, of a normal texture with its scale, of an occlusion texture with its strength. */
export interface TextureInfo {
  readonly index: number;
  readonly texCoord: number;
  readonly scale: number;
  readonly strength: number;
  readonly extensions?:
    | {
        readonly KHR_texture_transform?:
          | {
              readonly offset: [number, number];
              readonly rotation: number;
              readonly scale: [number, number];
              readonly texCoord?: number | undefined;
            }
          | undefined;
      }
    | undefined;
}

/** The schema of a {@link TextureInfo}. */
export const textureInfo: z.ZodType<TextureInfo> = z.object({
  index: z.int().min(0),
  texCoord: z.int().min(0).default(0),
  scale: z.number().default(1),
  strength: z.number().default(1),
  extensions: z
    .object({
      KHR_texture_transform: z
        .object({
          offset: pair.default([0, 0]),
          rotation: z.number().default(0),
          scale: pair.default([1, 1]),
          texCoord: z.int().min(0).optional(),
        })
        .optional(),
    })
    .optional(),
});

/** What an input takes of a texture. */
export type Sampling = Pick<TextureUse, "channels" | "colorSpace" | "scale" | "bias">;

const wraps: Readonly<Record<number, TextureWrap>> = { 33071: "clamp", 33648: "mirror", 10497: "repeat" };
const TRILINEAR = 9987;

/** Reads textures on demand: each image once, also if the file has it several times. */
export class TextureReader {
  readonly images: ImageModel[] = [];
  readonly #file: GltfFile;
  /** By index in the file, the index in `images`. */
  readonly #places = new Map<number, number>();

  constructor(file: GltfFile) {
    this.#file = file;
  }

  /**
   * Returns how an input uses a texture; null if the texture has no image, which is a loss.
   *
   * @param at the pointer of `info`
   * @throws ConvertError if the texture or its image does not exist, or is in another file
   */
  use(info: TextureInfo, sampling: Sampling, at: string): TextureUse | null {
    const { gltf, losses } = this.#file;
    const texture = gltf.textures[info.index];
    if (texture === undefined) {
      throw new ConvertError(
        `${at}/index`,
        `Texture ${info.index} does not exist; the file has ${gltf.textures.length}`,
      );
    }
    const where = pointer("/textures", info.index);
    const { source, sampler, extensions } = texture;
    // Files that every reader takes come first: the others have to be converted.
    const image = source ?? extensions?.EXT_texture_webp?.source ?? extensions?.KHR_texture_basisu?.source;
    if (image === undefined) {
      losses.add(where, "The texture has no image that is supported: it is left out");
      return null;
    }
    const settings = sampler === undefined ? undefined : gltf.samplers[sampler];
    if (sampler !== undefined && settings === undefined) {
      throw new ConvertError(
        `${where}/sampler`,
        `Sampler ${sampler} does not exist; the file has ${gltf.samplers.length}`,
      );
    }
    const transform = info.extensions?.KHR_texture_transform;
    return {
      image: this.#place(image, where),
      texCoords: texCoordName(transform?.texCoord ?? info.texCoord),
      transform: transform === undefined ? null : lowerLeft(transform),
      wrapS: wraps[settings?.wrapS ?? 10497],
      wrapT: wraps[settings?.wrapT ?? 10497],
      isNearest: settings?.magFilter === NEAREST,
      minification: minifications[settings?.minFilter ?? TRILINEAR] ?? null,
      ...sampling,
    };
  }

  #place(index: number, from: string): number {
    const known = this.#places.get(index);
    if (known !== undefined) return known;
    const image = this.#read(index, from);
    const same = this.images.findIndex(({ bytes }) => isEqual(bytes, image.bytes));
    const place = same < 0 ? this.images.push(image) - 1 : same;
    this.#places.set(index, place);
    return place;
  }

  #read(index: number, from: string): ImageModel {
    const { gltf, buffers, context } = this.#file;
    const source = pointer("/images", index);
    const image = gltf.images[index];
    if (image === undefined) {
      throw new ConvertError(`${from}/source`, `Image ${index} does not exist; the file has ${gltf.images.length}`);
    }
    const raw = rawList(this.#file, "images")[index];
    const where = `images[${index}]`;
    const { uri, bufferView } = image;
    if (bufferView === undefined && uri === undefined) {
      throw new ConvertError(source, "The image has neither a buffer view nor a URI");
    }
    const bytes =
      bufferView === undefined ? dataUri(uri ?? "", where, context).bytes : viewBytes(gltf, buffers, bufferView, where);
    if (bytes === null) throw new ConvertError(source, "An image cannot be in packed bytes");
    const format = readImageHead(bytes)?.mimeType ?? "";
    return { name: nameOf(raw), source, bytes, format, mimeType: image.mimeType ?? "" };
  }
}

/**
 * Returns the transform for coordinates that begin at the lower left. glTF scales, turns clockwise and moves coordinates that begin at the
 * upper left.
 */
function lowerLeft({
  offset: [u, v],
  rotation,
  scale: [sx, sy],
}: {
  readonly offset: readonly [number, number];
  readonly rotation: number;
  readonly scale: readonly [number, number];
}): TextureTransform | null {
  const [sine, cosine] = [Math.sin(rotation), Math.cos(rotation)];
  if (u === 0 && v === 0 && rotation === 0 && sx === 1 && sy === 1) return null;
  return {
    scale: [sx, sy],
    rotation: (rotation * 180) / Math.PI,
    translation: [u + sy * sine, 1 - v - sy * cosine],
  };
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  if (a.buffer === b.buffer && a.byteOffset === b.byteOffset) return true;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
