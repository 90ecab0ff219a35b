// Compares what UsdGeom and UsdShade compute on stages with the reference implementation: transformations, visibility, purposes,
// primvars, bounds, material bindings, connections, collections and metrics.
//
//   node test/oracle/stage-computations.ts [--skeletons] [--seeds N] [--from N] [--prims N] [--show] [--minimise] [FILES…]
//
// With FILES the stages of these root layers, otherwise random ones, with `--skeletons` of characters. A number may differ by 1e-12 of the largest number of its
// matrix or box: rotations use the sine and cosine of the platform. `exact` counts the matrices that are equal bit for bit. See
// `campaign.ts` for the options and the exit code.

import { existsSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { pathResolver, Stage } from "@usdkit/usd";
import { Random } from "../bench/generate/random.ts";
import { randomScene } from "../composition/random-scene.ts";
import { computations, type Computations } from "../composition/stage-computations.ts";
import { campaignOptions, compareFiles, runCampaign, type Outcome } from "./campaign.ts";
import { referencePython } from "./environment.ts";
import { LineWorker } from "./line-worker.ts";
import { randomSkeletons } from "./random-skeletons.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...campaignOptions,
    prims: { type: "string", default: "250" },
    skeletons: { type: "boolean", default: false },
  },
});

const TIMES = [1, 2.5, 24];

interface Answer extends Partial<Computations> {
  readonly refused?: boolean;
  readonly failed?: string;
}

const counts: Record<string, number> = {
  same: 0,
  different: 0,
  prims: 0,
  numbers: 0,
  exact: 0,
  compared: 0,
  differences: 0,
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

async function compare(root: string): Promise<Outcome> {
  const { refused, failed, ...theirs }: Answer = await worker.ask({ root, times: TIMES, prims: Number(options.prims) });
  if (refused === true) return { kind: "refused" };
  if (failed !== undefined) return { kind: "failed", detail: failed };
  const read = (file: string): Uint8Array | undefined =>
    existsSync(file) && statSync(file).isFile() ? readFileSync(file) : undefined;
  const stage = await Stage.open(root, { resolver: pathResolver({ read }), hasOwnSession: true });
  const ours = computations(stage, [null, ...TIMES], Number(options.prims));
  const found = differences(JSON.parse(JSON.stringify(ours)), theirs, "");
  counts["prims"] += Object.keys(theirs.prims ?? {}).length;
  counts["differences"] += found.length;
  return found.length === 0 ? { kind: "same" } : { kind: "different", detail: found.slice(0, 4).join("\n") };
}

if (positionals.length > 0) {
  const roots = positionals.map((file) => resolve(file));
  await compareFiles({ name: "stage-computations-files", folder: process.cwd(), roots, compare }, counts);
} else {
  await runCampaign(
    {
      name: options.skeletons ? "skeletons" : "stage-computations",
      make: (seed) => ({
        files: options.skeletons ? new Map([["root.usda", randomSkeletons(new Random(seed))]]) : randomScene(seed),
      }),
      compare: (_, folder) => compare(join(folder, "root.usda")),
    },
    options,
    counts,
  );
}
worker.close();
