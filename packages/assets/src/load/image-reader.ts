import { decodeReducedImage } from "../images/decode-image.ts";
import { decodeHalfImage, hasHalfTexels } from "../images/decode-half-image.ts";
import type { DecodedImage } from "../images/image-decoder.ts";
import type { HalfImage } from "../images/linear-image.ts";
import { makeContext, type LoadOptions } from "../options/load-options.ts";

/** Decodes an image. `where` names it in errors. */
export type ImageReader = (bytes: Uint8Array, where: string) => Promise<DecodedImage>;

/**
 * Returns a decoder of images (PNG, JPEG, WebP, AVIF, TIFF, KTX2, BMP, TGA) that share the memory of one asset, `limits.decodedBytes`. It throws an
 * AssetError if an image is of another kind or damaged; larger ones than `limits.texturePixels` are reduced to it.
 */
export function imageReader(options: LoadOptions = {}): ImageReader {
  const context = makeContext(options);
  return (bytes, where) => decodeReducedImage(bytes, where, context);
}

/** Decodes an image of a texture. `where` names it in errors. */
export type TexelReader = (bytes: Uint8Array, where: string) => Promise<DecodedImage | HalfImage>;

/**
 * Returns a decoder of the images of textures as {@link imageReader} does, which reads Radiance (`.hdr`) and OpenEXR too: their texels are
 * halves. It throws an AssetError for those with more than `limits.texturePixels`.
 */
export function texelReader(options: LoadOptions = {}): TexelReader {
  const context = makeContext(options);
  return (bytes, where) =>
    hasHalfTexels(bytes) ? decodeHalfImage(bytes, where, context) : decodeReducedImage(bytes, where, context);
}
