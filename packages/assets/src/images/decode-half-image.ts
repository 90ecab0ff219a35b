import { floatToHalfBits } from "@usdkit/base";
import type { ImageContext } from "./image-context.ts";
import type { FloatImage, HalfImage, LinearImage } from "./linear-image.ts";
import { decodeExr, isExr } from "./open-exr.ts";
import { decodeRadianceImage, isRadianceImage } from "./radiance-hdr.ts";

/** The largest finite half. */
const MOST = 65504;

/** Returns whether an image is of a format with more than 8 bits: Radiance or OpenEXR, of which {@link texelReader} makes halves. */
export function hasHalfTexels(bytes: Uint8Array): boolean {
  return isExr(bytes) || isRadianceImage(bytes);
}

/**
 * Decodes a Radiance or OpenEXR image. What is no number is 0, and what halves do not hold is the largest one.
 *
 * @throws AssetError if the image is of another kind, too large, or damaged
 */
export async function decodeHalfImage(bytes: Uint8Array, where: string, context: ImageContext): Promise<HalfImage> {
  const image: FloatImage | LinearImage = isRadianceImage(bytes)
    ? decodeRadianceImage(bytes, where, context)
    : await decodeExr(bytes, where, context);
  const { width, height, data } = image;
  const pixels = width * height;
  context.budget.take(8 * pixels, where);
  const channels = data.length / pixels;
  const halves = new Uint16Array(4 * pixels).fill(ONE);
  for (let i = 0; i < pixels; i++) {
    for (let k = 0; k < channels; k++) halves[4 * i + k] = halfOf(data[channels * i + k]);
  }
  return { width, height, data: halves };
}

const ONE = floatToHalfBits(1);

function halfOf(value: number): number {
  if (Number.isNaN(value)) return 0;
  return floatToHalfBits(Math.min(MOST, Math.max(-MOST, value)));
}
