import { decodeReducedImage } from "../images/decode-image.ts";
import type { DecodedImage } from "../images/image-decoder.ts";
import { makeContext, type LoadOptions } from "../options/load-options.ts";

/** Decodes an image. `where` names it in errors. */
export type ImageReader = (bytes: Uint8Array, where: string) => Promise<DecodedImage>;

/**
 * Returns a decoder of images (PNG, JPEG, WebP, KTX2, BMP, TGA) that share the memory of one asset, `limits.decodedBytes`. It throws an
 * AssetError if an image is of another kind or damaged; larger ones than `limits.texturePixels` are reduced to it.
 */
export function imageReader(options: LoadOptions = {}): ImageReader {
  const context = makeContext(options);
  return (bytes, where) => decodeReducedImage(bytes, where, context);
}
