/**
 * The rules about USD against the validators of usd-core (`USDKIT_PYTHON`) and NVIDIA (`USDKIT_NVIDIA_PYTHON`), processor time of the
 * checks alone on the same meshes; a shot opened and checked with every rule; and the findings after an edit of one value of it.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryResolver, openLayer, Stage } from "@usdkit/usd";
import { layerEdit, StageCheck, stageRules } from "@usdkit/validate/stage";
import { installedReference } from "../../oracle/environment.ts";
import { LineWorker } from "../../oracle/line-worker.ts";
import { shot } from "../generate/shot.ts";
import { milliseconds, ratio } from "../report.ts";
import { targets } from "../targets.ts";
import type { SuiteOptions } from "./suite.ts";

const suite = "lint-usd";
const MESHES = 20_000;
const SHOT = 100_000;
const EDITS = 20;
/** The first rounds compile: the least of these is that of a process that checks more than one stage. */
const ROUNDS = 8;
const usdRules = stageRules.filter(({ meta }) => meta.profiles.includes("usd"));
const oracle = join(import.meta.dirname, "../../oracle");
const encoder = new TextEncoder();

/** Cubes of six faces, each in its place, with extents and display colors. */
function meshes(count: number): Uint8Array {
  const head =
    '#usda 1.0\n(\n    defaultPrim = "World"\n    metersPerUnit = 1\n    upAxis = "Y"\n)\n\ndef Xform "World"\n{\n';
  const parts = [head];
  for (let i = 0; i < count; i++) {
    parts.push(
      `    def Mesh "Mesh_${i}"\n    {\n        float3[] extent = [(-1, -1, -1), (1, 1, 1)]\n` +
        "        int[] faceVertexCounts = [4, 4, 4, 4, 4, 4]\n" +
        "        int[] faceVertexIndices = [0, 1, 3, 2, 2, 3, 5, 4, 4, 5, 7, 6, 6, 7, 1, 0, 1, 7, 5, 3, 6, 0, 2, 4]\n" +
        "        point3f[] points = [(-1, -1, 1), (1, -1, 1), (-1, 1, 1), (1, 1, 1), (-1, 1, -1), (1, 1, -1), (-1, -1, -1), (1, -1, -1)]\n" +
        `        color3f[] primvars:displayColor = [(${i % 7}, 0.5, 0.5)]\n` +
        `        double3 xformOp:translate = (${i}, 0, 0)\n        uniform token[] xformOpOrder = ["xformOp:translate"]\n    }\n`,
    );
  }
  return encoder.encode(`${parts.join("")}}\n`);
}

/** Checks meshes as both validators do, a shot with every rule, and the shot again after edits. */
export async function lintUsd({ quick, report }: SuiteOptions): Promise<void> {
  const count = quick ? MESHES / 10 : MESHES;
  await compareOnMeshes(count, report);
  await checkShot(quick ? SHOT / 10 : SHOT, report);
}

async function compareOnMeshes(count: number, report: SuiteOptions["report"]): Promise<void> {
  const bytes = meshes(count);
  const input = `${count.toLocaleString("en")} meshes`;
  const folder = mkdtempSync(join(tmpdir(), "usdkit-bench-"));
  const file = join(folder, "meshes.usda");
  writeFileSync(file, bytes);
  const peers = [
    {
      prefix: "usd",
      what: "usd-core's checks",
      python: installedReference(),
      limit: targets.lintUsd.usdCore,
      script: "validate-with-usd.py",
    },
    {
      prefix: "nvidia:",
      what: "NVIDIA's checks",
      python: process.env["USDKIT_NVIDIA_PYTHON"],
      limit: targets.lintUsd.nvidia,
      script: "validate-with-nvidia.py",
    },
  ];
  for (const { prefix, what, python, limit, script } of peers) {
    const rules = usdRules.filter(({ meta }) => meta.sameAs?.some((check) => check.startsWith(prefix)));
    const ours = await processorTime(bytes, rules);
    const figures = { ours };
    if (python === undefined) {
      report({ suite, input, what, measured: `${milliseconds(ours)}, without the peer`, figures });
      continue;
    }
    const env = { PXR_WORK_THREAD_LIMIT: "1" };
    const worker = new LineWorker<{ readonly seconds?: number }>({
      python,
      script: join(oracle, script),
      env,
      timeout: 600_000,
    });
    const answer = await worker.ask({ root: file });
    worker.close();
    const theirs = "seconds" in answer ? 1000 * (answer.seconds ?? Number.NaN) : Number.NaN;
    report({
      suite,
      input,
      what,
      measured: `${milliseconds(ours)}, ${ratio(ours / theirs)} of ${milliseconds(theirs)}`,
      target: `≤ ${limit}×`,
      met: ours / theirs <= limit,
      figures: { ...figures, theirs },
    });
  }
  rmSync(folder, { recursive: true });
}

/** Returns the milliseconds of a check of an open stage, the best of some. */
async function processorTime(bytes: Uint8Array, rules: typeof stageRules): Promise<number> {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const stage = await Stage.open("a.usda", { resolver: memoryResolver(new Map([["a.usda", bytes]])) });
    const begin = process.cpuUsage();
    const check = new StageCheck(stage, { rules });
    finish(check.run());
    check.findings();
    best = Math.min(best, process.cpuUsage(begin).user / 1000);
  }
  return best;
}

async function checkShot(size: number, report: SuiteOptions["report"]): Promise<void> {
  const { root, layers } = shot(size);
  const files = new Map(Array.from(layers, ([path, text]) => [path, encoder.encode(text)]));
  const input = `shot of ${size.toLocaleString("en")} prims`;
  let opened = Infinity;
  let check: StageCheck | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const begin = process.cpuUsage();
    check = new StageCheck(await Stage.open(root, { resolver: memoryResolver(files) }), { rules: usdRules });
    finish(check.run());
    check.findings();
    opened = Math.min(opened, process.cpuUsage(begin).user / 1000);
  }
  const { shot: limit, edit: editLimit } = targets.lintUsd;
  report({
    suite,
    input,
    what: "opened and checked, every rule",
    measured: milliseconds(opened),
    target: `≤ ${limit} ms`,
    met: opened <= limit,
    figures: { opened },
  });
  const layer = [...files.keys()].find((name) => name.startsWith("override"));
  if (check === undefined || layer === undefined) return;
  const times = await editTimes(check, layer, layers.get(layer) ?? "");
  const median = times.toSorted((a, b) => a - b)[times.length >> 1];
  report({
    suite,
    input,
    what: "findings after an edit of a value, median",
    measured: milliseconds(median),
    target: `≤ ${editLimit} ms`,
    met: median <= editLimit,
    figures: { median, worst: Math.max(...times) },
  });
}

/** Returns the milliseconds from the text of a layer to all findings, for edits of one value. */
async function editTimes(check: StageCheck, layer: string, text: string): Promise<readonly number[]> {
  const times: number[] = [];
  let before = encoder.encode(text);
  for (let edit = 1; edit <= EDITS; edit++) {
    const after = encoder.encode(text.replace(/translate = \([^,]+,/u, `translate = (${edit}.5,`));
    const begin = performance.now();
    const edits = [layerEdit(layer, before, after)];
    const changes = await check.stage.update({ layers: new Map([[layer, openLayer(after).layer]]) });
    finish(check.follow(changes, edits));
    check.findings();
    times.push(performance.now() - begin);
    before = after;
  }
  return times;
}

function finish(steps: Generator<void>): void {
  while (steps.next().done !== true);
}
