// Compares what UsdGeom and UsdShade compute on stages with the reference implementation: transformations, visibility, purposes,
// primvars, bounds, material bindings, connections, collections and metrics.
//
//   node test/oracle/stage-computations.ts [--seeds N] [--from N] [--prims N] [--show] [FILES…]
//
// With FILES the stages of these root layers, otherwise random ones. A number may differ by 1e-12 of the largest number of its
// matrix or box: rotations use the sine and cosine of the platform. `exact` counts the matrices that are equal bit for bit. The
// exit code is 1 if anything else differs.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { pathResolver, Stage } from "@usdkit/usd";
import { randomScene } from "../composition/random-scene.ts";
import { computations, type Computations } from "../composition/stage-computations.ts";
import { referencePython } from "./environment.ts";
import { LineWorker } from "./line-worker.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: "string", default: "300" },
    from: { type: "string", default: "1" },
    prims: { type: "string", default: "250" },
    show: { type: "boolean", default: false },
  },
});

const TIMES = [1, 2.5, 24];

interface Answer extends Partial<Computations> {
  readonly refused?: boolean;
  readonly failed?: string;
}

const counts: Record<string, number> = {
  stages: 0,
  refused: 0,
  failed: 0,
  prims: 0,
  numbers: 0,
  exact: 0,
  compared: 0,
  different: 0,
};

/** Compares two results part by part; returns the paths of parts that differ, with both. */
function differences(ours: unknown, theirs: unknown, at: string): string[] {
  if (theirs === "failed") return [];
  if (isNumbers(theirs) && isNumbers(ours) && ours.length === theirs.length) {
    counts["numbers"]++;
    if (theirs.every((each, i) => Object.is(Number(each) + 0, Number(ours[i]) + 0))) {
      counts["exact"]++;
      return [];
    }
    return areClose(ours.map(Number), theirs.map(Number)) ? [] : [describe(ours, theirs, at)];
  }
  if (typeof theirs === "object" && theirs !== null && typeof ours === "object" && ours !== null) {
    const names = new Set([...Object.keys(theirs), ...Object.keys(ours)]);
    return [...names].flatMap((name) =>
      differences((ours as Record<string, unknown>)[name], (theirs as Record<string, unknown>)[name], `${at} ${name}`),
    );
  }
  counts["compared"]++;
  return ours === theirs || (ours === undefined && theirs === null) ? [] : [describe(ours, theirs, at)];
}

function isNumbers(value: unknown): value is readonly (number | string)[] {
  return (
    Array.isArray(value) &&
    value.length >= 12 &&
    value.every((each) => typeof each === "number" || /^-?(inf|nan)$/u.test(String(each)))
  );
}

function areClose(ours: readonly number[], theirs: readonly number[]): boolean {
  const largest = Math.max(...theirs.map(Math.abs).filter(Number.isFinite), 1e-300);
  return theirs.every((each, i) => Object.is(each, ours[i]) || Math.abs(each - ours[i]) <= 1e-12 * largest);
}

function describe(ours: unknown, theirs: unknown, at: string): string {
  const [mine, other] = [ours, theirs].map((each) => (JSON.stringify(each) ?? "undefined").slice(0, 300));
  return `${at}\n    ours    ${mine}\n    theirs  ${other}`;
}

const worker = new LineWorker<Answer>({
  python: referencePython(),
  script: join(import.meta.dirname, "stage-computations.py"),
  timeout: 120_000,
});

async function compare(name: string, root: string): Promise<boolean> {
  const { refused, failed, ...theirs }: Answer = await worker.ask({ root, times: TIMES, prims: Number(options.prims) });
  if (refused === true || failed !== undefined) {
    counts[refused === true ? "refused" : "failed"]++;
    if (failed !== undefined) console.log(`${name}: the reference failed: ${failed}`);
    return true;
  }
  const read = (file: string): Uint8Array | undefined =>
    existsSync(file) && statSync(file).isFile() ? readFileSync(file) : undefined;
  const stage = await Stage.open(root, { resolver: pathResolver({ read }), hasOwnSession: true });
  const ours = computations(stage, [null, ...TIMES], Number(options.prims));
  const found = differences(JSON.parse(JSON.stringify(ours)), theirs, "");
  counts["stages"]++;
  counts["prims"] += Object.keys(theirs.prims ?? {}).length;
  counts["different"] += found.length;
  for (const each of found.slice(0, 4)) console.log(`${name}:${each}`);
  return found.length === 0;
}

if (positionals.length > 0) for (const file of positionals) await compare(file, resolve(file));
else {
  const folder = mkdtempSync(join(tmpdir(), "usdkit-computations-"));
  const first = Number(options.from);
  for (let seed = first; seed < first + Number(options.seeds); seed++) {
    const files = randomScene(seed);
    // A folder for each: the reference keeps layers that are open.
    const place = join(folder, String(seed));
    mkdirSync(place);
    for (const [name, text] of files) writeFileSync(join(place, name), text);
    const isSame = await compare(`seed ${seed}`, join(place, "root.usda"));
    if (!isSame && options.show) for (const [name, text] of files) console.log(`--- ${name}\n${text}`);
    rmSync(place, { recursive: true });
  }
  rmSync(folder, { recursive: true });
}
worker.close();
console.log(JSON.stringify(counts));
process.exitCode = counts["different"] === 0 ? 0 : 1;
