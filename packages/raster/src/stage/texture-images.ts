/** The images of textures of a stage. */
import {
  namedInputs,
  type GeometryProblem,
  type SurfaceMaterial,
  type TextureFile,
  type TextureSource,
} from "@usdkit/geometry";
import type { Stage } from "@usdkit/usd";
import { imageReader, type DecodedImage } from "@usdkit/assets";
import type { Pause } from "../prepare/placed-item.ts";

/** Returns the image of a texture; undefined if there is none that can be drawn. */
export type FindImage = (texture: TextureSource | null) => DecodedImage | undefined;

/** Reads and decodes the images of materials, each file once. Files that are missing or no images are problems. */
export class TextureImages {
  readonly problems: GeometryProblem[] = [];
  readonly #stage: Stage;
  readonly #decode = imageReader();
  /** By name of the layer and path in it. */
  readonly #images = new Map<string, DecodedImage | undefined>();

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** Reads the images of materials. */
  async load(materials: Iterable<SurfaceMaterial>, pause: Pause): Promise<void> {
    for (const material of materials) {
      for (const [name, { source }] of namedInputs(material)) {
        if (source?.kind !== "texture" || this.#images.has(keyOf(source.file))) continue;
        await pause();
        const place = { path: material.path, property: `inputs:${name}` };
        this.#images.set(keyOf(source.file), await this.#read(source.file, place));
      }
    }
  }

  /** Finds an image that was loaded. */
  readonly find: FindImage = (texture) => (texture === null ? undefined : this.#images.get(keyOf(texture.file)));

  async #read(
    { assetPath, layer }: TextureFile,
    place: Pick<GeometryProblem, "path" | "property">,
  ): Promise<DecodedImage | undefined> {
    const fail = (why: string): undefined => {
      this.problems.push({ ...place, message: `@${assetPath}@: ${why}; it is drawn without the texture` });
      return undefined;
    };
    // Tiles of one texture are images of their own.
    if (assetPath.includes("<UDIM>")) return fail("UDIM tiles are not drawn yet");
    try {
      const bytes = await this.#stage.readAsset(assetPath, layer);
      return bytes === undefined ? fail("there is no such file") : await this.#decode(bytes, "the image");
    } catch (error) {
      return fail((error instanceof Error ? error.message : String(error)).replace(/\.$/u, ""));
    }
  }
}

function keyOf({ assetPath, layer }: TextureFile): string {
  return `${layer.anchor}\n${assetPath}`;
}
