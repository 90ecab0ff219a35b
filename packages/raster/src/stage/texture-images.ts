/** The images of textures of a stage. */
import {
  bakeTexture,
  namedInputs,
  type ComputedTexture,
  type GeometryProblem,
  type SurfaceMaterial,
  type SurfaceSource,
  type TexelImage,
  type TextureFile,
  type TextureSource,
} from "@usdkit/geometry";
import type { Stage } from "@usdkit/usd";
import { readImageHead, texelReader, type DecodedImage, type LoadOptions, type TexelReader } from "@usdkit/assets";
import type { Pause } from "../prepare/placed-item.ts";
import { hasBytes, type StageImage } from "./stage-image.ts";
import { WorkQueue } from "./work-queue.ts";
import { joinTiles, tilePaths, TILE_MARK, type Tile } from "./tiled-image.ts";

/** Returns the image of a texture; undefined if there is none that can be drawn. */
export type FindImage = (texture: TextureSource | ComputedTexture | null) => StageImage | undefined;

type Place = Pick<GeometryProblem, "path" | "property">;

interface WaitingImage {
  readonly file: TextureFile;
  readonly place: Place;
  readonly problems: GeometryProblem[];
}

/** Images that are being read. */
export interface LoadingImages {
  /** Reads the images of a material, each file once. */
  add(material: SurfaceMaterial): void;
  /** Resolves when all are read. */
  end(): Promise<void>;
}

/** Images that are read and decoded at a time. */
const CONCURRENT_IMAGES = 4;
/** Pixels of all tiles of one texture. */
const MOST_TILED_PIXELS = 4096 * 4096;

/** Reads and decodes the images of materials, each file once. Files that are missing or no images are problems. */
export class TextureImages {
  readonly problems: GeometryProblem[] = [];
  readonly #stage: Stage;
  readonly #decode: TexelReader;
  readonly #keep: (image: DecodedImage) => DecodedImage;
  /** By name of the layer and path in it. */
  readonly #images = new Map<string, StageImage | undefined>();
  readonly #computed = new WeakMap<ComputedTexture, StageImage>();
  /** Of one image. */
  readonly #mostPixels: number;

  /** @param keep makes the copy of a decoded image of bytes that is kept */
  constructor(stage: Stage, limits: LoadOptions["limits"], keep: (image: DecodedImage) => DecodedImage) {
    this.#stage = stage;
    this.#keep = keep;
    this.#decode = texelReader({ limits });
    this.#mostPixels = Math.min(limits?.texturePixels ?? Infinity, MOST_TILED_PIXELS);
  }

  /** Starts to read the images of materials as they are found, some at a time. */
  start(pause: Pause): LoadingImages {
    const asked = new Set<string>();
    // Problems are in the order of the materials.
    const found: GeometryProblem[][] = [];
    const queue = new WorkQueue<WaitingImage>(CONCURRENT_IMAGES, async ({ file, place, problems }) => {
      await pause();
      this.#images.set(keyOf(file), await this.#read(file, place, problems));
    });
    return {
      add: (material) => {
        for (const [name, { source }] of namedInputs(material)) {
          for (const file of filesOf(source)) {
            const key = keyOf(file);
            if (this.#images.has(key) || asked.has(key)) continue;
            asked.add(key);
            const problems: GeometryProblem[] = [];
            found.push(problems);
            queue.add({ file, place: { path: material.path, property: `inputs:${name}` }, problems });
          }
        }
      },
      end: async () => {
        await queue.end();
        this.problems.push(...found.flat());
      },
    };
  }

  /** Finds an image that was loaded, or computes it of those. */
  readonly find: FindImage = (texture) => {
    if (texture?.kind !== "computed") return texture === null ? undefined : this.#images.get(keyOf(texture.file));
    const known = this.#computed.get(texture) ?? this.#compute(texture);
    if (known !== undefined) this.#computed.set(texture, known);
    return known;
  };

  /** Tiles are computed as one image, which all images have to have. */
  #compute(texture: ComputedTexture): StageImage | undefined {
    const layouts = filesOf(texture).map((file) => this.#images.get(keyOf(file))?.tiles);
    const [tiles] = layouts;
    const isShared = layouts.every((each) => each?.[0] === tiles?.[0] && each?.[1] === tiles?.[1]);
    if (tiles !== undefined && (!isShared || texture.steps.some(({ kind }) => kind === "coordinates")))
      return undefined;
    const image = bakeTexture(texture, ({ file }) => this.#images.get(keyOf(file)));
    return image && { ...image, tiles };
  }

  async #read(file: TextureFile, place: Place, problems: GeometryProblem[]): Promise<StageImage | undefined> {
    const { assetPath } = file;
    if (assetPath.includes(TILE_MARK)) return await this.#readTiles(file, place, problems);
    const image = await this.#readImage(file, place, problems);
    if (image === "missing") problems.push({ ...place, message: notDrawn(assetPath, "there is no such file") });
    return image === "missing" ? undefined : image;
  }

  async #readTiles(file: TextureFile, place: Place, problems: GeometryProblem[]): Promise<StageImage | undefined> {
    const tiles: Tile[] = [];
    for (const { number, assetPath } of tilePaths(file.assetPath)) {
      const image = await this.#readImage({ ...file, assetPath }, place, problems);
      if (image !== undefined && image !== "missing") tiles.push({ number, image });
    }
    const joined = tiles.filter(({ image }) => hasBytes(image) === hasBytes(tiles[0].image));
    if (joined.length < tiles.length) {
      const [first] = tiles;
      const why = `tiles with 8 bits and with more are not drawn together; it is drawn with those that are like ${first.number}`;
      problems.push({ ...place, message: `@${file.assetPath}@: ${why}` });
    }
    if (joined.length > 0) return joinTiles(joined, this.#mostPixels);
    problems.push({ ...place, message: notDrawn(file.assetPath, "none of the tiles 1001 to 1100 can be read") });
    return undefined;
  }

  /** Returns undefined, with a problem, for a file that is no image. */
  async #readImage(
    { assetPath, layer }: TextureFile,
    place: Place,
    problems: GeometryProblem[],
  ): Promise<TexelImage | "missing" | undefined> {
    try {
      const bytes = await this.#stage.readAsset(assetPath, layer);
      if (bytes === undefined) return "missing";
      const decoded = await this.#decode(bytes, "the image");
      const image = hasBytes(decoded) ? this.#keep(decoded) : decoded;
      const head = readImageHead(bytes);
      if (head !== null && head.width > image.width) {
        const message = `@${assetPath}@: ${head.width} × ${head.height} pixels are over the limit texturePixels; it is drawn with ${image.width} × ${image.height}`;
        problems.push({ ...place, message });
      }
      return image;
    } catch (error) {
      const why = (error instanceof Error ? error.message : String(error)).replace(/\.$/u, "");
      problems.push({ ...place, message: notDrawn(assetPath, why) });
      return undefined;
    }
  }
}

function notDrawn(assetPath: string, why: string): string {
  return `@${assetPath}@: ${why}; it is drawn without the texture`;
}

function filesOf(source: SurfaceSource | null): readonly TextureFile[] {
  if (source?.kind === "texture") return [source.file];
  if (source?.kind !== "computed") return [];
  return source.steps.flatMap((step) => (step.kind === "texels" ? [step.image.file] : []));
}

function keyOf({ assetPath, layer }: TextureFile): string {
  return `${layer.anchor}\n${assetPath}`;
}
