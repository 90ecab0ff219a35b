import type { ImageDecoder } from "./image-decoder.ts";
import { readImageHead } from "./image-size.ts";

/** Whether the colors of transparent pixels are preserved. */
export const keepsClearColors: boolean = true;

/** For Node: sharp, loaded for the first image. */
export const decodeImage: ImageDecoder = async (bytes, _mimeType, size) => {
  const { default: sharp } = await import("sharp");
  const head = readImageHead(bytes);
  // The declared size is the limit, whatever the decoder finds.
  const limitInputPixels = head === null ? true : Math.max(1, head.width * head.height);
  const whole = sharp(bytes, { ignoreIcc: true, limitInputPixels });
  const { data, info } = await (size === undefined ? whole : whole.resize(size.width, size.height, { fit: "fill" }))
    .toColourspace("srgb")
    .ensureAlpha()
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
  };
};
