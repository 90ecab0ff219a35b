import type * as Raster from "@usdkit/raster";
import { describeIoError, IoError } from "@usdkit/command/cli/errors";
import { resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import { writeAtomically } from "@usdkit/command/files/write-atomically";
import type { LayerImage } from "./layer-images.ts";

/** How images are written. */
export interface ImageSettings {
  readonly format: "png" | "jpeg" | "webp" | "gif";
  readonly quality: number | undefined;
}

/** Writes images in one format. */
export class ImageFiles {
  readonly #raster: typeof Raster;
  readonly #context: CommandContext;
  readonly #settings: ImageSettings;

  constructor(raster: typeof Raster, context: CommandContext, settings: ImageSettings) {
    this.#raster = raster;
    this.#context = context;
    this.#settings = settings;
  }

  get isAnimation(): boolean {
    return this.#settings.format === "webp" || this.#settings.format === "gif";
  }

  async write(name: string, image: LayerImage): Promise<void> {
    const { format, quality } = this.#settings;
    const { encodeJpeg, encodePng } = this.#raster;
    this.#save(name, format === "jpeg" ? await encodeJpeg(image, { quality }) : await encodePng(image));
  }

  /** @param timing Milliseconds of each image, and whether every pixel must be kept as it is. */
  async writeAnimation(
    name: string,
    images: readonly LayerImage[],
    timing: { readonly delay?: number | undefined; readonly lossless?: boolean | undefined },
  ): Promise<void> {
    const { format, quality } = this.#settings;
    if (format !== "webp" && format !== "gif") return;
    this.#save(name, await this.#raster.encodeAnimation(images, { format, quality, ...timing }));
  }

  #save(name: string, bytes: Uint8Array): void {
    try {
      writeAtomically(resolvePath(this.#context, name), bytes);
    } catch (error) {
      throw new IoError(`${name}: ${describeIoError(error)}`);
    }
  }
}
