// Radiance and OpenEXR images.

import { deflateSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { halfBitsToFloat } from "@usdkit/base";
import { makeContext } from "../options/load-options.ts";
import { decodeHalfImage } from "./decode-half-image.ts";
import { decodeLinearImage } from "./decode-linear-image.ts";
import type { LinearImage } from "./linear-image.ts";

const decode = (bytes: Uint8Array, limits = {}): Promise<LinearImage> =>
  decodeLinearImage(bytes, "the image", makeContext({ limits }));
const text = (value: string): number[] => Array.from(new TextEncoder().encode(value));

describe("Radiance images", () => {
  const head = (width: number, height: number): number[] =>
    text(`#?RADIANCE\nEXPOSURE=1\nFORMAT=32-bit_rle_rgbe\n\n-Y ${height} +X ${width}\n`);

  test("have a common exponent", async () => {
    const { width, height, data } = await decode(Uint8Array.from([...head(2, 1), 128, 64, 0, 129, 255, 255, 255, 0]));
    expect([width, height]).toStrictEqual([2, 1]);
    expect(Array.from(data)).toStrictEqual([128.5 / 128, 64.5 / 128, 0.5 / 128, 0, 0, 0]);
  });

  test("are packed in runs of each channel", async () => {
    const row = [
      2,
      2,
      0,
      10,
      128 + 10,
      200,
      10,
      ...Array.from({ length: 10 }, (_, i) => i),
      128 + 10,
      5,
      128 + 10,
      136,
    ];
    const { data } = await decode(Uint8Array.from([...head(10, 1), ...row]));
    expect(Array.from(data.subarray(27))).toStrictEqual([200.5, 9.5, 5.5]);
  });

  test("are opaque textures", async () => {
    const bytes = Uint8Array.from([...head(1, 1), 128, 64, 0, 129]);
    const { data } = await decodeHalfImage(bytes, "the image", makeContext({}));
    expect(Array.from(data, halfBitsToFloat)).toStrictEqual([128.5 / 128, 0.50390625, 0.5 / 128, 1]);
  });

  test.each([
    ["ends", [2, 2, 0, 10, 128 + 10], "ends at byte"],
    ["has a run over its row", [2, 2, 0, 10, 128 + 11, 1], "exceeds its row"],
    ["has a run of nothing", [2, 2, 0, 10, 0, 1], "exceeds its row"],
  ])("one that %s is an error", async (_, row, message) => {
    await expect(decode(Uint8Array.from([...head(10, 1), ...row]))).rejects.toThrow(message);
  });

  test("one that is too large is an error before it is read", async () => {
    await expect(decode(Uint8Array.from(head(9000, 9000)))).rejects.toThrow("texturePixels");
  });
});

/** Rows of two halves a pixel: G, then R. */
function exr(compression: number, block: (rows: Uint8Array) => Uint8Array, flags = 0): Uint8Array {
  const words = (...values: number[]): number[] => Array.from(new Uint8Array(Int32Array.from(values).buffer));
  const attribute = (name: string, type: string, bytes: number[]): number[] => [
    ...text(`${name}\0${type}\0`),
    ...words(bytes.length),
    ...bytes,
  ];
  const channel = (name: string): number[] => [...text(`${name}\0`), ...words(1, 0, 1, 1)];
  const header = [
    ...words(20000630, 2 | flags),
    ...attribute("channels", "chlist", [...channel("G"), ...channel("R"), 0]),
    ...attribute("compression", "compression", [compression]),
    ...attribute("dataWindow", "box2i", words(0, 5, 1, 6)),
    0,
  ];
  // 1 and 2, then 0.5 and 4, in two rows.
  const rows = [
    [0x3c00, 0x4000, 0x3800, 0x4400],
    [0x3800, 0x3800, 0x3c00, 0x3c00],
  ].map((values) => new Uint8Array(Uint16Array.from(values).buffer));
  const isOne = compression === 3;
  const blocks = isOne ? [new Uint8Array([...rows[0], ...rows[1]])] : rows;
  const start = header.length + 8 * blocks.length;
  const packed = blocks.map(block);
  let at = start;
  const offsets: number[] = [];
  for (const bytes of packed) {
    offsets.push(...words(at, 0));
    at += 8 + bytes.length;
  }
  const bodies = packed.flatMap((bytes, i) => [...words(5 + i, bytes.length), ...bytes]);
  return Uint8Array.from([...header, ...offsets, ...bodies]);
}

/** The two halves of the bytes one after the other, as differences. */
function prepared(rows: Uint8Array): Uint8Array {
  const halves = [...rows.filter((_, i) => i % 2 === 0), ...rows.filter((_, i) => i % 2 === 1)];
  return Uint8Array.from(halves, (byte, i) => (i === 0 ? byte : byte - halves[i - 1] + 128));
}

describe("OpenEXR images", () => {
  test.each([
    ["uncompressed", 0, (rows: Uint8Array) => rows],
    ["packed in runs", 1, (rows: Uint8Array) => Uint8Array.from([256 - rows.length, ...prepared(rows)])],
    ["packed by zip, row by row", 2, (rows: Uint8Array) => deflateSync(prepared(rows))],
    ["packed by zip", 3, (rows: Uint8Array) => deflateSync(prepared(rows))],
  ])("%s", async (_, compression, block) => {
    const { width, height, data } = await decode(exr(compression, block));
    expect([width, height]).toStrictEqual([2, 2]);
    expect(Array.from(data)).toStrictEqual([0.5, 1, 0, 4, 2, 0, 1, 0.5, 0, 1, 0.5, 0]);
  });

  test("texels of textures keep what is below 0 and have an opacity; no number is 0, infinity the largest half", async () => {
    const whole = exr(0, (rows) => rows);
    const at = whole.length - 8;
    // Of the second row: G is no number and -2, R is infinity and 1.
    whole.set(new Uint8Array(Uint16Array.of(0x7e00, 0xc000, 0x7c00, 0x3c00).buffer), at);
    const context = makeContext({});
    const { width, height, data } = await decodeHalfImage(whole, "the image", context);
    expect([width, height]).toStrictEqual([2, 2]);
    const one = 0x3c00;
    expect(Array.from(data.subarray(8))).toStrictEqual([0x7bff, 0, 0, one, one, 0xc000, 0, one]);
    // As light, neither has any.
    expect(Array.from((await decode(whole)).data.subarray(6))).toStrictEqual([0, 0, 0, 1, 0, 0]);
    whole[whole.indexOf("R".charCodeAt(0), 20)] = "A".charCodeAt(0);
    const translucent = await decodeHalfImage(whole, "the image", context);
    expect(Array.from(translucent.data.subarray(0, 8))).toStrictEqual([0, one, 0, 0x3800, 0, 0x4000, 0, 0x4400]);
  });

  test("memory counts for what is decoded and for its light", async () => {
    const whole = exr(0, (rows) => rows);
    // Four pixels of 16 and 12 bytes, and two rows of 8.
    await expect(decode(whole, { decodedBytes: 128 })).resolves.toMatchObject({ width: 2, height: 2 });
    await expect(decode(whole, { decodedBytes: 127 })).rejects.toThrow("decodedBytes");
  });

  test("kinds that are not read are named", async () => {
    await expect(decode(exr(4, (rows) => rows))).rejects.toThrow("packed by PIZ");
    await expect(decode(exr(0, (rows) => rows, 0x200))).rejects.toThrow("tiles");
  });

  test("damaged ones throw an asset error or give an image", async () => {
    const whole = exr(3, (rows) => deflateSync(prepared(rows)));
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), async (at, byte) => {
        const damaged = whole.slice();
        damaged[at] = byte;
        const result = await decode(damaged, { texturePixels: 1e6 }).catch((error: Error) => error.name);
        expect(typeof result === "string" ? result : "image").toMatch(/^(AssetError|image)$/);
      }),
      { numRuns: 100 },
    );
  });
});
