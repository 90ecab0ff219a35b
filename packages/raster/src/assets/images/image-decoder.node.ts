import type { ImageDecoder } from "./image-decoder.ts";
import { readImageHead } from "./image-size.ts";

/** Whether the colors of clear pixels are those of the file. */
export const keepsClearColors: boolean = true;

/** Of Node: sharp, loaded when the first image is decoded. */
export const decodeImage: ImageDecoder = async (bytes) => {
  const { default: sharp } = await import("sharp");
  const head = readImageHead(bytes);
  // No more than the header declares, whatever the decoder finds.
  const limitInputPixels = head === null ? true : Math.max(1, head.width * head.height);
  const { data, info } = await sharp(bytes, { ignoreIcc: true, limitInputPixels })
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
