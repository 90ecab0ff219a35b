import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeLayer, type PlainPrim } from "@usdkit/layer";
import { writeUsdc } from "@usdkit/usdc";
import { randomNumbers } from "../../../packages/test-files/src/random.ts";
import { builtGateway, KEY, startGatewayFrom, startGatewayProcess } from "../../gateway/gateway-process.ts";
import { installedFile } from "../installed.ts";
import { cacheFolder, repository } from "../paths.ts";
import { milliseconds } from "../report.ts";
import { targets } from "../targets.ts";
import { PEAK } from "./convert.ts";
import type { SuiteOptions } from "./suite.ts";

const suite = "publish";
/** Of one mesh: this many vertices a side, two triangles between each four. Its GLB has 0.2 MB. */
const SIDE = 69;

/** Whole runs of `spatial publish` to a gateway on this machine, each to an empty one, and of `spatial upload` of the same files. */
export async function publish({ quick, built, report }: SuiteOptions): Promise<void> {
  const spatial = built
    ? installedFile("spatial-cli", "dist/bin/spatial.js")
    : join(repository, "packages/spatial-cli/src/bin/spatial.ts");
  if (spatial === undefined) {
    report({ suite, input: "", what: "spatial publish", measured: "skipped: not built, run `pnpm build`" });
    return;
  }
  const count = quick ? 100 : 1000;
  const stage = join(cacheFolder(), `publish-${count}.usdc`);
  if (!existsSync(stage)) writeFileSync(stage, stageOfMeshes(count));
  const folder = mkdtempSync(join(tmpdir(), "usdkit-bench-publish-"));
  try {
    const input = `${count} meshes, ${(statSync(stage).size / 1e6).toFixed(0)} MB`;
    const data = join(folder, "gateway");
    await using gateway = built ? await startGatewayFrom(builtGateway, data, []) : await startGatewayProcess(data);
    const scene = join(folder, "scene.usda");
    const first = await run(spatial, ["publish", stage, "-o", scene], gateway.url);
    const second = await run(spatial, ["publish", stage, "-o", scene], gateway.url);
    for (const [what, { time, peak, code, output }] of [
      ["all are uploaded", first],
      ["nothing is uploaded", second],
    ] as const) {
      if (code !== 0) {
        report({ suite, input, what, measured: output.slice(-120), crashed: true });
        continue;
      }
      report({ suite, input, what, measured: milliseconds(time), figures: { time } });
      report({
        suite,
        input,
        what: "peak memory of the process",
        measured: `${(peak / 1e6).toFixed(0)} MB`,
        target: quick ? undefined : `≤ ${targets.publish.memory} MB`,
        met: quick ? undefined : peak <= targets.publish.memory * 1e6,
        figures: { peak },
      });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Run {
  /** Milliseconds. */
  readonly time: number;
  /** Bytes. */
  readonly peak: number;
  readonly code: number | null;
  readonly output: string;
}

async function run(command: string, args: readonly string[], url: string): Promise<Run> {
  const start = performance.now();
  const env = { ...process.env, SPATIAL_BASE_URL: url, SPATIAL_API_KEY: KEY };
  const child = spawn(process.execPath, ["--import", PEAK, command, ...args], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  const time = performance.now() - start;
  return { time, peak: 1024 * Number(/^peak (\d+)$/mu.exec(output)?.[1]), code, output };
}

/** Meshes with normals and texture coordinates of random numbers, each another, below one Xform. */
function stageOfMeshes(count: number): Uint8Array {
  const random = randomNumbers(1);
  const floats = (size: number): number[] => Array.from({ length: size }, random);
  const indices: number[] = [];
  for (let row = 0; row < SIDE - 1; row++) {
    for (let column = 0; column < SIDE - 1; column++) {
      const i = row * SIDE + column;
      indices.push(i, i + SIDE, i + 1, i + 1, i + SIDE, i + SIDE + 1);
    }
  }
  const vertices = SIDE * SIDE;
  const meshes = Array.from({ length: count }, (_, i): PlainPrim => ({
    name: `Mesh${i}`,
    type: "Mesh",
    properties: [
      { name: "faceVertexCounts", type: "int[]", value: new Int32Array(indices.length / 3).fill(3) },
      { name: "faceVertexIndices", type: "int[]", value: Int32Array.from(indices) },
      { name: "normals", type: "normal3f[]", value: Float32Array.from(floats(3 * vertices)) },
      { name: "points", type: "point3f[]", value: Float32Array.from(floats(3 * vertices)) },
      {
        name: "primvars:st",
        type: "texCoord2f[]",
        value: Float32Array.from(floats(2 * vertices)),
        metadata: { interpolation: "vertex" },
      },
      { name: "subdivisionScheme", type: "token", value: "none", uniform: true },
    ],
  }));
  const camera: PlainPrim = { name: "Camera", type: "Camera" };
  return writeUsdc(
    makeLayer({
      metadata: { defaultPrim: "World" },
      children: [{ name: "World", type: "Xform", children: [...meshes, camera] }],
    }),
  );
}
