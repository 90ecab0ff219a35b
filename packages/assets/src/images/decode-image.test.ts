import sharp from "sharp";
import { expect, test } from "vitest";
import { makeContext } from "../options/load-options.ts";
import { decodeImage } from "./decode-image.ts";

const gradient = Uint8Array.from({ length: 4 * 16 * 8 }, (_, i) => (i % 4 === 3 ? 255 : ((i >> 2) * 2) % 256));
const image = sharp(gradient, { raw: { width: 16, height: 8, channels: 4 } });

test.each([
  ["TIFF", image.clone().tiff({ compression: "lzw" }), 0],
  ["TIFF in tiles", image.clone().tiff({ tile: true, compression: "deflate" }), 0],
  ["lossless AVIF", image.clone().avif({ lossless: true, effort: 0 }), 2],
])("%s has the pixels that were written", async (_, written, off) => {
  const { width, height, data } = await decodeImage(await written.toBuffer(), "the image", makeContext({}));
  expect([width, height, data.length]).toStrictEqual([16, 8, gradient.length]);
  expect(Math.max(...data.map((byte, i) => Math.abs(byte - gradient[i])))).toBeLessThanOrEqual(off);
});

test("an AVIF that is cut is an error", async () => {
  const bytes = await image.clone().avif({ effort: 0 }).toBuffer();
  const cut = bytes.subarray(0, bytes.length - 40);
  await expect(decodeImage(cut, "the image", makeContext({}))).rejects.toMatchObject({ name: "AssetError" });
});
