import * as fc from "fast-check";
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
    ["AVIF with alpha", "image/avif", image.clone().avif({ effort: 0 })],
    ["AVIF", "image/avif", image.clone().removeAlpha().avif({ effort: 0 })],
    ["TIFF", "image/tiff", image.clone().tiff()],
    ["TIFF in tiles with 16 bits", "image/tiff", image.clone().toColourspace("rgb16").tiff({ tile: true })],
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

  test("of an AVIF that is turned gives the size that is shown, and of any bytes it does not throw", async () => {
    const bytes = new Uint8Array(await image.clone().avif({ effort: 0 }).toBuffer());
    const at = Buffer.from(bytes).indexOf("ispe") + 16;
    const turn = [0, 0, 0, 9, ...Buffer.from("irot"), 1, ...new Array<number>(16).fill(0)];
    const turned = Uint8Array.from([...bytes.subarray(0, at), ...turn, ...bytes.subarray(at)]);
    expect(readImageHead(turned)).toMatchObject({ width: 21, height: 37 });
    for (const start of [bytes, new Uint8Array(await image.clone().tiff().toBuffer())]) {
      fc.assert(
        fc.property(fc.nat(start.length), fc.uint8Array({ maxLength: 9 }), (place, bad) => {
          const damaged = start.slice();
          damaged.set(bad.subarray(0, Math.max(0, damaged.length - place)), place);
          expect(() => readImageHead(damaged.subarray(0, place + bad.length))).not.toThrow();
          expect(() => readImageHead(damaged)).not.toThrow();
        }),
      );
    }
  });

  test.each(["little", "big"])("of a TIFF of floats gives none: bytes are not what it has (%s end first)", (order) => {
    const tiff = (sampleFormat: number): Uint8Array => {
      const bytes = new Uint8Array(60);
      const view = new DataView(bytes.buffer);
      const isLittle = order === "little";
      view.setUint16(0, isLittle ? 0x4949 : 0x4d4d);
      view.setUint16(2, 42, isLittle);
      view.setUint32(4, 8, isLittle);
      view.setUint16(8, 3, isLittle);
      const tags = [
        [256, 4, 37],
        [257, 3, 21],
        [339, 3, sampleFormat],
      ] as const;
      for (const [i, [tag, type, value]] of tags.entries()) {
        const at = 10 + 12 * i;
        view.setUint16(at, tag, isLittle);
        view.setUint16(at + 2, type, isLittle);
        view.setUint32(at + 4, 1, isLittle);
        if (type === 4) view.setUint32(at + 8, value, isLittle);
        else view.setUint16(at + 8, value, isLittle);
      }
      return bytes;
    };
    expect(readImageHead(tiff(1))).toStrictEqual({ mimeType: "image/tiff", width: 37, height: 21 });
    expect(readImageHead(tiff(3))).toBeNull();
  });
});
