import { expect, test } from "vitest";
import { statisticsRows } from "./statistics.ts";

const size = (width: number): { width: number; height: number } => ({ width, height: width });

test("textures that are all of one size are counted once", () => {
  const textures = [size(2), size(2)];
  const none = {
    prims: 1,
    draws: 1,
    triangles: 1,
    splats: 0,
    points: 0,
    materials: 0,
    geometryBytes: 0,
    textureBytes: 0,
  };
  expect(new Map(statisticsRows({ ...none, textures })).get("Textures")).toBe("2 of 2 × 2");
  expect(new Map(statisticsRows({ ...none, textures: [size(2)] })).get("Textures")).toBe("1 of 2 × 2");
});

test("numbers with their units; equal textures are counted together", () => {
  const rows = statisticsRows({
    prims: 1200,
    draws: 1201,
    triangles: 34_567,
    splats: 0,
    points: 7,
    materials: 0,
    textures: [size(4), size(2), size(2)],
    geometryBytes: 3 * 2 ** 20,
    textureBytes: 96,
  });
  expect(rows).toEqual([
    ["Drawn prims", "1,200"],
    ["Triangles", "34,567"],
    ["Points", "7"],
    ["Draws", "1,201"],
    ["Textures", "3: 4 × 4, 2 of 2 × 2"],
    ["Memory", "3.0 MiB geometry, 0.1 KiB textures"],
  ]);
});
