// Splats in formats of other programs: files written by those programs, and invalid files.
import * as fc from "fast-check";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { assetError } from "../test-support/expect-asset-error.ts";
import { expectSplats, type Tolerances } from "../test-support/expected-splats.ts";
import { packedCloud } from "@usdkit/test-files/packed-cloud";
import type { TrainedCloud } from "@usdkit/test-files/trained-cloud";
import { zipArchive } from "@usdkit/test-files/zip-archive";
import type { SplatAsset } from "../model/asset.ts";
import { assetFormat } from "./asset-format.ts";
import { loadAsset } from "./load-asset.ts";
import { readZipEntry, zipEntries } from "../compression/zip-entries.ts";
import { makeContext } from "../options/load-options.ts";

const folder = join(import.meta.dirname, "../../test/splats");
const read = (name: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(join(folder, name)));
const cloud = packedCloud();

/** The splats in the order of the cloud: other programs sort them by position. */
async function loadInOrder(bytes: Uint8Array): Promise<SplatAsset> {
  const asset = await loadAsset(bytes);
  if (asset.type !== "splats") throw new Error("not splats");
  const width = asset.harmonics.length / asset.count;
  const ordered = { ...asset, positions: asset.positions.slice(), orientations: asset.orientations.slice() };
  const copies = {
    scales: asset.scales.slice(),
    opacities: asset.opacities.slice(),
    harmonics: asset.harmonics.slice(),
  };
  for (let i = 0; i < cloud.count; i++) {
    const at = nearest(asset.positions, cloud, i);
    ordered.positions.set(asset.positions.subarray(3 * at, 3 * at + 3), 3 * i);
    ordered.orientations.set(asset.orientations.subarray(4 * at, 4 * at + 4), 4 * i);
    copies.scales.set(asset.scales.subarray(3 * at, 3 * at + 3), 3 * i);
    copies.opacities[i] = asset.opacities[at];
    copies.harmonics.set(asset.harmonics.subarray(width * at, width * at + width), width * i);
  }
  return { ...ordered, ...copies };
}

function nearest(positions: Float32Array, { positions: wanted }: TrainedCloud, i: number): number {
  let [best, distance] = [0, Infinity];
  for (let at = 0; at < positions.length / 3; at++) {
    const away = Math.hypot(...[0, 1, 2].map((k) => positions[3 * at + k] - wanted[3 * i + k]));
    if (away < distance) [best, distance] = [at, away];
  }
  return best;
}

describe("files written by other programs", () => {
  test.each<[string, string, Tolerances]>([
    // Steps: 16 / 2047 of a position, 1 / 255 of a color, 8 / 256 of a coefficient.
    [
      "cloud.compressed.ply",
      "ply",
      { position: 0.01, scale: 0.005, rotation: 0.003, opacity: 0.003, color: 0.011, rest: 0.016 },
    ],
    ["cloud.sog", "sog", { position: 0.001, scale: 0.02, rotation: 0.009, opacity: 0.004, color: 0.02, rest: 0.02 }],
  ])("are read: %s", async (name, format, tolerances) => {
    const bytes = read(name);
    expect(assetFormat(bytes)).toBe(format);
    expectSplats(await loadInOrder(bytes), cloud, tolerances);
  });

  test("are read: cloud.splat, which has no harmonics beyond degree 0", async () => {
    const bytes = read("cloud.splat");
    expect(assetFormat(bytes)).toBe("splat");
    const flat = { ...cloud, degree: 0, rest: new Float32Array(0) };
    expectSplats(await loadInOrder(bytes), flat, { scale: 1e-5, rotation: 0.009, opacity: 0.004, color: 0.015 });
  });
});

describe("a file of 32 bytes a splat", () => {
  test("is recognized only if every record can be a splat", () => {
    const bytes = read("cloud.splat");
    expect(assetFormat(bytes.subarray(0, 32))).toBe("splat");
    expect(assetFormat(bytes.subarray(0, -1))).toBeNull();
    expect(assetFormat(bytes.slice(1, 33))).toBeNull();
    const turned = bytes.slice();
    turned.fill(255, 28, 32);
    expect(assetFormat(turned)).toBeNull();
  });

  test("of random bytes is not recognized", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 128, maxLength: 128 }), (bytes) => {
        expect(assetFormat(bytes)).not.toBe("splat");
      }),
    );
  });

  test("is read if the option sets the format", async () => {
    const bytes = read("cloud.splat").slice(0, 64);
    bytes.fill(128, 28, 32);
    expect(await assetError(() => loadAsset(bytes))).toMatchObject({ problem: "format" });
    expect(await loadAsset(bytes, { format: "splat" })).toMatchObject({ count: 1, skipped: { zeroQuaternion: 1 } });
    expect(await assetError(() => loadAsset(bytes.subarray(1), { format: "splat" }))).toMatchObject({
      problem: "truncated",
      offset: 32,
    });
    expect(await assetError(() => loadAsset(bytes, { format: "splat", limits: { splats: 1 } }))).toMatchObject({
      problem: "limit",
    });
  });
});

