import sharp from "sharp";
import { InputError } from "./engine.ts";

/** An image as a height field: bright is near. */
export interface Relief {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue from 0 to 1, rows from the top. */
  readonly colors: Float32Array;
  /** From 0 to 1. */
  readonly heights: Float32Array;
}

const MAX_PIXELS = 100_000_000;

/** @param side Number of samples along the longer side. @throws {InputError} if the file is not an image. */
export async function readRelief(path: string, side: number): Promise<Relief> {
  try {
    const picture = sharp(path, { limitInputPixels: MAX_PIXELS, pages: 1 }).rotate();
    const small = picture.resize(side, side, { fit: "inside" }).removeAlpha().toColourspace("srgb");
    const { data, info } = await small.raw().toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const colors = new Float32Array(width * height * 3);
    const heights = new Float32Array(width * height);
    for (let i = 0; i < width * height; i++) {
      for (let c = 0; c < 3; c++) colors[3 * i + c] = data[i * channels + Math.min(c, channels - 1)] / 255;
      heights[i] = 0.3 * colors[3 * i] + 0.59 * colors[3 * i + 1] + 0.11 * colors[3 * i + 2];
    }
    return { width, height, colors, heights };
  } catch (cause) {
    throw new InputError("the image cannot be read", { cause });
  }
}
