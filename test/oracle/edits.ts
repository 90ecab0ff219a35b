// Edits random stages, and compares what they compose to with the reference implementation's own edits.
//
//   node test/oracle/edits.ts [--seeds N] [--from N] [--op NAME] [--show]
//
// The reference makes the same edits by its own API (`UsdEditTarget`, `UsdNamespaceEditor` and the authoring of prims, attributes
// and arcs), and flattens the result; it also flattens the layers that we edited. Each stage's edits are then taken back, which
// must give the same bytes. The exit code is 1 if any differs without a reason in `edit-differences.ts`.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { pathResolver, Stage, StageEditError, type StageEdit } from "@usdkit/usd";
import { Random } from "../bench/generate/random.ts";
import { randomScene } from "../composition/random-flatten-scene.ts";
import { randomStageEdits, randomTarget } from "../composition/random-stage-edits.ts";
import { reasonOf } from "./edit-differences.ts";
import { referencePython } from "./environment.ts";
import { LineWorker } from "./line-worker.ts";

const { values: options } = parseArgs({
  options: {
    seeds: { type: "string", default: "1000" },
    from: { type: "string", default: "1" },
    op: { type: "string" },
    show: { type: "boolean", default: false },
  },
});

interface Answer {
  /** Why the reference did not make the edit at `index`. */
  readonly refused?: string;
  readonly index?: number;
  readonly edited?: string;
  /** Null if we made no edits. */
  readonly ours?: string | null;
  readonly failed?: string;
}

interface Job {
  readonly seed: number;
  readonly files: ReadonlyMap<string, string>;
  readonly root: string;
  readonly target: string | undefined;
  readonly edits: readonly StageEdit[];
  /** The root layer of the stage as we edited it, or why we did not. */
  readonly ours: string | undefined;
  readonly error: StageEditError | undefined;
}

const BATCH = 20;
const MAX_PRIMS = 500;
const scratch = mkdtempSync(join(tmpdir(), "usdkit-edits-"));

async function edit(seed: number): Promise<Job | undefined> {
  const random = new Random(seed + 7_000_000);
  const { files } = randomScene(seed);
  const place = write(`${seed}`, files);
  const root = join(place, "root.usda");
  const resolver = pathResolver({
    read: (path) => (existsSync(path) ? readFileSync(path) : undefined),
    exists: existsSync,
  });
  const stage = await Stage.open(root, { resolver, hasOwnSession: true }).catch(() => undefined);
  // A few of the texts are not valid.
  if (stage === undefined) return undefined;
  // Prims that contain themselves are many.
  let prims = 0;
  for (const _path of stage.traverse()) if (++prims > MAX_PRIMS) return undefined;
  const target = randomTarget(random, stage);
  const edits = randomStageEdits(random, stage);
  if (options.op !== undefined && !edits.some(({ op }) => op === options.op)) return undefined;
  const job = { seed, files, root, target, edits };
  try {
    const { layers, undo } = await stage.edit({ target }, edits);
    const edited = new Map(files);
    for (const { document, after } of layers) {
      edited.set(document.stageLayer.identifier.slice(place.length + 1), new TextDecoder().decode(after.text));
    }
    const ours = join(write(`${seed}-ours`, edited), "root.usda");
    await undo();
    for (const { document, before } of layers) {
      const same = Buffer.compare(document.snapshot().text, before.text) === 0;
      if (!same || document.isChanged) throw new Error(`seed ${seed}: undoing does not give the same bytes`);
    }
    return { ...job, ours, error: undefined };
  } catch (error) {
    if (!(error instanceof StageEditError)) throw error;
    return { ...job, ours: undefined, error };
  }
}

function write(name: string, files: ReadonlyMap<string, string>): string {
  const place = join(scratch, name);
  mkdirSync(place, { recursive: true });
  for (const [file, text] of files) writeFileSync(join(place, file), text);
  return place;
}

