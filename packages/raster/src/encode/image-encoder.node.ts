import type { ImageEncoder } from "./image-encoder.ts";

/** Of Node: sharp, loaded when the first image is encoded. */
export const encodeImage: ImageEncoder = async ({ width, height, data }, format) => {
  const { default: sharp } = await import("sharp");
  // Shared memory is nothing that sharp takes, and it reads while others may draw the next image.
  const input = sharp(Uint8Array.from(data), { raw: { width, height, channels: 4 }, limitInputPixels: false });
  const bytes =
    format.type === "png"
      ? await input.png({ compressionLevel: format.compressionLevel }).toBuffer()
      : await input.removeAlpha().jpeg({ quality: format.quality }).toBuffer();
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
};
