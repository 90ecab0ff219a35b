import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { readImageHead } from "./image-size.ts";

const image = sharp({
  create: { width: 37, height: 21, channels: 4, background: { r: 9, g: 80, b: 200, alpha: 0.5 } },
});

describe("the head of an image", () => {
  test.each([
    ["PNG", "image/png", image.clone().png()],
    ["JPEG", "image/jpeg", image.clone().jpeg()],
    [
      "progressive JPEG with metadata",
      "image/jpeg",
      image
        .clone()
        .withExif({ IFD0: { Artist: "me" } })
        .jpeg({ progressive: true }),
    ],
    ["lossy WebP with alpha", "image/webp", image.clone().webp()],
    ["lossy WebP", "image/webp", image.clone().removeAlpha().webp()],
    ["lossless WebP", "image/webp", image.clone().removeAlpha().webp({ lossless: true })],
  ])("of a %s gives its size", async (_, mimeType, image) => {
    const bytes = await image.toBuffer();
    expect(readImageHead(bytes)).toStrictEqual({ mimeType, width: 37, height: 21 });
    for (let length = 0; length < 30; length++) expect(() => readImageHead(bytes.subarray(0, length))).not.toThrow();
  });

  test.each([
    ["nothing", []],
    ["a GIF", [0x47, 0x49, 0x46, 0x38, 0x39, 0x61]],
    ["a JPEG without a frame", [0xff, 0xd8, 0xff, 0xd9, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0]],
    ["a JPEG with no marker", [0xff, 0xd8, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
  ])("of %s gives none", (_, bytes) => {
    expect(readImageHead(new Uint8Array(bytes))).toBeNull();
  });
});
