import { linearOfByte } from "@usdkit/base/math";
import type { ImageContext } from "./image-context.ts";
import { decodeImage } from "./decode-image.ts";
import type { FloatImage, LinearImage } from "./linear-image.ts";
import { decodeExr, isExr } from "./open-exr.ts";
import { decodeRadianceImage, isRadianceImage } from "./radiance-hdr.ts";

/**
 * Decodes an image of light: Radiance and OpenEXR as they are, others from sRGB.
 *
 * @throws AssetError if the image is of another kind, too large, or damaged
 */
export async function decodeLinearImage(bytes: Uint8Array, where: string, context: ImageContext): Promise<LinearImage> {
  if (isRadianceImage(bytes)) return decodeRadianceImage(bytes, where, context);
  if (isExr(bytes)) {
    const image = await decodeExr(bytes, where, context);
    context.budget.take(12 * image.width * image.height, where);
    return lightOf(image);
  }
  const { width, height, data } = await decodeImage(bytes, where, context);
  context.budget.take(12 * width * height, where);
  const linear = new Float32Array(3 * width * height);
  for (let i = 0; i < width * height; i++) {
    for (let k = 0; k < 3; k++) linear[3 * i + k] = linearOfByte[data[4 * i + k]];
  }
  return { width, height, data: linear };
}

/** What is negative or no number is no light. */
function lightOf({ width, height, data }: FloatImage): LinearImage {
  const light = new Float32Array(3 * width * height);
  for (let i = 0; i < width * height; i++) {
    for (let k = 0; k < 3; k++) {
      const value = data[4 * i + k];
      light[3 * i + k] = value > 0 && value < Infinity ? value : 0;
    }
  }
  return { width, height, data: light };
}
