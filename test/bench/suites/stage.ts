import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseUsda } from "@usdkit/usda";
import { writeUsdc } from "@usdkit/usdc";
import { shot, type Shot } from "../generate/shot.ts";
import { cacheFolder, referencePython } from "../paths.ts";
import type { StageFigures, StageRun } from "../peers/stage.ts";
import { milliseconds, ratio } from "../report.ts";
import { targets } from "../targets.ts";
import { noPython } from "./race-suite.ts";
import type { SuiteOptions } from "./suite.ts";

const suite = "stage";
const ENCODINGS = ["text", "crate"] as const;
const SIZES = [1_000, 10_000, 100_000];

/**
 * Stages of a shot opened and traversed, one prim and one variant composed, all values read, flattened and printed; by processes
 * that alternate, of one thread each. The values of usd-core are read from Python.
 */
export async function stage(options: SuiteOptions): Promise<void> {
  for (const size of options.quick ? SIZES.slice(0, 2) : SIZES) {
    for (const encoding of ENCODINGS) {
      const input = `shot of ${size.toLocaleString("en")} prims, ${encoding}`;
      if (options.inputs.length === 0 || options.inputs.some((name) => input.includes(name))) {
        compare(options, input, { made: shot(size), encoding, size });
      }
    }
  }
  return Promise.resolve();
}

interface Input {
  readonly made: Shot;
  readonly encoding: (typeof ENCODINGS)[number];
  readonly size: number;
}

function compare({ quick, built, report }: SuiteOptions, input: string, { made, encoding, size }: Input): void {
  const root = join(shotFolder(made, encoding, size), made.root);
  const run: StageRun = { root, meshes: made.meshes, repeats: quick ? 3 : 5, built, keepsYoungSpaceSmall: false };
  const python = referencePython();
  const ours: StageFigures[] = [];
  const theirs: StageFigures[] = [];
  const small: StageFigures[] = [];
  for (let round = 0; round < (quick ? 1 : 3); round++) {
    ours.push(measure(process.execPath, ["--expose-gc", peer("stage.ts")], run));
    small.push(measure(process.execPath, ["--expose-gc", peer("stage.ts")], { ...run, keepsYoungSpaceSmall: true }));
    if (python !== undefined) theirs.push(measure(python, [peer("usd_core_stage.py")], run));
  }
  const isWrong = [...ours, ...theirs].some(({ prims }) => prims !== made.prims);
  if (isWrong)
    console.error(
      `${input}: expected ${made.prims} prims, found`,
      [...ours, ...theirs].map((each) => each.prims),
    );
  const isLargest = size === Math.max(...SIZES);
  const row = (what: string, key: Figure, goal?: number, own: number = least(ours, key)): void => {
    const other = least(theirs, key);
    const text = key === "memory" ? (value: number) => `${(value / 1e6).toFixed(0)} MB` : milliseconds;
    const measured =
      theirs.length === 0
        ? `${text(own)}; ${noPython}`
        : `${text(own)}, usd-core ${text(other)}: ${ratio(other / own)}`;
    const isJudged = goal !== undefined && isLargest && theirs.length > 0;
    report({
      suite,
      input,
      what,
      measured,
      target: isJudged ? `≥ ${goal}×` : undefined,
      met: isJudged ? other / own >= goal : undefined,
      crashed: isWrong,
      figures: { ours: own, usdCore: other },
    });
  };
  row("open and traverse, fresh process, calling thread", "firstThread", targets.stage.open);
  row("open and traverse, fresh process, all threads", "first");
  row("open and traverse, processor time", "open", targets.stage.open);
  row("growth of a fresh process, as in the commands of usda", "memory", targets.stage.memory, least(small, "memory"));
  row("open and traverse there, processor time", "open", targets.stage.open, least(small, "open"));
  // By default V8 lets some 40 MB of garbage lie, whatever the size of the stage.
  row("growth of a fresh process, with V8's defaults", "memory", targets.stage.memory);
  row(`values of ${ours[0].attributes.toLocaleString("en")} attributes`, "values", targets.stage.values);
  row("flatten", "flatten", targets.stage.flatten);
  row("print of the flattened layer", "print");
  row("one prim, layers open", "prim");
  row("a variant of one asset", "variant");
  const perPrim = (1000 * least(ours, "open")) / made.prims;
  report({ suite, input, what: "open and traverse, each prim", measured: `${perPrim.toFixed(1)} µs` });
  if (!isLargest) return;
  for (const [key, what] of [
    ["prim", "one prim, layers open"] as const,
    ["variant", "a variant of one asset"] as const,
  ]) {
    const goal = targets.stage[key];
    const took = least(ours, key);
    report({ suite, input, what, measured: milliseconds(took), target: `≤ ${goal} ms`, met: took <= goal });
  }
}

type Figure = Exclude<keyof StageFigures, "prims" | "layers" | "attributes">;

function least(all: readonly StageFigures[], key: Figure): number {
  return Math.min(...all.map((figures) => figures[key]));
}

function peer(name: string): string {
  return join(import.meta.dirname, "../peers", name);
}

function measure(command: string, options: readonly string[], run: StageRun): StageFigures {
  const { status, stdout, stderr } = spawnSync(command, [...options, JSON.stringify(run)], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${options.join(" ")}: exit code ${status}: ${stderr}`);
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as StageFigures;
}

/** Returns the folder of a shot's layers; written on the first call, and again after a change of the generator. */
function shotFolder({ layers }: Shot, encoding: Input["encoding"], size: number): string {
  const generator = readFileSync(join(import.meta.dirname, "../generate/shot.ts"));
  const version = createHash("sha256").update(generator).digest("hex").slice(0, 8);
  const folder = join(cacheFolder(), `shot-${encoding}-${size}-${version}`);
  if (existsSync(folder)) return folder;
  // Renamed when complete: an interrupted run leaves no partial folder under the final name.
  const part = `${folder}.part`;
  rmSync(part, { recursive: true, force: true });
  for (const [name, text] of layers) {
    const file = join(part, name);
    mkdirSync(dirname(file), { recursive: true });
    const bytes = Buffer.from(text);
    writeFileSync(file, encoding === "text" ? bytes : writeUsdc(parseUsda(bytes).layer));
  }
  renameSync(part, folder);
  return folder;
}
