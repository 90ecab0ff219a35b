import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assetError } from "../test-support/expect-asset-error.ts";
import { expectSplats } from "../test-support/expected-splats.ts";
import { splatPly, splatPropertyNames, type PlyStyle } from "@usdkit/test-files/splat-ply";
import { trainedCloud, type TrainedCloud } from "@usdkit/test-files/trained-cloud";
import type { SplatAsset } from "../model/asset.ts";
import { loadAsset } from "../load/load-asset.ts";

const formats = ["ascii", "binary_little_endian", "binary_big_endian"] as const;

describe("splats of a PLY", () => {
  test.each(formats.flatMap((format) => [0, 1, 2, 3].map((degree) => [format, degree] as const)))(
    "are read from %s with harmonics of degree %d",
    async (format, degree) => {
      const cloud = trainedCloud(50, degree);
      expectSplats(await loadAsset(splatPly(cloud, { format })), cloud);
    },
  );

  test("are bitwise equal in every format, order and alignment, and with other elements around", async () => {
    const cloud = trainedCloud(37, 2);
    const plain = await loadAsset(splatPly(cloud));
    const names = splatPropertyNames(2);
    const style = fc.record(
      {
        format: fc.constantFrom(...formats),
        lineEnd: fc.constantFrom("\n", "\r\n", "\r"),
        order: fc.shuffledSubarray(names, { minLength: names.length }),
        comments: fc.array(fc.constantFrom("comment made by hand", "obj_info x", "comment", "")),
        listBefore: fc.constantFrom("x", "rot_2"),
        elements: fc.boolean(),
        types: fc.constantFrom<Record<string, string>>(
          {},
          { nx: "uchar" },
          { nx: "short", x: "double", opacity: "double" },
        ),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(style, async (style) => {
        expect(await loadAsset(splatPly(cloud, style as PlyStyle))).toStrictEqual(plain);
      }),
    );
  });

  test("may have more rows than are converted together", async () => {
    const cloud = trainedCloud(5000, 0);
    for (const format of formats) expectSplats(await loadAsset(splatPly(cloud, { format })), cloud);
    expectSplats(await loadAsset(splatPly(cloud, { comments: ["comment 3"] })), cloud);
    expectSplats(await loadAsset(splatPly(cloud, { listBefore: "x" })), cloud);
  });

  test("may be none", async () => {
    const asset = await loadAsset(splatPly(trainedCloud(0, 3)));
    expect(asset).toMatchObject({ type: "splats", count: 0, degree: 3, skipped: {} });
  });

  test("of a fourth degree keep three", async () => {
    const asset = (await loadAsset(splatPly(trainedCloud(6, 4)))) as SplatAsset;
    const cloud = trainedCloud(6, 4);
    expect(asset).toMatchObject({ count: 6, degree: 3, skipped: { harmonicsBeyondDegree3: 6 } });
    for (let i = 0; i < 6; i++) {
      expect(asset.harmonics.subarray(48 * i + 3, 48 * i + 48)).toStrictEqual(cloud.rest.subarray(72 * i, 72 * i + 45));
    }
  });

  test("that cannot be drawn are left out and counted, and the others keep their values", async () => {
    const cloud = trainedCloud(12, 1);
    const bad = (change: (cloud: TrainedCloud) => void): void => change(cloud);
    bad(({ positions }) => (positions[3 * 1] = NaN));
    bad(({ positions }) => (positions[3 * 2 + 1] = -Infinity));
    bad(({ scales }) => scales.fill(-Infinity, 3 * 3, 3 * 4));
    bad(({ scales }) => (scales[3 * 4] = 200));
    bad(({ rotations }) => rotations.fill(0, 4 * 5, 4 * 6));
    bad(({ rotations }) => (rotations[4 * 6] = Infinity));
    bad(({ opacities }) => (opacities[7] = NaN));
    bad(({ colors }) => (colors[3 * 8 + 2] = NaN));
    bad(({ rest }) => (rest[9 * 9 + 8] = Infinity));
    const kept = [0, 10, 11];
    for (const format of formats) {
      const asset = (await loadAsset(splatPly(cloud, { format }))) as SplatAsset;
      expect(asset.count).toBe(3);
      expect(asset.skipped).toStrictEqual({ nonFinite: 7, zeroQuaternion: 1, zeroScale: 1 });
      const pick = (array: Float32Array, width: number): number[] =>
        kept.flatMap((i) => Array.from(array.subarray(width * i, width * (i + 1))));
      expect(Array.from(asset.positions)).toStrictEqual(pick(cloud.positions, 3));
      expect(asset.harmonics).toHaveLength(3 * 12);
      expect(Array.from(asset.harmonics.subarray(12, 15))).toStrictEqual(pick(cloud.colors, 3).slice(3, 6));
    }
  });

  test("may be flat in one direction, and fully opaque or transparent by an infinite logit", async () => {
    const cloud = trainedCloud(2, 0);
    cloud.scales[0] = -Infinity;
    cloud.opacities.set([Infinity, -Infinity]);
    const asset = (await loadAsset(splatPly(cloud))) as SplatAsset;
    expect(asset.skipped).toStrictEqual({});
    expect(asset.scales[0]).toBe(0);
    expect(Array.from(asset.opacities)).toStrictEqual([1, 0]);
  });

  test("need all of their properties, and harmonics of a whole degree", async () => {
    const cloud = trainedCloud(3, 1);
    const without = (...names: string[]): string[] => splatPropertyNames(1).filter((name) => !names.includes(name));
    const error = await assetError(() => loadAsset(splatPly(cloud, { order: without("opacity", "rot_3") })));
    expect(error).toMatchObject({ problem: "malformed", where: "element vertex", offset: 36 });
    expect(error.message).toContain("rot_3, opacity");
    const odd = await assetError(() => loadAsset(splatPly(cloud, { order: without("f_rest_8") })));
    expect(odd.message).toContain("8 properties f_rest_*");
    const renamed = without("f_rest_3").concat("f_rest_9");
    expect((await assetError(() => loadAsset(splatPly(cloud, { order: renamed })))).message).toContain(
      "f_rest_3 is missing",
    );
  });
});

describe("a PLY that does not match its header", () => {
  test.each(formats)("is truncated wherever it is cut (%s)", async (format) => {
    const bytes = splatPly(trainedCloud(4, 0), { format, elements: true });
    for (let length = 4; length < bytes.length; length++) {
      // The last line of a text needs no end, and the last element is not looked at.
      const result = await loadAsset(bytes.subarray(0, length)).catch((error: unknown) => error);
      if (result instanceof Error) expect(result).toMatchObject({ name: "AssetError", problem: "truncated" });
      else expect(length).toBeGreaterThan(bytes.length - 40);
    }
  });

  test.each([4_294_967_295, 999_999_999_999_999])("declares %d rows and allocates nothing", async (count) => {
    const text = `ply\nformat binary_little_endian 1.0\nelement vertex ${count}\nproperty float x\nproperty float y\nproperty float z\nend_header\n`;
    const error = await assetError(() => loadAsset(new TextEncoder().encode(text)));
    expect(error).toMatchObject({ problem: "truncated", where: "element vertex" });
  });

  test("is rejected beyond a limit, with the limit's name", async () => {
    const bytes = splatPly(trainedCloud(10, 0));
    const splats = await assetError(() => loadAsset(bytes, { limits: { splats: 9 } }));
    expect(splats).toMatchObject({ problem: "limit", where: "element vertex" });
    expect(splats.message).toContain('"splats"');
    const memory = await assetError(() => loadAsset(bytes, { limits: { decodedBytes: 10 * 4 * 14 - 1 } }));
    expect(memory.message).toContain('"decodedBytes"');
    expect(await loadAsset(bytes, { limits: { decodedBytes: 10 * 4 * 14 } })).toMatchObject({ count: 10 });
    expect((await assetError(() => loadAsset(bytes, { limits: { fileBytes: 20 } }))).message).toContain('"fileBytes"');
  });

  const header = (lines: string): Uint8Array => new TextEncoder().encode(`ply\n${lines}`);
  test.each([
    ["format ascii 2.0\nend_header\n", "malformed", 4, "version 1.0"],
    ["format middle_endian 1.0\nend_header\n", "malformed", 4, "middle_endian"],
    ["end_header\n", "malformed", 4, "format"],
    ["format ascii 1.0\n", "truncated", 21, "end_header"],
    ["format ascii 1.0\nelement vertex -1\nend_header\n", "malformed", 21, "a count"],
    ["format ascii 1.0\nelement vertex 1e3\nend_header\n", "malformed", 21, "a count"],
    ["format ascii 1.0\nproperty float x\nend_header\n", "malformed", 21, "precedes all elements"],
    ["format ascii 1.0\nelement vertex 0\nproperty quad x\nend_header\n", "malformed", 38, "a type"],
    ["format ascii 1.0\nelement vertex 0\nproperty float x\nproperty float x\nend_header\n", "malformed", 55, "twice"],
    ["format ascii 1.0\nelephant\nend_header\n", "malformed", 21, "elephant"],
    ["format ascii 1.0\nelement face 0\nend_header\n", "malformed", 0, '"vertex"'],
    ["format ascii 1.0\nelement vertex 0\nproperty float x\nend_header\n", "malformed", 21, "y, z"],
  ])("has a header that is not one: %j", async (lines, problem, offset, text) => {
    const error = await assetError(() => loadAsset(header(lines)));
    expect(error).toMatchObject({ problem, offset });
    expect(error.message).toContain(text);
  });

  test("limits the search for the end of its header", async () => {
    const bytes = new Uint8Array(1 << 20).fill(0x20);
    bytes.set(header("format ascii 1.0\n"));
    expect(await assetError(() => loadAsset(bytes))).toMatchObject({ problem: "malformed" });
  });

  test.each([
    ["1 2\n3 4 5.25\n", "malformed", "vertex 0, property z"],
    ["1 2 3 4\n3 4 5\n", "malformed", "vertex 0"],
    ["1 2 3\n4 five 6\n", "malformed", "vertex 1, property y"],
    ["1 2 3\n4 0x10 6\n", "malformed", "vertex 1, property y"],
    ["1 2 3\n4 + 6 \n", "malformed", "vertex 1, property y"],
    ["1 2 3     \n", "truncated", "vertex 1, property x"],
  ])("has a text that is not a table: %j", async (rows, problem, where) => {
    const head =
      "format ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\nend_header\n";
    expect(await assetError(() => loadAsset(header(head + rows)))).toMatchObject({ problem, where });
  });

  test("has lists that exceed the file", async () => {
    const head =
      "format binary_big_endian 1.0\nelement edge 1\nproperty list uint uchar i\nelement vertex 0\nproperty float x\nproperty float y\nproperty float z\nend_header\n";
    const bytes = new Uint8Array([...header(head), 0xff, 0xff, 0xff, 0xff]);
    expect(await assetError(() => loadAsset(bytes))).toMatchObject({ problem: "truncated", where: "element edge" });
    const signed = new Uint8Array([...header(head.replace("uint", "int")), 0xff, 0xff, 0xff, 0xff]);
    expect((await assetError(() => loadAsset(signed))).message).toContain("-1 entries");
  });

  test("is a mesh: rejected with a remedy", async () => {
    const mesh =
      "format ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n3 0 0 0\n";
    const error = await assetError(() => loadAsset(header(mesh)));
    expect(error).toMatchObject({ problem: "unsupported", where: "element face" });
    expect(error.message).toContain("GLB");
  });
});

test("numbers of a text are parsed as by JavaScript", async () => {
  const number = fc.oneof(
    fc.double({ noNaN: true }).map(String),
    fc
      .tuple(fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }), fc.integer({ min: -40, max: 40 }))
      .map(([a, b]) => `${a}e${b}`),
    fc.tuple(fc.nat(), fc.nat()).map(([a, b]) => `+00${a}.${b}00`),
    fc.constantFrom(".5", "5.", "-.5E+2", "1e5", "0e999", "-0"),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(number, { minLength: 1, maxLength: 9 }), async (numbers) => {
      const rows = numbers.map((text) => `${text}\t0  0 \n`).join("");
      const head = `ply\nformat ascii 1.0\nelement vertex ${numbers.length}\nproperty double x\nproperty float y\nproperty float z\nend_header\n`;
      const asset = await loadAsset(new TextEncoder().encode(head + rows));
      const expected = numbers.map((text) => Math.fround(Number(text))).filter((value) => Number.isFinite(value));
      expect(asset.type === "points" && Array.from(asset.positions).filter((_, i) => i % 3 === 0)).toStrictEqual(
        expected,
      );
    }),
  );
});

test.each([
  ["nan", NaN],
  ["-nan(ind)", NaN],
  ["1.#QNAN", NaN],
  ["inf", Infinity],
  ["-Infinity", -Infinity],
  ["-1.#INF", -Infinity],
])("a text may contain %s", async (text, value) => {
  const cloud = trainedCloud(1, 0);
  const ply = new TextDecoder().decode(splatPly(cloud, { format: "ascii" })).replace(`${cloud.opacities[0]}`, text);
  const asset = (await loadAsset(new TextEncoder().encode(ply))) as SplatAsset;
  if (Number.isNaN(value)) expect(asset).toMatchObject({ count: 0, skipped: { nonFinite: 1 } });
  else expect(asset.opacities[0]).toBe(value > 0 ? 1 : 0);
});
