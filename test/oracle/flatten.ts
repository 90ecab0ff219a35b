// Flattens stages and compares the text with that of the reference implementation.
//
//   node test/oracle/flatten.ts [--folder DIR] [--match TEXT] [--seeds N] [--arcs N] [--from N] [--show]
//
// `--folder` takes every layer with arcs below a folder as a root layer, those with TEXT in their path; `--seeds` takes random
// scenes (`test/composition/random-flatten-scene.ts`: session layers, masks, loaded payloads, clips and every kind of value), `--arcs`
// random stages with more arcs and prims. `--show` writes both texts where they differ to
// the temporary folder. The exit code is 1 if any differs.

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { pathResolver, Stage } from "@usdkit/usd";
import { printUsda } from "@usdkit/usda";
import { referencePython } from "./environment.ts";
import { LineWorker } from "./line-worker.ts";
import { randomScene, type SceneOptions } from "../composition/random-flatten-scene.ts";
import { randomStage } from "../composition/random-stage.ts";

const { values: options } = parseArgs({
  options: {
    folder: { type: "string" },
    match: { type: "string", default: "" },
    seeds: { type: "string", default: "0" },
    arcs: { type: "string", default: "0" },
    from: { type: "string", default: "1" },
    show: { type: "boolean", default: false },
  },
});

interface Answer {
  readonly refused?: boolean;
  readonly text?: string;
}

/** A stage to flatten; paths of layers are absolute. */
interface Job extends SceneOptions {
  readonly root: string;
}

/** Stages of one request: most of the time of small ones is that of the request. */
const BATCH = 50;
/** What makes a text layer worth flattening: the words of arcs. */
const ARCS = /\b(subLayers|references|payload|inherits|specializes|variantSets?|instanceable|relocates)\b/u;
/** Longer texts are layers of points, with arcs as every other. */
const MAX_BYTES = 4_000_000;

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

async function flatten({ root, session, mask, load }: Job): Promise<string> {
  const resolver = pathResolver({
    read: (path) => (isFile(path) ? readFileSync(path) : undefined),
    exists: existsSync,
  });
  const isRelated = (a: string, b: string): boolean => a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
  const loaded = load && ((prim: string): boolean => load.some((each) => isRelated(prim, each)));
  const stage = await Stage.open(root, { resolver, hasOwnSession: true, session, mask, load: loaded });
  return printUsda(stage.flatten(), { order: "reference" });
}

function* jobs(): Generator<Job> {
  const { folder, match } = options;
  if (folder !== undefined) {
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
      const path = join(folder, name);
      if (!/\.usd[ac]?$/u.test(name) || !path.includes(match) || !isFile(path)) continue;
      if (statSync(path).size > MAX_BYTES) continue;
      const text = readFileSync(path, "latin1");
      if (text.startsWith("PXR-USDC") || ARCS.test(text)) yield { root: path };
    }
  }
  const first = Number(options.from);
  for (let seed = first; seed < first + Number(options.arcs); seed++) {
    const place = write(`arcs-${seed}`, randomStage(seed));
    yield { root: join(place, "root.usda") };
  }
  for (let seed = first; seed < first + Number(options.seeds); seed++) {
    const { files, options: how } = randomScene(seed);
    const place = write(String(seed), files);
    const session = how.session === undefined ? {} : { session: join(place, how.session) };
    yield { ...how, ...session, root: join(place, "root.usda") };
  }
}

function write(name: string, files: ReadonlyMap<string, string>): string {
  const place = join(scratch, name);
  mkdirSync(place);
  for (const [file, text] of files) writeFileSync(join(place, file), text);
  return place;
}

function* batches(): Generator<readonly Job[]> {
  let batch: Job[] = [];
  for (const job of jobs()) {
    batch.push(job);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Numbers of the text, and everything else. */
const NUMBERS = /(?<![\w.])-?\d+(?:\.\d+)?(?:e[-+]?\d+)?/gu;

/** Whether texts differ in the last digits of numbers only: the reference writes six digits of time codes. */
function hasSameNumbers(ours: string, theirs: string): boolean {
  if (ours.replaceAll(NUMBERS, "0") !== theirs.replaceAll(NUMBERS, "0")) return false;
  const others = theirs.match(NUMBERS) ?? [];
  return (ours.match(NUMBERS) ?? []).every((text, i) => Math.abs(Number(text) - Number(others[i])) <= 1e-4);
}

/** Returns the first line that differs, with its number. */
function difference(ours: string, theirs: string): string | undefined {
  if (ours === theirs) return undefined;
  const [a, b] = [ours.split("\n"), theirs.split("\n")];
  const at = a.findIndex((line, i) => line !== b[i]);
  const line = at < 0 ? a.length : at;
  return `line ${line + 1}\n    ours    ${a[line]?.slice(0, 160)}\n    theirs  ${b[line]?.slice(0, 160)}`;
}

const worker = new LineWorker<{ readonly answers: readonly Answer[] }>({
  python: referencePython(),
  script: join(import.meta.dirname, "flatten-stage.py"),
  // Stages whose prims contain themselves need exponential time in both.
  timeout: 8000,
  // The numbers of prototypes depend on the order in which threads find instances.
  env: { USD_ASSIGN_PROTOTYPES_DETERMINISTICALLY: "1", PXR_WORK_THREAD_LIMIT: "1" },
});
const scratch = mkdtempSync(join(tmpdir(), "usdkit-flatten-"));
/** `digits` are stages that differ in the last digits of numbers only. */
const counts = { same: 0, digits: 0, different: 0, refused: 0, failed: 0, ours: 0 };

/** Returns an answer for each stage; undefined for one that makes the reference crash. */
async function ask(batch: readonly Job[]): Promise<readonly (Answer | undefined)[]> {
  const reply = await worker.ask({ stages: batch });
  if ("answers" in reply) return reply.answers;
  const found: (Answer | undefined)[] = [];
  for (const job of batch) {
    const single = batch.length === 1 ? reply : await worker.ask({ stages: [job] });
    found.push("answers" in single ? single.answers[0] : undefined);
  }
  return found;
}

async function compare(job: Job, answer: Answer | undefined): Promise<void> {
  // A sample that has nothing to compose over is written as an object of the library.
  if (answer?.text === undefined || answer.text.includes("VtBackgroundType")) {
    counts[answer?.refused !== true ? "failed" : "refused"]++;
    return;
  }
  let text: string;
  try {
    text = await flatten(job);
  } catch (error) {
    counts.ours++;
    console.log(
      `${job.root.replace(scratch, "")}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    return;
  }
  if (text !== answer.text && hasSameNumbers(text, answer.text)) {
    counts.digits++;
    return;
  }
  const problem = difference(text, answer.text);
  counts[problem === undefined ? "same" : "different"]++;
  if (problem === undefined) return;
  console.log(`${job.root.replace(scratch, "")}: ${problem}`);
  if (options.show) {
    writeFileSync(join(tmpdir(), "ours.usda"), text);
    writeFileSync(join(tmpdir(), "theirs.usda"), answer.text);
  }
}

for (const batch of batches()) {
  const answers = await ask(batch);
  for (const [i, job] of batch.entries()) {
    await compare(job, answers[i]);
    if (job.root.startsWith(scratch)) rmSync(dirname(job.root), { recursive: true });
  }
}
worker.close();
rmSync(scratch, { recursive: true });
console.log(JSON.stringify(counts));
process.exitCode = counts.different + counts.ours === 0 ? 0 : 1;
