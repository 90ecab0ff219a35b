import type { Sharp } from "sharp";
import type { AnimationEncoder, ImageEncoder, ImageFormat } from "./image-encoder.ts";

/** Of 0 to 6: 2 takes a third of the time of the default, for files that are a few percent larger. */
const WEBP_EFFORT = 2;

/** The encoder of Node: sharp, loaded when the first image is encoded. */
export const encodeImage: ImageEncoder = async ({ width, height, data }, format) => {
  const { default: sharp } = await import("sharp");
  // Sharp does not accept shared memory, and reads while other threads may draw the next image.
  const input = sharp(Uint8Array.from(data), { raw: { width, height, channels: 4 }, limitInputPixels: false });
  const bytes = await encoded(input, format).toBuffer();
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
};

function encoded(input: Sharp, format: ImageFormat): Sharp {
  switch (format.type) {
    case "png":
      return input.png({ compressionLevel: format.compressionLevel });
    case "jpeg":
      return input.removeAlpha().jpeg({ quality: format.quality });
    case "webp":
      return input.webp({ quality: format.quality, lossless: format.lossless, effort: WEBP_EFFORT });
  }
}

/** Stacks images vertically, as sharp expects the pages of an animation. */
export const encodeImages: AnimationEncoder = async (images, { type, delay, quality, lossless }) => {
  const { default: sharp } = await import("sharp");
  const [{ width, height }] = images;
  const pages = new Uint8Array(4 * width * height * images.length);
  for (const [i, { data }] of images.entries()) pages.set(data, 4 * width * height * i);
  const raw = { width, height: height * images.length, channels: 4, pageHeight: height } as const;
  const input = sharp(pages, { raw, limitInputPixels: false });
  const timing = { loop: 0, delay: images.map(() => delay) };
  const bytes = await (type === "webp" ? input.webp({ ...timing, quality, lossless }) : input.gif(timing)).toBuffer();
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
};
