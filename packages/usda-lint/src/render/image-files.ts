import type * as Raster from "@usdkit/raster";
import { describeIoError, IoError } from "@usdkit/command/cli/errors";
import { resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import { writeAtomically } from "@usdkit/command/files/write-atomically";
import { withNameSuffix, type ImageFormat } from "./image-arguments.ts";
import type { LayerImage } from "./layer-images.ts";

/** How images are written. */
export interface ImageSettings {
  readonly format: ImageFormat;
  readonly quality: number | undefined;
}

/** Returns the file of an image. @throws {ImageError} for an invalid quality */
export async function encodeImage(
  raster: typeof Raster,
  image: LayerImage,
  { format, quality }: ImageSettings,
): Promise<Uint8Array> {
  switch (format) {
    case "png":
      return await raster.encodePng(image);
    case "jpeg":
      return await raster.encodeJpeg(image, { quality });
    case "webp":
      return await raster.encodeWebp(image, { quality });
    case "gif":
      return await raster.encodeAnimation([image], { format });
  }
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

  /** Whether several images may be in one file. */
  get canAnimate(): boolean {
    return this.#settings.format === "webp" || this.#settings.format === "gif";
  }

  async write(name: string, image: LayerImage): Promise<void> {
    this.#save(name, await encodeImage(this.#raster, image, this.#settings));
  }

  /** Writes numbers of pixels next to an image: without loss, also if the image is a JPEG. */
  async writeLayer(name: string, layer: string, image: LayerImage): Promise<void> {
    const file = withNameSuffix(name, layer);
    const { encodePng, encodeWebp } = this.#raster;
    if (this.#settings.format === "webp") this.#save(file, await encodeWebp(image, { lossless: true }));
    else this.#save(file.replace(/\.(?:jpe?g|gif)$/iu, ".png"), await encodePng(image));
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
