import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SpatialClient } from "@usdkit/client";
import { encodePng, loadAsset, prepareScene } from "@usdkit/raster";
import { Scene } from "@usdkit/scene";
import { expect, test } from "vitest";
import { texturedRelief } from "../bench/generate/raster-scenes.ts";
import { KEY, startGatewayProcess } from "./gateway-process.ts";

const hasColmap = spawnSync("python3", ["-c", "import pycolmap"]).status === 0;
if (!hasColmap) console.log("reconstruction: not tried, as the python3 on the PATH has no pycolmap");

const VIEWS = 24;
const follow = { interval: 200 };

/** Pictures of a textured relief (4.8 wide, 2.7 high, 0.3 deep), from a walk along it. */
async function takePictures(folder: string): Promise<string[]> {
  const scene = new Scene({ defaultPrim: "World" });
  const world = scene.xform("World");
  world.mesh("Relief", { asset: "asset:/mesh/relief" });
  const camera = world.camera("Main", { fieldOfView: { horizontal: 55 } });
  const asset = texturedRelief(20_000);
  const paths: string[] = [];
  for (let i = 0; i < VIEWS; i++) {
    const t = (i / (VIEWS - 1)) * 2 - 1;
    camera.resetPlace().lookAt({ eye: [1.8 * t, 0.5 * Math.sin(3 * t), 4.2 - 0.4 * t * t], target: [0.5 * t, 0, 0] });
    await using prepared = await prepareScene(scene.toBytes(), { relief: asset });
    const path = join(folder, `view-${String(i).padStart(2, "0")}.png`);
    writeFileSync(path, await encodePng(await prepared.render({ width: 480, height: 360, background: [0, 0, 0, 1] })));
    paths.push(path);
  }
  return paths;
}

test.skipIf(!hasColmap)(
  "a world of pictures that were taken of a known thing has its shape",
  { timeout: 600_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "usdkit-colmap-"));
    try {
      const paths = await takePictures(folder);
      await using gateway = await startGatewayProcess(join(folder, "data"));
      await using client = new SpatialClient({ baseUrl: gateway.url, apiKey: KEY });
      const uploads = await client.assets.uploadAll(paths);
      const resources = uploads.map((each) => {
        if (each.status === "rejected") throw each.reason;
        return { url: each.value.url };
      });
      const world = await client.worlds.reconstruct({ resources });
      const { assets } = await world.result(follow);
      const asset = await loadAsset(await (await fetch(assets?.splats?.urls?.plyPath ?? "")).bytes());
      if (asset.type !== "splats") throw new Error(`the file holds ${asset.type}`);
      expect(asset.count).toBeGreaterThan(500);
      const [width, height, depth] = extents(asset.positions);
      // A relief: much less deep than high, and wider than high.
      expect(width / height).toBeGreaterThan(1.2);
      expect(depth / height).toBeLessThan(0.35);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

/** Spreads along the three main directions, the largest first; far points are left out. */
function extents(positions: Float32Array): [number, number, number] {
  const count = positions.length / 3;
  const middle = [0, 1, 2].map((k) => median(positions.filter((_, i) => i % 3 === k)));
  const away = Float64Array.from({ length: count }, (_, i) =>
    Math.hypot(...middle.map((value, k) => (positions[3 * i + k] ?? 0) - value)),
  );
  const most = 3 * median(away);
  const rows: number[][] = [];
  for (let i = 0; i < count; i++) {
    if ((away[i] ?? 0) < most) rows.push(middle.map((value, k) => (positions[3 * i + k] ?? 0) - value));
  }
  const covariance = [0, 1, 2].map((a) =>
    [0, 1, 2].map((b) => rows.reduce((sum, row) => sum + (row[a] ?? 0) * (row[b] ?? 0), 0) / rows.length),
  );
  const found: number[] = [];
  for (let k = 0; k < 3; k++) {
    const [value, direction] = mainDirection(covariance);
    found.push(Math.sqrt(Math.max(0, value)));
    for (let a = 0; a < 3; a++) {
      for (let b = 0; b < 3; b++) {
        const row = covariance[a] ?? [];
        row[b] = (row[b] ?? 0) - value * (direction[a] ?? 0) * (direction[b] ?? 0);
      }
    }
  }
  const [first = 0, second = 0, third = 0] = found;
  return [first, second, third];
}

/** The largest eigenvalue of a symmetric matrix and its direction, by power iteration. */
function mainDirection(matrix: readonly (readonly number[])[]): [number, readonly number[]] {
  let direction = [0.6, 0.5, 0.62];
  let value = 0;
  for (let i = 0; i < 200; i++) {
    const next = matrix.map((row) => row.reduce((sum, each, k) => sum + each * (direction[k] ?? 0), 0));
    value = Math.hypot(...next);
    if (value === 0) break;
    direction = next.map((each) => each / value);
  }
  return [value, direction];
}

function median(values: Float32Array | Float64Array): number {
  return values.toSorted()[values.length >> 1] ?? 0;
}