describe("a compressed PLY", () => {
  const whole = read("cloud.compressed.ply");
  const headEnd = Buffer.from(whole).indexOf("end_header\n");
  const changed = (from: string, to: string): Uint8Array => {
    const head = Buffer.from(whole.subarray(0, headEnd)).toString("latin1");
    expect(head).toContain(from);
    return new Uint8Array(Buffer.concat([Buffer.from(head.replace(from, to), "latin1"), whole.subarray(headEnd)]));
  };

  test.each([
    ["too few chunks", "element chunk 2", "element chunk 1", "a row of the element chunk"],
    ["no chunks", "element chunk 2", "element piece 2", "a row of the element chunk"],
    ["another count of harmonics", "element sh 260", "element sh 259", "a row for each splat"],
    ["another type", "property uint packed_scale", "property int packed_scale", "packed_scale of type uint32"],
    ["text", "binary_little_endian", "ascii", "binary, little-endian"],
    ["a list", "property float min_x", "property list uchar float min_x", "lists are not expected"],
  ])("with %s is rejected", async (_, from, to, reason) => {
    const error = await assetError(() => loadAsset(changed(from, to)));
    expect(["malformed", "truncated"]).toContain(error.problem);
    if (error.problem === "malformed") expect(error.message).toContain(reason);
  });

  test("that is truncated is rejected", async () => {
    expect(await assetError(() => loadAsset(whole.subarray(0, -100)))).toMatchObject({ problem: "truncated" });
  });
});

describe("a SOG archive", () => {
  const whole = read("cloud.sog");
  const { budget } = makeContext({});
  const entriesOf = async (): Promise<Map<string, Uint8Array>> => {
    const entries = zipEntries(whole) ?? [];
    return new Map(
      await Promise.all(
        entries.map(async (entry) => [entry.name, (await readZipEntry(whole, entry, budget)).slice()] as const),
      ),
    );
  };
  const withMeta = async (change: (meta: Record<string, Record<string, unknown>>) => unknown): Promise<Uint8Array> => {
    const entries = await entriesOf();
    const meta = JSON.parse(new TextDecoder().decode(entries.get("meta.json"))) as Record<
      string,
      Record<string, unknown>
    >;
    entries.set("meta.json", new TextEncoder().encode(JSON.stringify(change(meta))));
    return zipArchive(entries);
  };

  test("may be deflated", async () => {
    const packed = zipArchive(await entriesOf(), (bytes) => deflateRawSync(bytes));
    expect(packed.length).toBeLessThan(whole.length);
    expect(await loadAsset(packed)).toStrictEqual(await loadAsset(whole));
  });

  test.each<[string, (meta: Record<string, Record<string, unknown>>) => unknown, string]>([
    ["version 1", (meta) => ({ ...meta, version: undefined }), "npx @playcanvas/splat-transform"],
    ["a missing image", (meta) => ({ ...meta, quats: { files: ["other.webp"] } }), 'no "other.webp"'],
    ["more splats than pixels", (meta) => ({ ...meta, count: 1e6 }), "need as many pixels"],
    ["a palette of another degree", (meta) => ({ ...meta, shN: { ...meta["shN"], bands: 3 } }), "of degree 3 need"],
    ["no codebook", (meta) => ({ ...meta, sh0: { files: ["sh0.webp"] } }), "sh0.codebook"],
  ])("with %s is rejected", async (_, change, reason) => {
    const error = await assetError(async () => await loadAsset(await withMeta(change)));
    expect(error.message).toContain(reason);
  });

  test("with a code beyond its book has splats that cannot be drawn, which are counted", async () => {
    const short = await withMeta((meta) => ({ ...meta, scales: { ...meta["scales"], codebook: [] } }));
    expect(await loadAsset(short)).toMatchObject({ count: 0, skipped: { nonFinite: 260 } });
  });

  test("that decompresses to more than it declares is rejected", async () => {
    const entries = await entriesOf();
    const bomb = zipArchive(entries, (bytes) => deflateRawSync(Buffer.concat([bytes, Buffer.alloc(1 << 22)])));
    expect((await assetError(() => loadAsset(bomb))).message).toContain("unpacks to more than");
  });

  test("is not one without meta.json, or without its directory", () => {
    const empty = new Uint8Array();
    expect(assetFormat(zipArchive(new Map([["scene.usda", empty]])))).toBeNull();
    expect(assetFormat(zipArchive(new Map([["textures/meta.json", empty]])))).toBeNull();
    expect(assetFormat(whole.subarray(0, -22))).toBeNull();
  });

  test("detection accepts any bytes", () => {
    const small = zipArchive(new Map([["meta.json", Uint8Array.of(123, 125)]]));
    const change = fc.tuple(fc.nat(small.length - 1), fc.nat(255));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 8 }), fc.nat(small.length), (changes, length) => {
        const bytes = small.slice(0, length);
        for (const [at, value] of changes) if (at < length) bytes[at] = value;
        expect([null, "sog"]).toContain(assetFormat(bytes));
      }),
    );
  });
});
