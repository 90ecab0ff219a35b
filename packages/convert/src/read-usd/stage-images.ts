/** The images that materials of a stage name. */
import { encodePng, hasHalfTexels, imageFormats, readImageHead, texelReader } from "@usdkit/assets";
import type { TextureFile } from "@usdkit/geometry";
import type { Stage } from "@usdkit/usd";
import type { Losses } from "../errors/losses.ts";
import type { ImageModel } from "../model/image.ts";
import type { TextureUse } from "../model/material.ts";
import { encodedHalves } from "./encoded-halves.ts";

/** Reads each image once. */
export class StageImages {
  readonly list: ImageModel[] = [];
  readonly #stage: Stage;
  readonly #losses: Losses;
  readonly #places: Map<string, Promise<number | undefined>> = new Map();
  /** Images of which the list has other bytes than the file, by index. */
  readonly #encoded: Map<number, Uint8Array> = new Map();
  readonly #decode = texelReader();

  constructor(stage: Stage, losses: Losses) {
    this.#stage = stage;
    this.#losses = losses;
  }

  /** Returns the index of an image; undefined, with a loss, if it cannot be read. */
  async place(file: TextureFile, at: string): Promise<number | undefined> {
    const { assetPath, layer } = file;
    const key = `${layer.identifier}\n${assetPath}`;
    const known = this.#places.get(key) ?? this.#read(file, at);
    this.#places.set(key, known);
    return await known;
  }

  /** How the texels of an image are encoded whatever its texture says; undefined if that decides. */
  colorSpaceOf(index: number): TextureUse["colorSpace"] | undefined {
    return this.#encoded.has(index) ? "sRGB" : undefined;
  }

  async #read({ assetPath, layer }: TextureFile, at: string): Promise<number | undefined> {
    const name = JSON.stringify(assetPath.slice(0, 200));
    if (assetPath.includes("<UDIM>")) {
      this.#losses.add(at, `The tiles of ${name} are not part of glTF: the texture is left out`);
      return undefined;
    }
    const bytes = await this.#bytes(assetPath, layer);
    if (bytes === undefined) {
      this.#losses.add(at, `The image ${name} cannot be read: the texture is left out`);
      return undefined;
    }
    const same = this.list.findIndex((image, i) => isEqual(this.#encoded.get(i) ?? image.bytes, bytes));
    if (same >= 0) return same;
    const stem = assetPath.replace(/^.*[/\\[]/u, "").replace(/\.[^.]*$/u, "");
    if (hasHalfTexels(bytes)) return await this.#encode(bytes, { stem, name, at });
    const format = readImageHead(bytes)?.mimeType ?? "";
    if (format === "") {
      this.#losses.add(at, `The image ${name} is no file in ${imageFormats}: the texture is left out`);
      return undefined;
    }
    return this.list.push({ name: stem, source: at, bytes, format, mimeType: format }) - 1;
  }

  /** Places an image of light as a PNG in sRGB, which has the most levels where eyes see them. */
  async #encode(
    bytes: Uint8Array,
    { stem, name, at }: { readonly stem: string; readonly name: string; readonly at: string },
  ): Promise<number | undefined> {
    try {
      const image = await this.#decode(bytes, name);
      const { data, isClipped } = encodedHalves(image.data);
      if (isClipped) this.#losses.add(at, `What is brighter than 1 in the image ${name} is 1 in glTF`);
      const png = await encodePng({ ...image, data });
      const format = "image/png";
      const index = this.list.push({ name: stem, source: at, bytes: png, format, mimeType: format }) - 1;
      this.#encoded.set(index, bytes);
      return index;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#losses.add(at, `The image ${name} cannot be decoded, and its texture is left out: ${reason}`);
      return undefined;
    }
  }

  async #bytes(assetPath: string, layer: TextureFile["layer"]): Promise<Uint8Array | undefined> {
    try {
      return await this.#stage.readAsset(assetPath, layer);
    } catch {
      return undefined;
    }
  }
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}
