import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { assetError } from "../test-support/expect-asset-error.ts";
import { expectSplats, type Tolerances } from "../test-support/expected-splats.ts";
import { splatPly } from "@usdkit/test-files/splat-ply";
import { gzipSpz, librarySplats, splatSpz } from "@usdkit/test-files/splat-spz";
import { trainedCloud } from "@usdkit/test-files/trained-cloud";
import type { SplatAsset } from "../model/asset.ts";
import { loadAsset } from "../load/load-asset.ts";

/** Quantization error of the format: half of a step of its integers. */
const steps: Tolerances = {
  position: 0.5 / 4096 + 1e-7,
  scale: 0.5 / 16 + 1e-6,
  opacity: 0.5 / 255 + 1e-6,
  color: 0.5 / 255 / 0.15 + 1e-6,
  rest: 1 / 128,
};
const rotationStep = { 2: 0.1, 3: 0.003, 4: 0.003 } as const;

describe.each([2, 3, 4] as const)("SPZ version %d", (version) => {
  test.each([0, 1, 2, 3])("equals its PLY counterpart, with harmonics of degree %d", async (degree) => {
    const cloud = trainedCloud(200, degree);
    const asset = await loadAsset(await splatSpz(cloud, version));
    expectSplats(asset, cloud, { ...steps, rotation: rotationStep[version] });
    expect(asset.skipped).toStrictEqual({});

    const twin = (await loadAsset(splatPly(cloud))) as SplatAsset;
    const splats = asset as SplatAsset;
    expect(splats.positions[0]).toBeCloseTo(twin.positions[0], 3);
    expect(splats.orientations).toHaveLength(twin.orientations.length);
  });

  test("is read as by the official library", async () => {
    const cloud = trainedCloud(300, 3, 5);
    const bytes = await splatSpz(cloud, version);
    const library = await librarySplats(bytes);
    const rotations = Float32Array.from(library.rotations, (_, i) => library.rotations[i % 4 === 0 ? i + 3 : i - 1]);
    expectSplats(
      await loadAsset(bytes),
      {
        ...cloud,
        positions: library.positions,
        scales: library.scales,
        rotations,
        opacities: library.alphas,
        colors: library.colors,
        rest: library.sh,
      },
      { position: 0, rest: 0, rotation: 2e-5 },
    );
  });

  test("of a fourth degree keeps three, and none may be there", async () => {
    const cloud = trainedCloud(5, 4);
    const asset = (await loadAsset(await splatSpz(cloud, version))) as SplatAsset;
    expect(asset).toMatchObject({ count: 5, degree: 3, skipped: { harmonicsBeyondDegree3: 5 } });
    for (let i = 0; i < 5; i++) {
      for (let k = 0; k < 45; k++) expect(asset.harmonics[48 * i + 3 + k]).toBeCloseTo(cloud.rest[72 * i + k], 1.5);
    }
  });

  test("written from axes right, down, front is turned to those of USD", async () => {
    const cloud = trainedCloud(10, 0);
    const asset = (await loadAsset(await splatSpz(cloud, version, "RDF"))) as SplatAsset;
    for (let i = 0; i < 10; i++) {
      expect(asset.positions[3 * i]).toBeCloseTo(cloud.positions[3 * i], 3);
      expect(asset.positions[3 * i + 1]).toBeCloseTo(-cloud.positions[3 * i + 1], 3);
      expect(asset.positions[3 * i + 2]).toBeCloseTo(-cloud.positions[3 * i + 2], 3);
    }
  });

  test("is rejected at any truncation", async () => {
    const bytes = await splatSpz(trainedCloud(8, 0), version);
    for (let length = 5; length < bytes.length; length++) {
      const error = await assetError(() => loadAsset(bytes.subarray(0, length)));
      expect(["truncated", "malformed"]).toContain(error.problem);
    }
  });

  test("respects the limits", async () => {
    const bytes = await splatSpz(trainedCloud(10, 1), version);
    const splats = await assetError(() => loadAsset(bytes, { limits: { splats: 9 } }));
    expect(splats).toMatchObject({ problem: "limit", where: "header", offset: 8 });
    const memory = await assetError(() => loadAsset(bytes, { limits: { decodedBytes: 800 } }));
    expect(memory.message).toContain('"decodedBytes"');
  });
});

test("versions 2 to 4 of one cloud are the same but for what version 2 keeps of rotations", async () => {
  const cloud = trainedCloud(100, 2);
  const [two, three, four] = await Promise.all([2, 3, 4].map(async (v) => loadAsset(await splatSpz(cloud, v))));
  const { orientations, ...rest } = four as SplatAsset;
  const third = three as SplatAsset;
  expect(third).toMatchObject(rest);
  for (let i = 0; i < orientations.length; i++) expect(third.orientations[i]).toBeCloseTo(orientations[i], 6);
  expect(two).toMatchObject({ ...rest, orientations: (two as SplatAsset).orientations });
});

