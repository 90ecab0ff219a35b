import { makeContext, type LoadOptions } from "../options/load-options.ts";
import { decodeImage as decodeChecked } from "../images/decode-image.ts";
import type { DecodedImage } from "../images/image-decoder.ts";

/**
 * Decodes a PNG, JPEG, WebP, AVIF, TIFF, KTX2, BMP or TGA image, for example a reference image of a test. Its size is checked against the limits
 * first; profiles and orientation in the file are ignored.
 *
 * @throws {AssetError} if the file is of another kind, too large, or damaged
 * @example
 * const { share } = compareImages(await decodeImage(await readFile("golden.png")), await scene.render());
 */
export function decodeImage(bytes: Uint8Array, options: LoadOptions = {}): Promise<DecodedImage> {
  return decodeChecked(bytes, "image", makeContext(options));
}
