/** Draws the picture of a file. */
import type * as Raster from "@usdkit/raster";
import { assetLocator, type LocateAsset } from "@usdkit/command/files/asset-files";
import { path } from "@usdkit/command/process/builtins";
import { newTrace, type SharedFiles } from "../composed/shared-files.ts";
import { encodeImage } from "../render/image-files.ts";
import { areCurrent, inputsOf, type FoundMeshes, type PictureInputs } from "./picture-inputs.ts";
import type { PictureSettings } from "./picture-settings.ts";

/** Pixels of a side of pictures for which coarser shadows are enough: their texels are still as small as pixels. */
const SMALL = 512;

/** A picture: an image file, or pixels. */
export type PictureContent =
  | { readonly kind: "file"; readonly bytes: Uint8Array }
  | { readonly kind: "pixels"; readonly width: number; readonly height: number; readonly data: Uint8Array };

/** What came of a file. */
export type PictureOutcome =
  | { readonly status: "drawn"; readonly content: PictureContent; readonly inputs: PictureInputs }
  /** Nothing of what it was drawn from has changed. */
  | { readonly status: "current" }
  /** There is nothing to see, for the given reason. */
  | { readonly status: "empty"; readonly reason: string; readonly inputs: PictureInputs }
  | { readonly status: "failed"; readonly reason: string };

/** Of a file that a picture is drawn of. */
export interface PictureTask {
  /** Absolute path with `/`. */
  readonly file: string;
  /** Of a picture that exists. */
  readonly known: PictureInputs | null;
}

/** Draws pictures with the same settings; what several files read is read once. */
export class PictureMaker {
  readonly #raster: typeof Raster;
  readonly #settings: PictureSettings;
  readonly #files: SharedFiles;
  readonly #locate: LocateAsset;

  /** @throws {IoError} if the folder or map of meshes cannot be read */
  constructor(raster: typeof Raster, settings: PictureSettings, files: SharedFiles) {
    this.#raster = raster;
    this.#settings = settings;
    this.#files = files;
    const { assets } = settings;
    this.#locate = assets === null ? () => undefined : assetLocator(assets.name, assets.place);
  }

  /** Draws a picture unless it exists and is current; never throws. */
  async make({ file, known }: PictureTask): Promise<PictureOutcome> {
    try {
      if (known !== null && areCurrent(known, this.#files, this.#locate)) return { status: "current" };
      return await this.#draw(file);
    } catch (error) {
      return { status: "failed", reason: error instanceof Error ? error.message : String(error) };
    }
  }

  async #draw(file: string): Promise<PictureOutcome> {
    const { as, look, purposes, subdivisionLevel, camera } = this.#settings;
    const trace = newTrace();
    const meshes = new Map<string, { readonly file: string; readonly bytes: Uint8Array } | undefined>();
    const { scene } = await this.#raster.prepareFile(file, {
      resolver: this.#files.resolver(path.posix.dirname(file), trace),
      as: as ?? undefined,
      composition: { hasOwnSession: true },
      assets: (meshId) => this.#mesh(meshId, meshes),
      missingAssets: "skip",
      maps: look === "plain" ? "baseColor" : "all",
      purposes: purposes ?? undefined,
      subdivisionLevel,
      // This is one of several threads.
      pool: null,
    });
    try {
      const report = await scene.report();
      if (report.drawn.length === 0) {
        const reason = this.#raster.describeReport(report) ?? "Nothing is drawn";
        return { status: "empty", reason, inputs: inputsOf(trace, meshes) };
      }
      const { width, height, samples, background, lights } = this.#settings;
      const image = await scene.render({
        camera: camera === "first" ? (scene.cameras().at(0) ?? "auto") : "auto",
        width,
        height,
        samples,
        look: look === "plain" ? "plain" : { lights, shadowSize: Math.max(width, height) <= SMALL ? 512 : 1024 },
        background: background ?? undefined,
        threads: 1,
      });
      return { status: "drawn", content: await this.#contentOf(image), inputs: inputsOf(trace, meshes) };
    } finally {
      await scene[Symbol.asyncDispose]();
    }
  }

  #mesh(meshId: string, meshes: Map<string, ReturnType<FoundMeshes["get"]>>): Uint8Array | undefined {
    const file = this.#locate(meshId);
    const bytes = file === undefined ? undefined : this.#files.read(file);
    meshes.set(meshId, file === undefined || bytes === undefined ? undefined : { file, bytes });
    return bytes;
  }

  async #contentOf({ width, height, data }: Raster.RenderedImage): Promise<PictureContent> {
    const { format, quality } = this.#settings;
    if (format === null) return { kind: "pixels", width, height, data };
    const bytes = await encodeImage(this.#raster, { width, height, data }, { format, quality: quality ?? undefined });
    return { kind: "file", bytes };
  }
}
