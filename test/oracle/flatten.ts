// Flattens stages and compares the text with that of the reference implementation.
//
//   node test/oracle/flatten.ts [--arcs] [--seeds N] [--from N] [--show] [--minimise]
//   node test/oracle/flatten.ts --folder DIR [--match TEXT] [--show]
//
// Random scenes (`test/composition/random-flatten-scene.ts`: session layers, masks, loaded payloads, clips and every kind of value),
// or with `--arcs` random stages with more arcs and prims. `--folder` takes every layer with arcs below a folder as a root layer, those
// with TEXT in their path. `--show` also writes both texts where they differ to the temporary folder. See `campaign.ts` for the
// options and the exit code.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { pathResolver, Stage } from "@usdkit/usd";
import { printUsda } from "@usdkit/usda";
import { campaignOptions, compareFiles, runCampaign, type Outcome } from "./campaign.ts";
import { firstDifference, hasSameNumbers } from "./compare-texts.ts";
import { referencePython } from "./environment.ts";
import { LineWorker } from "./line-worker.ts";
import { isFile, rootsBelow } from "./stage-files.ts";
import { randomScene, type RandomScene, type SceneOptions } from "../composition/random-flatten-scene.ts";
import { randomStage } from "../composition/random-stage.ts";

const { values: options } = parseArgs({
  options: {
    ...campaignOptions,
    folder: { type: "string" },
    match: { type: "string", default: "" },
    arcs: { type: "boolean", default: false },
  },
});

/**
 * The kind of stages that are as ours once the samples of the flattened layer are what `UsdAttribute.Get` returns. Where a default
 * composes over a blocked sample (an array edit, or a path expression), `Stage.Flatten` of 26.11 composes further as if nothing were
 * stronger, and loses the default.
 */
const CONTRADICTED = "reason: the reference flattens other values than it has";

interface Answer {
  readonly refused?: boolean;
  readonly text?: string;
}

/** A stage to flatten; paths of layers are absolute. */
interface Job extends SceneOptions {
  readonly root: string;
}

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

const worker = new LineWorker<Answer>({
  python: referencePython(),
  script: join(import.meta.dirname, "flatten-stage.py"),
  // Stages whose prims contain themselves need exponential time in both.
  timeout: 8000,
  // The numbers of prototypes depend on the order in which threads find instances.
  env: { USD_ASSIGN_PROTOTYPES_DETERMINISTICALLY: "1", PXR_WORK_THREAD_LIMIT: "1" },
});

async function compare(job: Job): Promise<Outcome> {
  const answer = await worker.ask(job);
  if ("failed" in answer) return { kind: "failed" };
  const { refused, text: theirs } = answer;
  // A sample that has nothing to compose over is written as an object of the library.
  if (theirs === undefined || theirs.includes("VtBackgroundType"))
    return { kind: refused === true ? "refused" : "failed" };
  const ours = await flatten(job);
  if (ours === theirs) return { kind: "same" };
  // Stages that differ in the last digits of numbers only.
  if (hasSameNumbers(ours, theirs)) return { kind: "digits" };
  const consistent = await worker.ask({ ...job, consistent: true });
  if ("text" in consistent && consistent.text !== undefined && isOneOf(ours, [theirs, consistent.text]))
    return { kind: CONTRADICTED };
  if (options.show) {
    writeFileSync(join(tmpdir(), "ours.usda"), ours);
    writeFileSync(join(tmpdir(), "theirs.usda"), theirs);
  }
  return { kind: "different", detail: firstDifference(ours, theirs) };
}

/** Whether each line is that of one of the other texts. */
function isOneOf(text: string, others: readonly string[]): boolean {
  const lines = others.map((each) => each.split("\n"));
  return text.split("\n").every((line, i) => lines.some((each) => hasSameNumbers(line, each[i] ?? "")));
}

function jobOf(folder: string, { session, ...how }: SceneOptions): Job {
  const root = join(folder, "root.usda");
  return session === undefined ? { ...how, root } : { ...how, root, session: join(folder, session) };
}

const { folder: searched, arcs } = options;
if (searched !== undefined) {
  const roots = [...rootsBelow(searched, options.match)];
  await compareFiles({ name: "flatten-files", folder: searched, roots, compare: (root) => compare({ root }) });
} else if (arcs) {
  await runCampaign(
    {
      name: "flatten-arcs",
      make: (seed) => ({ files: randomStage(seed) }),
      compare: (_, folder) => compare(jobOf(folder, {})),
    },
    options,
  );
} else {
  const make = (seed: number): RandomScene => randomScene(seed);
  await runCampaign(
    { name: "flatten", make, compare: (scene, folder) => compare(jobOf(folder, scene.options)) },
    options,
  );
}
worker.close();
