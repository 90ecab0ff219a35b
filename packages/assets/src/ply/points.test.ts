import { describe, expect, test } from "vitest";
import { loadAsset } from "../load/load-asset.ts";
import { assetError } from "../test-support/expect-asset-error.ts";

function ply(properties: readonly string[], rows: readonly string[]): Uint8Array {
  const head = ["ply", "format ascii 1.0", `element vertex ${rows.length}`, ...properties.map((p) => `property ${p}`)];
  return new TextEncoder().encode([...head, "end_header", ...rows, ""].join("\n"));
}

const xyz = ["float x", "float y", "float z"];

describe("an ordinary point cloud", () => {
  test.each([
    ["bytes", ["uchar red", "uchar green", "uchar blue"], "255 128 0", [255, 128, 0]],
    ["floats from 0 to 1", ["float red", "float green", "float blue"], "1 0.5 -3", [255, 128, 0]],
    ["floats beyond", ["float r", "float g", "float b"], "7 nan 0.1", [255, 0, 26]],
    ["16 bits", ["ushort diffuse_red", "ushort diffuse_green", "ushort diffuse_blue"], "65535 257 0", [255, 1, 0]],
    ["nothing", ["float nx", "float ny", "float nz"], "1 2 3", [255, 255, 255]],
  ])("has colors as %s", async (_, colors, row, expected) => {
    const asset = await loadAsset(ply([...xyz, ...colors, "uchar alpha"], [`1 2 3 ${row} 9`]));
    expect(asset).toStrictEqual({
      type: "points",
      count: 1,
      positions: new Float32Array([1, 2, 3]),
      colors: new Uint8Array(expected),
      skipped: {},
    });
  });

  test("drops points that are not finite", async () => {
    const rows = ["0 0 0 1 1 1", "nan 0 0 2 2 2", "0 inf 0 3 3 3", "4 4 4 4 4 4"];
    const asset = await loadAsset(ply([...xyz, "uchar red", "uchar green", "uchar blue"], rows));
    expect(asset).toMatchObject({ count: 2, skipped: { nonFinite: 2 } });
    expect(asset.type === "points" && Array.from(asset.colors)).toStrictEqual([1, 1, 1, 4, 4, 4]);
  });

  test("has its own limit", async () => {
    const error = await assetError(() => loadAsset(ply(xyz, ["0 0 0", "1 1 1"]), { limits: { points: 1 } }));
    expect(error).toMatchObject({ problem: "limit", where: "element vertex" });
  });
});
