import sharp from "sharp";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeImage } from "../load/read-image.ts";
import { AssetError } from "../errors/asset-error.ts";
import { ImageError } from "../errors/image-error.ts";
import { encodeJpeg, encodePng } from "./encode.ts";
import { imageHash } from "./image-hash.ts";
import type { Pixels } from "./pixels.ts";

const image: fc.Arbitrary<Pixels> = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }))
  .chain(([width, height]) =>
    fc
      .uint8Array({ minLength: 4 * width * height, maxLength: 4 * width * height })
      .map((data) => ({ width, height, data })),
  );

describe("PNG", () => {
  test("keeps every byte, also under an alpha of 0", async () => {
    await fc.assert(
      fc.asyncProperty(image, fc.integer({ min: 0, max: 9 }), async (image, compressionLevel) => {
        const { width, height, data } = await decodeImage(await encodePng(image, { compressionLevel }));
        expect({ width, height, data: Array.from(data) }).toStrictEqual({ ...image, data: Array.from(image.data) });
      }),
      { numRuns: 40 },
    );
  });

  test("accepts shared memory and ImageData", async () => {
    const bytes = Uint8Array.from({ length: 16 }, (_, i) => 10 * i);
    const shared = new Uint8Array(new SharedArrayBuffer(16));
    shared.set(bytes);
    const plain = await encodePng({ width: 2, height: 2, data: bytes });
    expect(await encodePng({ width: 2, height: 2, data: shared })).toStrictEqual(plain);
    expect(await encodePng({ width: 2, height: 2, data: Uint8ClampedArray.from(bytes) })).toStrictEqual(plain);
  });
});

describe("JPEG", () => {
  test("shows the background through translucent pixels", async () => {
    const data = Uint8Array.from({ length: 4 * 256 }, (_, i) => [255, 0, 0, 64][i % 4]);
    const image = { width: 16, height: 16, data };
    const middle = async (bytes: Uint8Array): Promise<number[]> => {
      const decoded = await decodeImage(bytes);
      return Array.from(decoded.data.subarray(4 * 136, 4 * 136 + 3));
    };
    const onBlack = await middle(await encodeJpeg(image, { quality: 100 }));
    expect(Math.abs(onBlack[0] - 64)).toBeLessThan(4);
    const onWhite = await middle(await encodeJpeg(image, { quality: 100, background: [255, 255, 255] }));
    for (const [c, value] of [255, 191, 191].entries()) expect(Math.abs(onWhite[c] - value)).toBeLessThan(4);
  });

  test("is smaller at a lower quality", async () => {
    const data = Uint8Array.from({ length: 4 * 64 * 64 }, (_, i) => (i * 7919) % 256);
    const [low, high] = await Promise.all(
      [10, 95].map((quality) => encodeJpeg({ width: 64, height: 64, data }, { quality })),
    );
    expect(low.length).toBeLessThan(high.length / 2);
    expect((await sharp(low).metadata()).format).toBe("jpeg");
  });
});

describe("the hash", () => {
  test("is that of the size and the bytes", async () => {
    // sha256 of 02000000 01000000 0001020304050607
    const data = Uint8Array.from({ length: 8 }, (_, i) => i);
    expect(await imageHash({ width: 2, height: 1, data })).toBe(
      "d46c1300cb23d832735baee37190289107a1e6eb8ae0b4abe1ad3314dc928a74",
    );
    expect(await imageHash({ width: 1, height: 2, data })).not.toBe(await imageHash({ width: 2, height: 1, data }));
  });

  test("changes with any byte", async () => {
    await fc.assert(
      fc.asyncProperty(image, fc.nat(), async (image, place) => {
        const data = image.data.slice();
        data[place % data.length] ^= 1;
        expect(await imageHash({ ...image, data })).not.toBe(await imageHash(image));
      }),
      { numRuns: 30 },
    );
  });
});

describe("what is not an image", () => {
  const image = { width: 2, height: 2, data: new Uint8Array(16) };
  test.each([
    ["too few bytes", () => encodePng({ ...image, data: new Uint8Array(15) }), "15 bytes"],
    ["no pixels", () => encodePng({ width: 0, height: 0, data: new Uint8Array(0) }), "0 × 0"],
    ["half a pixel", () => imageHash({ width: 1.5, height: 2, data: new Uint8Array(12) }), "1.5 × 2"],
    ["a level beyond", () => encodePng(image, { compressionLevel: 10 }), "compressionLevel"],
    ["a quality of none", () => encodeJpeg(image, { quality: 0 }), "quality"],
    ["a background that is no color", () => encodeJpeg(image, { background: [0, NaN, 0] }), "background"],
    [
      "larger than a format allows",
      () => encodeJpeg({ width: 70_000, height: 1, data: new Uint8Array(280_000) }),
      "cannot be encoded",
    ],
  ])("%s", async (_, call, text) => {
    const error: unknown = await call().catch((error: unknown) => error);
    expect(error).toBeInstanceOf(ImageError);
    expect((error as Error).message).toContain(text);
  });

  test("is not decoded", async () => {
    const error: unknown = await decodeImage(new Uint8Array([1, 2, 3])).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(AssetError);
    const png = await encodePng({ width: 2, height: 2, data: new Uint8Array(16) });
    await expect(decodeImage(png, { limits: { texturePixels: 3 } })).rejects.toThrow("texturePixels");
  });
});
