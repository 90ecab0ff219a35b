/** Textures of a glTF: each image is decoded once, however many textures share it. */
import { AssetError } from "../errors/asset-error.ts";
import type { Texture, TextureWrap } from "../model/asset.ts";
import { decodeReducedImage } from "../images/decode-image.ts";
import type { DecodedImage } from "../images/image-decoder.ts";
import { readImageHead } from "../images/image-size.ts";
import type { SkipCounter } from "../model/skip-counter.ts";
import { dataUri } from "./buffers.ts";
import { at, viewBytes, type GltfSource } from "./check-gltf.ts";
import type { GltfSampler } from "./gltf-types.ts";

const NEAREST = 9728;

const wraps: Readonly<Record<GltfSampler["wrapS"], TextureWrap>> = { 33071: "clamp", 33648: "mirror", 10497: "repeat" };

const minFilters: ReadonlyMap<number | undefined, Texture["minFilter"]> = new Map([
  [NEAREST, "nearest"],
  [9729, "linear"],
  [9984, "nearestMipmapNearest"],
  [9985, "linearMipmapNearest"],
  [9986, "nearestMipmapLinear"],
]);

/** Reads textures on demand. */
export class TextureReader {
  readonly textures: Texture[] = [];
  readonly #file: GltfSource;
  readonly #skips: SkipCounter;
  /** By index in the file: the index in {@link textures}, or null without an image. */
  readonly #places = new Map<number, number | null>();
  /** By index in the file: the image, or why it is left out. */
  readonly #images = new Map<number, DecodedImage | string>();

  constructor(file: GltfSource, skips: SkipCounter) {
    this.#file = file;
    this.#skips = skips;
  }

  /**
   * Returns the index of a texture in {@link textures}; null if its image cannot be decoded (counted as `undecodedTexture`), is in a file that
   * was not embedded (`externalTexture`), or exceeds a limit (`textureOverLimit`). Larger ones than `texturePixels` are reduced to it
   * (`reducedTexture`).
   *
   * @throws AssetError if an index does not exist
   */
  async place(index: number, where: string): Promise<number | null> {
    const known = this.#places.get(index);
    if (known !== undefined) return known;
    const isWithin = this.textures.length < this.#file.context.limits.textures;
    if (!isWithin) this.#skips.add("textureOverLimit");
    const texture = isWithin ? await this.#read(index, where) : null;
    if (texture !== null) this.textures.push(texture);
    const place = texture === null ? null : this.textures.length - 1;
    this.#places.set(index, place);
    return place;
  }

  async #read(index: number, from: string): Promise<Texture | null> {
    const where = `textures[${index}]`;
    const { gltf } = this.#file;
    const { source, sampler, extensions } = at(gltf.textures, index, "textures", from);
    const settings = sampler === undefined ? undefined : at(gltf.samplers, sampler, "samplers", where);
    const places = [extensions?.KHR_texture_basisu?.source, extensions?.EXT_texture_webp?.source, source];
    const image = await this.#firstImage(places, where);
    if (image === null) return null;
    const { width, height, data } = image;
    return {
      width,
      height,
      data,
      wrapS: wraps[settings?.wrapS ?? 10497],
      wrapT: wraps[settings?.wrapT ?? 10497],
      magFilter: settings?.magFilter === NEAREST ? "nearest" : "linear",
      minFilter: minFilters.get(settings?.minFilter) ?? "mipmap",
    };
  }

  /** The first image that can be decoded: extensions may have a fallback. */
  async #firstImage(places: readonly (number | undefined)[], where: string): Promise<DecodedImage | null> {
    let reason = "undecodedTexture";
    for (const place of places) {
      const image = place === undefined ? reason : await this.#image(place, where);
      if (typeof image !== "string") return image;
      reason = image;
    }
    this.#skips.add(reason);
    return null;
  }

  /** Returns an image, or why it is left out. */
  async #image(index: number, from: string): Promise<DecodedImage | string> {
    const known = this.#images.get(index);
    if (known !== undefined) return known;
    const where = `images[${index}]`;
    const { uri } = at(this.#file.gltf.images, index, "images", from);
    const image = isExternal(uri) ? "externalTexture" : await this.#decode(this.#bytes(index, from), where);
    this.#images.set(index, image);
    return image;
  }

  async #decode(bytes: Uint8Array, where: string): Promise<DecodedImage | string> {
    try {
      const image = await decodeReducedImage(bytes, where, this.#file.context);
      const head = readImageHead(bytes);
      if (head !== null && head.width > image.width) this.#skips.add("reducedTexture");
      return image;
    } catch (error) {
      if (!(error instanceof AssetError)) throw error;
      return error.problem === "limit" ? "textureOverLimit" : "undecodedTexture";
    }
  }

  #bytes(index: number, from: string): Uint8Array {
    const { gltf, buffers, context } = this.#file;
    const where = `images[${index}]`;
    const { uri, bufferView } = at(gltf.images, index, "images", from);
    if (bufferView !== undefined) {
      const bytes = viewBytes(gltf, buffers, bufferView, where);
      if (bytes === null) throw new AssetError("malformed", "an image cannot lie in compressed bytes.", { where });
      return bytes;
    }
    if (uri === undefined) throw new AssetError("malformed", "neither bytes nor a URI are given.", { where });
    return dataUri(uri, where, context).bytes;
  }
}

function isExternal(uri: string | undefined): boolean {
  return uri !== undefined && !/^data:/iu.test(uri);
}
