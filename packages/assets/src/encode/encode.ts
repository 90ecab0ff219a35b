import { encodeImage, encodeImages } from "#image-encoder";
import { ImageError } from "../errors/image-error.ts";
import { checkPixels, type Pixels } from "./pixels.ts";

/** Options of {@link encodePng}. */
export interface PngOptions {
  /** 0 (fast) to 9 (small); default 6. A browser takes its own. */
  readonly compressionLevel?: number | undefined;
}

/** Options of {@link encodeJpeg}. */
export interface JpegOptions {
  /** 1 to 100; default 90. */
  readonly quality?: number | undefined;
  /** What shows through where the image is not opaque: sRGB from 0 to 255; default black. */
  readonly background?: readonly [r: number, g: number, b: number] | undefined;
}

/**
 * The image as PNG. The file depends on the encoder's version: images are the same where {@link imageHash} is.
 *
 * @throws {ImageError} if the image or an option is invalid
 * @example
 * await writeFile("scene.png", await encodePng(await scene.render()));
 */
export async function encodePng(image: Pixels, { compressionLevel = 6 }: PngOptions = {}): Promise<Uint8Array> {
  checkPixels(image, "an image");
  if (!(Number.isInteger(compressionLevel) && compressionLevel >= 0 && compressionLevel <= 9)) {
    throw new ImageError(`compressionLevel is a whole number from 0 to 9, not ${compressionLevel}`);
  }
  return await encode(image, { type: "png", compressionLevel });
}

/**
 * The image as JPEG, which has no alpha: `background` shows through.
 *
 * @throws {ImageError} if the image or an option is invalid
 * @example
 * await writeFile("scene.jpg", await encodeJpeg(await scene.render(), { quality: 80 }));
 */
export async function encodeJpeg(
  image: Pixels,
  { quality = 90, background = [0, 0, 0] }: JpegOptions = {},
): Promise<Uint8Array> {
  checkPixels(image, "an image");
  if (!(Number.isInteger(quality) && quality >= 1 && quality <= 100)) {
    throw new ImageError(`quality is a whole number from 1 to 100, not ${quality}`);
  }
  if (!background.every((value) => value >= 0 && value <= 255)) {
    throw new ImageError(`background is three numbers from 0 to 255, not ${background.join(", ")}`);
  }
  return await encode(opaque(image, background), { type: "jpeg", quality });
}

/** Options of {@link encodeWebp}. */
export interface WebpOptions {
  /** 1 to 100; default 85. */
  readonly quality?: number | undefined;
  /** Whether every pixel is kept as it is; default false. In Node only. */
  readonly lossless?: boolean | undefined;
}

/**
 * The image as WebP, with its alpha.
 *
 * @throws {ImageError} if the image or an option is invalid
 * @example
 * await writeFile("scene.webp", await encodeWebp(await scene.render()));
 */
export async function encodeWebp(
  image: Pixels,
  { quality = 85, lossless = false }: WebpOptions = {},
): Promise<Uint8Array> {
  checkPixels(image, "an image");
  if (!(Number.isInteger(quality) && quality >= 1 && quality <= 100)) {
    throw new ImageError(`quality is a whole number from 1 to 100, not ${quality}`);
  }
  return await encode(image, { type: "webp", quality, lossless });
}

/** Options of {@link encodeAnimation}. */
export interface AnimationOptions {
  readonly format: "webp" | "gif";
  /** Milliseconds that each image is shown; default 80. */
  readonly delay?: number | undefined;
  /** 1 to 100; default 85. GIF has none. */
  readonly quality?: number | undefined;
  /** Whether WebP keeps every pixel as it is; default false. */
  readonly lossless?: boolean | undefined;
}

/** Of an animation: its images are one below the other while it is encoded. */
const MAX_ANIMATION_ROWS = 65_500;

/**
 * Images of one size as an endless animation. In Node only.
 *
 * @throws {ImageError} if an image or an option is invalid
 * @example
 * const frames = [];
 * for (const camera of scene.turntable(36)) frames.push(await scene.render({ camera }));
 * await writeFile("scene.webp", await encodeAnimation(frames, { format: "webp" }));
 */
export async function encodeAnimation(
  images: readonly Pixels[],
  { format, delay = 80, quality = 85, lossless = false }: AnimationOptions,
): Promise<Uint8Array> {
  const [first] = images;
  if (first === undefined) throw new ImageError("an animation needs an image");
  for (const image of images) {
    checkPixels(image, "an image of the animation");
    if (image.width !== first.width || image.height !== first.height) {
      throw new ImageError(`all images of an animation must have ${first.width} × ${first.height} pixels`);
    }
  }
  if (first.height * images.length > MAX_ANIMATION_ROWS) {
    const message = `${images.length} images of ${first.height} rows exceed the limit of ${MAX_ANIMATION_ROWS} rows`;
    throw new ImageError(message);
  }
  if (format !== "webp" && format !== "gif") throw new ImageError("the format of an animation is webp or gif");
  if (!(Number.isInteger(delay) && delay >= 1 && delay <= 60_000)) {
    throw new ImageError(`delay is a whole number of milliseconds from 1 to 60000, not ${delay}`);
  }
  if (!(Number.isInteger(quality) && quality >= 1 && quality <= 100)) {
    throw new ImageError(`quality is a whole number from 1 to 100, not ${quality}`);
  }
  if (encodeImages === null) throw new ImageError("animations are encoded in Node only");
  try {
    return await encodeImages(images, { type: format, delay, quality, lossless });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ImageError(`the animation cannot be encoded: ${reason}`, { cause });
  }
}

async function encode(image: Pixels, format: Parameters<typeof encodeImage>[1]): Promise<Uint8Array> {
  try {
    return await encodeImage(image, format);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ImageError(`the image cannot be encoded: ${reason}`, { cause });
  }
}

/** Over the background, in sRGB as every viewer does it. */
function opaque({ width, height, data }: Pixels, background: readonly number[]): Pixels {
  const flat = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3];
    for (let c = 0; c < 3; c++) flat[i + c] = (data[i + c] * alpha + background[c] * (255 - alpha)) / 255 + 0.5;
    flat[i + 3] = 255;
  }
  return { width, height, data: flat };
}
