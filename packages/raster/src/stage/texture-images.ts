/** The images of textures of a stage. */
import {
  bakeTexture,
  namedInputs,
  type ComputedTexture,
  type GeometryProblem,
  type SurfaceMaterial,
  type SurfaceSource,
  type TextureFile,
  type TextureSource,
} from "@usdkit/geometry";
import type { Stage } from "@usdkit/usd";
import { imageReader, readImageHead, type DecodedImage, type ImageReader, type LoadOptions } from "@usdkit/assets";
import type { Pause } from "../prepare/placed-item.ts";

/** Returns the image of a texture; undefined if there is none that can be drawn. */
export type FindImage = (texture: TextureSource | ComputedTexture | null) => DecodedImage | undefined;

/** Images that are read and decoded at a time. */
const CONCURRENT_IMAGES = 4;

/** Reads and decodes the images of materials, each file once. Files that are missing or no images are problems. */
export class TextureImages {
  readonly problems: GeometryProblem[] = [];
  readonly #stage: Stage;
  readonly #decode: ImageReader;
  /** By name of the layer and path in it. */
  readonly #images = new Map<string, DecodedImage | undefined>();
  readonly #computed = new WeakMap<ComputedTexture, DecodedImage>();

  constructor(stage: Stage, limits: LoadOptions["limits"]) {
    this.#stage = stage;
    this.#decode = imageReader({ limits });
  }

  /** Reads the images of materials, some at a time. */
  async load(materials: Iterable<SurfaceMaterial>, pause: Pause): Promise<void> {
    const waiting: { readonly file: TextureFile; readonly place: Pick<GeometryProblem, "path" | "property"> }[] = [];
    const asked = new Set<string>();
    for (const material of materials) {
      for (const [name, { source }] of namedInputs(material)) {
        for (const file of filesOf(source)) {
          const key = keyOf(file);
          if (this.#images.has(key) || asked.has(key)) continue;
          asked.add(key);
          waiting.push({ file, place: { path: material.path, property: `inputs:${name}` } });
        }
      }
    }
    // Problems are in the order of the materials.
    const found = waiting.map((): GeometryProblem[] => []);
    let next = 0;
    const take = async (): Promise<void> => {
      for (let i = next++; i < waiting.length; i = next++) {
        await pause();
        const { file, place } = waiting[i];
        this.#images.set(keyOf(file), await this.#read(file, place, found[i]));
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT_IMAGES }, take));
    this.problems.push(...found.flat());
  }

  /** Finds an image that was loaded, or computes it of those. */
  readonly find: FindImage = (texture) => {
    if (texture?.kind !== "computed") return texture === null ? undefined : this.#images.get(keyOf(texture.file));
    const known = this.#computed.get(texture) ?? bakeTexture(texture, ({ file }) => this.#images.get(keyOf(file)));
    if (known !== undefined) this.#computed.set(texture, known);
    return known;
  };

  async #read(
    { assetPath, layer }: TextureFile,
    place: Pick<GeometryProblem, "path" | "property">,
    problems: GeometryProblem[],
  ): Promise<DecodedImage | undefined> {
    const fail = (why: string): undefined => {
      problems.push({ ...place, message: `@${assetPath}@: ${why}; it is drawn without the texture` });
      return undefined;
    };
    // Tiles of one texture are images of their own.
    if (assetPath.includes("<UDIM>")) return fail("UDIM tiles are not drawn yet");
    try {
      const bytes = await this.#stage.readAsset(assetPath, layer);
      if (bytes === undefined) return fail("there is no such file");
      const image = await this.#decode(bytes, "the image");
      const head = readImageHead(bytes);
      if (head !== null && head.width > image.width) {
        const message = `@${assetPath}@: ${head.width} × ${head.height} pixels are over the limit texturePixels; it is drawn with ${image.width} × ${image.height}`;
        problems.push({ ...place, message });
      }
      return image;
    } catch (error) {
      return fail((error instanceof Error ? error.message : String(error)).replace(/\.$/u, ""));
    }
  }
}

function filesOf(source: SurfaceSource | null): readonly TextureFile[] {
  if (source?.kind === "texture") return [source.file];
  if (source?.kind !== "computed") return [];
  return source.steps.flatMap((step) => (step.kind === "texels" ? [step.image.file] : []));
}

function keyOf({ assetPath, layer }: TextureFile): string {
  return `${layer.anchor}\n${assetPath}`;
}