describe("a bomb", () => {
  const hundredMegabytes = gzipSync(new Uint8Array(100_000_000));

  test("of gzip is aborted at the size that its header allows", async () => {
    const error = await assetError(() => loadAsset(gzipSpz({ count: 10 }, new Uint8Array(50_000_000))));
    expect(error).toMatchObject({ problem: "malformed", where: "gzip" });
    expect(error.message).toContain("more than the 216 bytes");
  });

  test("of gzip that is not a SPZ is aborted after its first bytes", async () => {
    expect(await assetError(() => loadAsset(hundredMegabytes))).toMatchObject({ problem: "malformed", offset: 0 });
  });

  test.each([10_000_000, 4_294_967_295])("declares %d splats in a few bytes", async (count) => {
    const limits = { splats: 2 ** 33, decodedBytes: 2 ** 40 };
    const gzip = await assetError(() => loadAsset(gzipSpz({ count }, new Uint8Array(100)), { limits }));
    expect(gzip).toMatchObject({ problem: "truncated", offset: 8 });
    expect(await assetError(() => loadAsset(gzipSpz({ count: 2 ** 32 - 1 }, new Uint8Array(1))))).toMatchObject({
      problem: "limit",
    });

    const streams = await splatSpz(trainedCloud(4, 0), 4);
    new DataView(streams.buffer, streams.byteOffset).setUint32(8, count, true);
    expect(await assetError(() => loadAsset(streams, { limits }))).toMatchObject({ problem: "malformed", offset: 40 });
  });

  test("of streams that declare more than their bytes can contain", async () => {
    const bytes = await splatSpz(trainedCloud(4, 0), 4);
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const count = 5_000_000;
    view.setUint32(8, count, true);
    for (const [i, width] of [9, 1, 3, 3, 4].entries()) view.setBigUint64(32 + 16 * i + 8, BigInt(width * count), true);
    const error = await assetError(() => loadAsset(bytes));
    expect(error).toMatchObject({ problem: "truncated", where: "header", offset: 32 });
  });
});

describe("an invalid SPZ", () => {
  test.each([
    [{ version: 1 }, "unsupported", 4],
    [{ version: 5 }, "unsupported", 4],
    [{ version: 4 }, "malformed", 4],
    [{ degree: 5 }, "malformed", 12],
    [{ fractionalBits: 25 }, "malformed", 13],
  ])("has the head %j", async (head, problem, offset) => {
    expect(await assetError(() => loadAsset(gzipSpz(head, new Uint8Array(64))))).toMatchObject({ problem, offset });
  });

  test("declares another version in streams", async () => {
    const bytes = gunzipSync(gzipSpz({}, new Uint8Array(64)));
    expect(await assetError(() => loadAsset(bytes))).toMatchObject({ problem: "malformed", offset: 4 });
  });

  test("has damaged streams", async () => {
    const bytes = await splatSpz(trainedCloud(50, 0), 4);
    bytes.fill(0xaa, 112, 130);
    expect(await assetError(() => loadAsset(bytes))).toMatchObject({ problem: "malformed", where: "streams" });
  });
});

describe("records after the streams", () => {
  const splat = new Uint8Array(20).fill(128);
  const record = (type: number, ...content: number[]): Uint8Array =>
    new Uint8Array(new Uint32Array([type, 4 * content.length, ...content]).buffer);
  const file = (...parts: Uint8Array[]): Uint8Array =>
    gzipSpz({ flags: 2 }, new Uint8Array([splat, ...parts].flatMap((part) => [...part])));

  test("are ignored", async () => {
    const plain = await loadAsset(gzipSpz({}, splat));
    expect(await loadAsset(file(record(0xadbe0002, 1, 2, 3), record(0xadbe0003, 4)))).toStrictEqual(plain);
    expect(await loadAsset(file(record(7, 1), new Uint8Array([1, 2])))).toStrictEqual(plain);
  });

  test("may not change the axes", async () => {
    const error = await assetError(() => loadAsset(file(record(0xadbe0002, 1), record(0xadbe0003, 6))));
    expect(error).toMatchObject({ problem: "unsupported", where: "extensions" });
  });
});

test("none at all is an asset of no splats", async () => {
  const none = { type: "splats", count: 0, degree: 2, skipped: {} };
  expect(await loadAsset(gzipSpz({ count: 0, degree: 2 }, new Uint8Array(0)))).toMatchObject(none);
});
