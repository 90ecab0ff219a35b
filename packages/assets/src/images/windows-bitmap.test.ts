import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AssetError } from "../errors/asset-error.ts";
import { makeContext } from "../options/load-options.ts";
import { decodeImage } from "./decode-image.ts";
import { bitmapSize, decodeBitmap } from "./windows-bitmap.ts";

interface Written {
  readonly size: readonly [width: number, height: number];
  readonly bits: number;
  readonly compression?: number;
  /** Masks, or colors of the map. */
  readonly extra?: readonly number[];
  readonly colors?: number;
}

function bitmap(
  { size: [width, height], bits, compression = 0, extra = [], colors = 0 }: Written,
  pixels: readonly number[],
): Uint8Array {
  const bytes = new Uint8Array(54 + extra.length + pixels.length);
  const view = new DataView(bytes.buffer);
  bytes.set([0x42, 0x4d]);
  view.setUint32(10, 54 + extra.length, true);
  view.setUint32(14, 40, true);
  view.setInt32(18, width, true);
  view.setInt32(22, height, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, bits, true);
  view.setUint32(30, compression, true);
  view.setUint32(46, colors, true);
  bytes.set(extra, 54);
  bytes.set(pixels, 54 + extra.length);
  return bytes;
}

const decode = (bytes: Uint8Array): number[] => [...decodeBitmap(bytes, "the image").data];

describe("Windows bitmaps", () => {
  test("have rows from the bottom that end at multiples of four bytes, or from the top", () => {
    const pixels = [1, 2, 3, 0, 4, 5, 6, 0];
    expect(decode(bitmap({ size: [1, 2], bits: 24 }, pixels))).toEqual([6, 5, 4, 255, 3, 2, 1, 255]);
    expect(decode(bitmap({ size: [1, -2], bits: 24 }, pixels))).toEqual([3, 2, 1, 255, 6, 5, 4, 255]);
  });

  test("of 32 bits are opaque if no pixel has opacity", () => {
    expect(decode(bitmap({ size: [2, 1], bits: 32 }, [1, 2, 3, 0, 4, 5, 6, 0]))).toEqual([3, 2, 1, 255, 6, 5, 4, 255]);
    expect(decode(bitmap({ size: [2, 1], bits: 32 }, [1, 2, 3, 0, 4, 5, 6, 9]))).toEqual([3, 2, 1, 0, 6, 5, 4, 9]);
  });

  test.each([
    [1, [0b01000000, 0, 0, 0]],
    [4, [0x01, 0, 0, 0]],
    [8, [0, 1, 0, 0]],
  ])("of %d bits have a map of colors", (bits, pixels) => {
    const extra = [1, 2, 3, 0, 4, 5, 6, 0];
    const written = { size: [2, 1], bits, extra, colors: 2 } as const;
    expect(decode(bitmap(written, pixels))).toEqual([3, 2, 1, 255, 6, 5, 4, 255]);
  });

  test("have colors of 16 bits, and those of masks", () => {
    expect(decode(bitmap({ size: [1, 1], bits: 16 }, [0x1f, 0x7c, 0, 0]))).toEqual([255, 0, 255, 255]);
    const extra = [0, 0xf8, 0, 0, 0xe0, 7, 0, 0, 0x1f, 0, 0, 0];
    const masked = bitmap({ size: [1, 1], bits: 16, compression: 3, extra }, [0xe0, 7, 0, 0]);
    expect(decode(masked)).toEqual([0, 255, 0, 255]);
  });

  test("that are compressed, cut or without their colors are errors", () => {
    expect(() => decode(bitmap({ size: [1, 1], bits: 8, compression: 1 }, [1, 2, 3, 4]))).toThrow(
      "bitmaps of 8 bits with compression 1 are not read; save it as PNG",
    );
    expect(() => decode(bitmap({ size: [9, 9], bits: 24 }, [1]))).toThrow(
      "the pixels end at byte 55; 306 were expected",
    );
    expect(() => decode(bitmap({ size: [1, 1], bits: 8, extra: [1, 2, 3, 0], colors: 1 }, [1, 0, 0, 0]))).toThrow(
      "color 1 is not in the map, which has 1",
    );
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 40, maxLength: 80 }), (rest) => {
        try {
          decodeBitmap(Uint8Array.from([0x42, 0x4d, ...rest]), "the image");
        } catch (error) {
          expect(error).toBeInstanceOf(AssetError);
        }
      }),
    );
  });

  test("are images within the limits of others", async () => {
    const bytes = bitmap({ size: [2, 1], bits: 24 }, [1, 2, 3, 4, 5, 6, 0, 0]);
    expect(bitmapSize(bytes)).toEqual({ width: 2, height: 1 });
    const image = await decodeImage(bytes, "the image", makeContext({}));
    expect([...image.data]).toEqual([3, 2, 1, 255, 6, 5, 4, 255]);
    const limits = { texturePixels: 1 };
    await expect(decodeImage(bytes, "the image", makeContext({ limits }))).rejects.toThrow("texturePixels");
  });
});
