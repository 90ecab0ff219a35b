import { splatGlb } from "@usdkit/test-files/splat-glb";
import { describe, expect, test } from "vitest";
import { loadAsset } from "../load/load-asset.ts";

describe("splats in a GLB", () => {
  test("are splats", async () => {
    const asset = await loadAsset(splatGlb());
    expect(asset).toMatchObject({ type: "splats", count: 2, degree: 1, skipped: {} });
    if (asset.type !== "splats") return;
    expect(Array.from(asset.orientations, (value) => Math.round(value * 1000) / 1000)).toStrictEqual([
      1, 0, 0, 0, 0.707, 0, 0, 0.707,
    ]);
    expect(Array.from(asset.scales)).toStrictEqual([0.2, 0.2, 0.2, 0.4, 0.1, 0.1].map(Math.fround));
    expect(Array.from(asset.opacities)).toStrictEqual([1, 1]);
  });

  test("beyond a limit are rejected", async () => {
    await expect(loadAsset(splatGlb(), { limits: { splats: 1 } })).rejects.toMatchObject({ problem: "limit" });
  });
});
