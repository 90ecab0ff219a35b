import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeLayer, type PlainPrim } from "@usdkit/layer";
import { writeUsdc } from "@usdkit/usdc";
import { freePort } from "../../../packages/gateway/src/test-support/postgres-server.ts";
import { randomNumbers } from "../../../packages/test-files/src/random.ts";
import {
  builtGateway,
  KEY,
  sourceGateway,
  startGatewayFrom,
  startGatewayProcess,
} from "../../gateway/gateway-process.ts";
import { installedFile } from "../installed.ts";
import { startLimitedLink } from "../limited-link.ts";
import { cacheFolder, repository } from "../paths.ts";
import { milliseconds, ratio } from "../report.ts";
import { targets } from "../targets.ts";
import { PEAK } from "./peak-memory.ts";
import type { SuiteOptions } from "./suite.ts";

const suite = "publish";
/** Of one mesh: this many vertices a side, two triangles between each four. Its GLB has 0.2 MB. */
const SIDE = 69;

/** Bytes a second of a link: 50 Mbit/s. */
const LINK_RATE = 6_250_000;

/** Whole runs of `spatial publish` to a gateway on this machine: to an empty one, again, and to an empty one behind a link of 50 Mbit/s. */
export async function publish({ quick, built, inputs, report }: SuiteOptions): Promise<void> {
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
    if (inputs.length === 0 || inputs.includes("local"))
      await locally({ spatial, stage, folder, built, input, quick, report });
    if (inputs.length === 0 || inputs.includes("link"))
      await overLink({ spatial, stage, folder, built, input, quick, report });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface PublishRun extends Pick<SuiteOptions, "quick" | "built" | "report"> {
  readonly spatial: string;
  readonly stage: string;
  readonly folder: string;
  readonly input: string;
}

async function locally({ spatial, stage, folder, built, input, quick, report }: PublishRun): Promise<void> {
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
}

/** Compares with the time that the link needs for what was sent through it. */
async function overLink({ spatial, stage, folder, built, input, quick, report }: PublishRun): Promise<void> {
  const what = "over a link of 50 Mbit/s";
  const port = await freePort();
  await using link = await startLimitedLink(port, LINK_RATE);
  const flags = ["--port", String(port), "--public-url", link.url];
  const data = join(folder, "linked");
  await using _gateway = await startGatewayFrom(built ? builtGateway : sourceGateway, data, flags);
  const { time, code, output } = await run(spatial, ["publish", stage, "-o", join(folder, "linked.usda")], link.url);
  if (code !== 0) {
    report({ suite, input, what, measured: output.slice(-120), crashed: true });
    return;
  }
  const alone = (1000 * link.sent()) / LINK_RATE;
  const share = time / alone;
  report({
    suite,
    input,
    what,
    measured: `${milliseconds(time)}, ${ratio(share)} of the link alone`,
    target: quick ? undefined : `≤ ${targets.publish.link}×`,
    met: quick ? undefined : share <= targets.publish.link,
    figures: { time, alone },
  });
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