const worker = new LineWorker<{ readonly answers: readonly Answer[] }>({
  python: referencePython(),
  script: join(import.meta.dirname, "edit-stage.py"),
  timeout: 15_000,
  env: { USD_ASSIGN_PROTOTYPES_DETERMINISTICALLY: "1", PXR_WORK_THREAD_LIMIT: "1" },
});

const counts: Record<string, number> = { same: 0, refusedByBoth: 0, different: 0 };
const count = (name: string): void => void (counts[name] = (counts[name] ?? 0) + 1);

function requestOf({ root, target, edits, ours }: Job): Pick<Job, "root" | "target" | "edits" | "ours"> {
  return { root, target, edits, ours };
}

async function ask(batch: readonly Job[]): Promise<readonly (Answer | undefined)[]> {
  const reply = await worker.ask({ stages: batch.map(requestOf) });
  if ("answers" in reply) return reply.answers;
  const found: (Answer | undefined)[] = [];
  for (const job of batch) {
    // The first attempt may have saved its edits.
    write(`${job.seed}`, job.files);
    const single = await worker.ask({ stages: [requestOf(job)] });
    found.push("answers" in single ? single.answers[0] : undefined);
  }
  return found;
}

function compare(job: Job, answer: Answer | undefined): void {
  if (answer === undefined) {
    console.log(`seed ${job.seed}: the reference crashed or took too long`);
    return count("crashOfReference");
  }
  if (answer.failed !== undefined) return count("failureOfReference");
  // A sample that has nothing to compose over is written as an object of the library.
  if (answer.edited?.includes("VtBackgroundType") === true) return count("unreadableOfReference");
  const problem = problemOf(job, answer);
  if (problem === undefined) return count(job.error === undefined ? "same" : "refusedByBoth");
  const { files, edits, target, error } = job;
  const reason = reasonOf({
    files,
    edits,
    target,
    index: answer.index,
    theirs: answer.refused,
    ours: error?.message,
    problem,
  });
  if (reason !== undefined) return count(`reason: ${reason}`);
  count("different");
  console.log(`seed ${job.seed}, target ${job.target ?? "root"}: ${problem}`);
  for (const each of job.edits) console.log(`    ${JSON.stringify(each)}`);
  if (!options.show) return;
  for (const [name, text] of [
    ["ours", answer.ours],
    ["theirs", answer.edited],
  ]) {
    if (typeof text === "string") writeFileSync(join(tmpdir(), `edits-${name}.usda`), text);
  }
}

function problemOf({ error }: Job, { refused, index, edited, ours }: Answer): string | undefined {
  if (error !== undefined && refused !== undefined) return undefined;
  if (error !== undefined) return `only ours refuses edit ${error.index}: ${error.message}`;
  if (refused !== undefined) return `only theirs refuses edit ${index}: ${refused}`;
  const [mine, others] = [ours ?? "", edited ?? ""].map((text) =>
    text.replaceAll(/\/\d+(?:-ours)?\/(?=[\w.]+@)/gu, "/"),
  );
  if (mine === others) return undefined;
  const [a, b] = [mine.split("\n"), others.split("\n")];
  const at = a.findIndex((line, i) => line !== b[i]);
  const line = at < 0 ? a.length : at;
  return `line ${line + 1}\n    ours    ${a[line]?.slice(0, 160)}\n    theirs  ${b[line]?.slice(0, 160)}`;
}

let batch: Job[] = [];
async function flush(): Promise<void> {
  const answers = await ask(batch);
  for (const [i, job] of batch.entries()) {
    compare(job, answers[i]);
    for (const name of [`${job.seed}`, `${job.seed}-ours`])
      rmSync(join(scratch, name), { recursive: true, force: true });
  }
  batch = [];
}

const first = Number(options.from);
for (let seed = first; seed < first + Number(options.seeds); seed++) {
  const job = await edit(seed);
  if (job !== undefined) batch.push(job);
  if (batch.length >= BATCH) await flush();
}
if (batch.length > 0) await flush();
worker.close();
rmSync(scratch, { recursive: true });
console.log(JSON.stringify(counts));
process.exitCode = counts["different"] === 0 ? 0 : 1;
