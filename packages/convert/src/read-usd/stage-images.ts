/** The images that materials of a stage name. */
import { imageFormats, readImageHead } from "@usdkit/assets";
import type { TextureFile } from "@usdkit/geometry";
import type { Stage } from "@usdkit/usd";
import type { Losses } from "../errors/losses.ts";
import type { ImageModel } from "../model/image.ts";

/** Reads each image once. */
export class StageImages {
  readonly list: ImageModel[] = [];
  readonly #stage: Stage;
  readonly #losses: Losses;
  readonly #places: Map<string, Promise<number | undefined>> = new Map();

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
    const same = this.list.findIndex((image) => image.bytes.length === bytes.length && isEqual(image.bytes, bytes));
    if (same >= 0) return same;
    const format = readImageHead(bytes)?.mimeType ?? "";
    if (format === "") {
      this.#losses.add(at, `The image ${name} is no file in ${imageFormats}: the texture is left out`);
      return undefined;
    }
    const stem = assetPath.replace(/^.*[/\\[]/u, "").replace(/\.[^.]*$/u, "");
    return this.list.push({ name: stem, source: at, bytes, format, mimeType: format }) - 1;
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
  return a.every((value, i) => value === b[i]);
}
