import { decodeImage as platformDecoder } from "#image-decoder";
import { AssetError } from "../errors/asset-error.ts";
import { checkCount } from "../limits/byte-budget.ts";
import type { ImageContext } from "./image-context.ts";
import type { DecodedImage, ImageSize } from "./image-decoder.ts";
import { imageFormats, readImageHead, type ImageHead } from "./image-size.ts";
import { decodeTarga } from "./targa.ts";
import { transcodeKtx2 } from "./transcode-ktx2.ts";
import { decodeBitmap } from "./windows-bitmap.ts";

/** Pixels of images that are reduced, unless the limit is higher: more would take minutes. */
const MOST_PIXELS = 2 ** 28;

/** @throws AssetError if the image is of another kind, too large, or damaged */
export async function decodeImage(bytes: Uint8Array, where: string, context: ImageContext): Promise<DecodedImage> {
  const head = imageHead(bytes, where);
  checkCount(head.width * head.height, context.limits, "texturePixels", { where });
  return await decodeWith(bytes, head, { where, context });
}

/**
 * Decodes an image as {@link decodeImage} does; one with more pixels than the limit `texturePixels` is reduced to it, apart
 * from BMP and TGA.
 *
 * @throws AssetError if the image is of another kind, damaged, or has 2^28 pixels and more than the limit
 */
export async function decodeReducedImage(
  bytes: Uint8Array,
  where: string,
  context: ImageContext,
): Promise<DecodedImage> {
  const head = imageHead(bytes, where);
  const { width, height } = head;
  const limit = context.limits.texturePixels;
  if (width * height <= limit) return await decodeWith(bytes, head, { where, context });
  if (ownDecoder(head) !== undefined) checkCount(width * height, context.limits, "texturePixels", { where });
  checkCount(width * height, { ...context.limits, texturePixels: Math.max(limit, MOST_PIXELS) }, "texturePixels", {
    where,
  });
  return await decodeWith(bytes, head, { where, context, size: reducedSize(head, limit) });
}

/** Returns the decoder of formats that no platform has; undefined for others. */
function ownDecoder({ mimeType }: ImageHead): ((bytes: Uint8Array, where: string) => DecodedImage) | undefined {
  if (mimeType === "image/bmp") return decodeBitmap;
  return mimeType === "image/x-tga" ? decodeTarga : undefined;
}

/** Halved for KTX2, which holds its own mipmaps; otherwise as large as the limit allows. */
function reducedSize({ width, height, mimeType }: ImageHead, limit: number): ImageSize {
  if (mimeType !== "image/ktx2") {
    const scale = Math.sqrt(limit / (width * height));
    return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
  }
  let size = { width, height };
  while (size.width * size.height > limit && size.width * size.height > 1) {
    size = { width: Math.max(1, size.width >> 1), height: Math.max(1, size.height >> 1) };
  }
  return size;
}

function imageHead(bytes: Uint8Array, where: string): ImageHead {
  const head = readImageHead(bytes);
  if (head !== null) return head;
  const message = `expected an image in ${imageFormats}, found other or too few bytes.`;
  throw new AssetError("unsupported", message, { where });
}

async function decodeWith(
  bytes: Uint8Array,
  head: ImageHead,
  { where, context, size }: { readonly where: string; readonly context: ImageContext; readonly size?: ImageSize },
): Promise<DecodedImage> {
  const { width, height } = size ?? head;
  context.budget.take(4 * width * height, where);
  let image: DecodedImage;
  const own = ownDecoder(head);
  try {
    if (own !== undefined) image = own(bytes, where);
    else {
      image = await (head.mimeType === "image/ktx2"
        ? transcodeKtx2(bytes, { where, context, size: { width, height } })
        : (context.decodeImage ?? platformDecoder)(bytes, head.mimeType, size));
    }
  } catch (cause) {
    if (cause instanceof AssetError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AssetError("malformed", `the image cannot be decoded: ${reason}`, { where, cause });
  }
  if (image.width === width && image.height === height && image.data.length === 4 * width * height) return image;
  const message = `${width} × ${height} pixels were expected, the data has ${image.width} × ${image.height}.`;
  throw new AssetError("malformed", message, { where });
}
