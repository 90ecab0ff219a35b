import type * as rasterPackage from "../../../packages/raster/src/index.ts";
import { gridGlb } from "@usdkit/test-files/grid-glb";
import { splatPly } from "@usdkit/test-files/splat-ply";
import { splatSpz } from "@usdkit/test-files/splat-spz";
import { trainedCloud } from "@usdkit/test-files/trained-cloud";
import { milliseconds } from "../report.ts";
import { targets } from "../targets.ts";
import type { SuiteOptions } from "./suite.ts";

const SPLATS = 1_000_000;
/** Cells along a side, two triangles each: 399,618 of them. */
const CELLS = 447;

interface Input {
  readonly name: string;
  readonly make: () => Promise<Uint8Array> | Uint8Array;
  readonly target?: number | undefined;
}

/** From the bytes of a file to what is drawn. */
export async function assets({ quick, built, inputs, report }: SuiteOptions): Promise<void> {
  const { loadAsset } = await load(built);
  for (const { name, make, target } of listed(quick)) {
    if (inputs.length > 0 && !inputs.some((part) => name.includes(part))) continue;
    const bytes = await make();
    let [least, leastCpu, first] = [Infinity, Infinity, 0];
    for (let round = 0; round < (quick ? 3 : 8); round++) {
      globalThis.gc?.();
      const cpu = process.cpuUsage();
      const start = performance.now();
      await loadAsset(bytes);
      const wall = performance.now() - start;
      const { user, system } = process.cpuUsage(cpu);
      if (round === 0) first = wall;
      least = Math.min(least, wall);
      leastCpu = Math.min(leastCpu, (user + system) / 1000);
    }
    report({
      suite: "assets",
      input: name,
      what: `load ${(bytes.length / 1e6).toFixed(1)} MB`,
      measured: `${milliseconds(least)}, cpu ${milliseconds(leastCpu)}, first ${milliseconds(first)}`,
      target: target === undefined ? undefined : `≤ ${target} ms`,
      met: target === undefined ? undefined : least <= target,
      figures: { wall: least, cpu: leastCpu, first, bytes: bytes.length },
    });
  }
}

function listed(quick: boolean): Input[] {
  const count = quick ? SPLATS / 10 : SPLATS;
  const cells = quick ? Math.round(CELLS / Math.sqrt(10)) : CELLS;
  const splats = (text: string): string => `${count / 1000}k splats, ${text}`;
  const mesh = (text: string): string => `${Math.round((2 * cells * cells) / 1000)}k triangles, ${text}`;
  const target = quick ? undefined : targets.assets.ply;
  return [
    { name: splats("PLY"), make: () => splatPly(trainedCloud(count, 0)), target },
    { name: splats("PLY, SH 3"), make: () => splatPly(trainedCloud(count, 3)) },
    { name: splats("PLY, big-endian"), make: () => splatPly(trainedCloud(count, 0), { format: "binary_big_endian" }) },
    {
      name: `${count / 10_000}k splats, PLY, text`,
      make: () => splatPly(trainedCloud(count / 10, 0), { format: "ascii" }),
    },
    { name: splats("SPZ 3"), make: () => splatSpz(trainedCloud(count, 0), 3) },
    { name: splats("SPZ 3, SH 3"), make: () => splatSpz(trainedCloud(count, 3), 3) },
    { name: splats("SPZ 4"), make: () => splatSpz(trainedCloud(count, 0), 4) },
    { name: splats("SPZ 4, SH 3"), make: () => splatSpz(trainedCloud(count, 3), 4) },
    { name: mesh("GLB"), make: () => gridGlb(cells, "plain") },
    { name: mesh("GLB, quantized"), make: () => gridGlb(cells, "quantized") },
    { name: mesh("GLB, Draco"), make: () => gridGlb(cells, "draco") },
    { name: mesh("GLB, meshopt"), make: () => gridGlb(cells, "meshopt") },
  ];
}

async function load(built: boolean): Promise<typeof rasterPackage> {
  const folder = built ? "dist/index.js" : "src/index.ts";
  return (await import(`../../../packages/raster/${folder}`)) as typeof rasterPackage;
}
