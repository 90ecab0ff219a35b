import { decodeLinearImage as decodeChecked } from "../images/decode-linear-image.ts";
import type { LinearImage } from "../images/linear-image.ts";
import { makeContext, type LoadOptions } from "../options/load-options.ts";

/**
 * Decodes an image of light, for example of an environment: Radiance (`.hdr`) and OpenEXR (rows, uncompressed, RLE or ZIP) as they are,
 * PNG, JPEG, WebP, AVIF, TIFF, KTX2, BMP and TGA from sRGB. Its size is checked against the limits first.
 *
 * @throws {AssetError} if the file is of another kind, too large, or damaged
 * @example
 * const { width, height, data } = await decodeLinearImage(await readFile("sky.exr"));
 */
export function decodeLinearImage(bytes: Uint8Array, options: LoadOptions = {}): Promise<LinearImage> {
  return decodeChecked(bytes, "the image", makeContext(options));
}
