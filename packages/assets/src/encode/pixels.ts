import { ImageError } from "../errors/image-error.ts";

/** The pixels of an image: a result of `render`, a canvas' `ImageData`, or a similar object. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** RGBA, sRGB, straight alpha, the top row first; flat length 4 · width · height. */
  readonly data: Uint8Array | Uint8ClampedArray;
}

/** @throws {ImageError} if the data does not have the declared size */
export function checkPixels({ width, height, data }: Pixels, what: string): void {
  const isSize = Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0;
  if (isSize && data.length === 4 * width * height) return;
  throw new ImageError(
    `${what} of ${width} × ${height} pixels has ${data.length} bytes; RGBA of whole pixels was expected`,
  );
}
