import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AssetError } from "../errors/asset-error.ts";
import { decodeTarga, targaSize } from "./targa.ts";

interface Written {
  readonly type: number;
  readonly size: readonly [width: number, height: number];
  readonly bits: number;
  readonly descriptor?: number;
  /** Bits of a color, the first index, and the bytes of all colors. */
  readonly map?: readonly [bits: number, first: number, bytes: readonly number[]] | undefined;
}

function targa({ type, size, bits, descriptor = 0, map }: Written, pixels: readonly number[]): Uint8Array {
  const short = (value: number): number[] => [value & 255, value >> 8];
  const [mapBits, first, colors] = map ?? [0, 0, []];
  const count = map === undefined ? 0 : colors.length / (mapBits >> 3);
  const head = [2, map === undefined ? 0 : 1, type, ...short(first), ...short(count), mapBits, 0, 0, 0, 0];
  return Uint8Array.from([...head, ...size.flatMap(short), bits, descriptor, 105, 100, ...colors, ...pixels]);
}

const decode = (bytes: Uint8Array): number[] => [...decodeTarga(bytes, "the image").data];

describe("Targa images", () => {
  test("have rows from the bottom, and colors of blue, green, red and opacity", () => {
    const size = [2, 2] as const;
    const pixels = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];
    const upper = [11, 10, 9, 12, 15, 14, 13, 16];
    const lower = [3, 2, 1, 4, 7, 6, 5, 8];
    expect(decode(targa({ type: 2, size, bits: 32 }, pixels))).toEqual([...upper, ...lower]);
    expect(decode(targa({ type: 2, size, bits: 32, descriptor: 0x20 }, pixels))).toEqual([...lower, ...upper]);
    const fromRight = [15, 14, 13, 16, 11, 10, 9, 12, 7, 6, 5, 8, 3, 2, 1, 4];
    expect(decode(targa({ type: 2, size, bits: 32, descriptor: 0x10 }, pixels))).toEqual(fromRight);
  });

  test("have grays, colors of 16 bits, and maps of colors", () => {
    expect(decode(targa({ type: 3, size: [1, 1], bits: 8 }, [7]))).toEqual([7, 7, 7, 255]);
    expect(decode(targa({ type: 3, size: [1, 1], bits: 16 }, [7, 9]))).toEqual([7, 7, 7, 9]);
    expect(decode(targa({ type: 2, size: [1, 1], bits: 16 }, [0x1f, 0x7c]))).toEqual([255, 0, 255, 255]);
    const map = [24, 5, [1, 2, 3, 4, 5, 6]] as const;
    expect(decode(targa({ type: 1, size: [2, 1], bits: 8, map }, [6, 5]))).toEqual([6, 5, 4, 255, 3, 2, 1, 255]);
    expect(() => decode(targa({ type: 1, size: [1, 1], bits: 8, map }, [7]))).toThrow(
      "color 7 is not in the map, which has 2 from 5",
    );
  });

  test("may have their pixels in runs", () => {
    const pixel = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255));
    const packet = fc.oneof(
      fc.tuple(pixel, fc.integer({ min: 1, max: 128 })).map(([each, count]) => ({
        bytes: [0x7f + count, ...each],
        pixels: Array.from({ length: count }, () => each),
      })),
      fc.array(pixel, { minLength: 1, maxLength: 128 }).map((pixels) => ({
        bytes: [pixels.length - 1, ...pixels.flat()],
        pixels,
      })),
    );
    fc.assert(
      fc.property(fc.array(packet, { minLength: 1, maxLength: 6 }), (packets) => {
        const pixels = packets.flatMap((each) => each.pixels);
        const packed = packets.flatMap(({ bytes }) => bytes);
        const size = [pixels.length, 1] as const;
        expect(decode(targa({ type: 10, size, bits: 24 }, packed))).toEqual(
          decode(targa({ type: 2, size, bits: 24 }, pixels.flat())),
        );
        const cut = targa({ type: 10, size, bits: 24 }, packed.slice(0, -1));
        expect(() => decode(cut)).toThrow(`the pixels end at byte ${cut.length}`);
      }),
    );
  });

  test("of any bytes after a header are an image or an error", () => {
    const bytes = fc.uint8Array({ maxLength: 60 });
    const types = fc.constantFrom(1, 2, 3, 9, 10, 11);
    fc.assert(
      fc.property(types, fc.constantFrom(8, 15, 16, 24, 32), bytes, (type, bits, rest) => {
        const map = type % 8 === 1 ? ([24, 0, [1, 2, 3]] as const) : undefined;
        const file = targa({ type, size: [3, 3], bits, map }, [...rest]);
        try {
          expect(decodeTarga(file, "the image").data.length).toBe(36);
        } catch (error) {
          expect(error).toBeInstanceOf(AssetError);
        }
      }),
    );
  });

  test.each([
    ["text", [...new TextEncoder().encode("#usda 1.0\ndef Xform {}\n")]],
    ["nothing", []],
    ["a GIF", [0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
    ["an unknown type", [...targa({ type: 4, size: [1, 1], bits: 24 }, [1, 2, 3])]],
    ["no pixels", [...targa({ type: 2, size: [0, 1], bits: 24 }, [])]],
  ])("of %s are none", (_, bytes) => {
    expect(targaSize(Uint8Array.from(bytes))).toBeNull();
  });
});
