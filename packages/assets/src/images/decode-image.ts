import { decodeImage as platformDecoder } from "#image-decoder";
import { AssetError } from "../errors/asset-error.ts";
import { checkCount } from "../limits/byte-budget.ts";
import type { ImageContext } from "./image-context.ts";
import type { DecodedImage } from "./image-decoder.ts";
import { readImageHead } from "./image-size.ts";
import { transcodeKtx2 } from "./transcode-ktx2.ts";

/** @throws AssetError if the image is of another kind, too large, or damaged */
export async function decodeImage(bytes: Uint8Array, where: string, context: ImageContext): Promise<DecodedImage> {
  const head = readImageHead(bytes);
  if (head === null) {
    throw new AssetError("unsupported", "expected a PNG, JPEG, WebP or KTX2 image, found other or too few bytes.", {
      where,
    });
  }
  const { width, height, mimeType } = head;
  checkCount(width * height, context.limits, "texturePixels", { where });
  context.budget.take(4 * width * height, where);
  let image: DecodedImage;
  try {
    image = await (mimeType === "image/ktx2"
      ? transcodeKtx2(bytes, where, context)
      : (context.decodeImage ?? platformDecoder)(bytes, mimeType));
  } catch (cause) {
    if (cause instanceof AssetError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AssetError("malformed", `the image cannot be decoded: ${reason}`, { where, cause });
  }
  if (image.width === width && image.height === height && image.data.length === 4 * width * height) return image;
  const message = `the header declares ${width} × ${height} pixels, the data has ${image.width} × ${image.height}.`;
  throw new AssetError("malformed", message, { where });
}
