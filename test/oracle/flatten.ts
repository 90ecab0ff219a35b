// Flattens stages and compares the text with that of the reference implementation.
//
//   node test/oracle/flatten.ts [--folder DIR] [--match TEXT] [--seeds N] [--from N] [--show]
//
// `--folder` takes every text layer with arcs below a folder as a root layer, those with TEXT in their path; `--seeds` takes
// random stages. `--show` prints both texts where they differ. The exit code is 1 if any differs.

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
import { join } from "node:path";
import { parseArgs } from "node:util";
import { pathResolver, Stage } from "@usdkit/usd";
import { printUsda } from "@usdkit/usda";
import { referencePython } from "./environment.ts";
import { LineWorker } from "./line-worker.ts";
import { randomStage } from "../composition/random-stage.ts";

const { values: options } = parseArgs({
  options: {
    folder: { type: "string" },
    match: { type: "string", default: "" },
    seeds: { type: "string", default: "0" },
    from: { type: "string", default: "1" },
    show: { type: "boolean", default: false },
  },
});

interface Answer {
  readonly refused?: boolean;
  readonly failed?: string;
  readonly text?: string;
}

/** What makes a layer worth flattening: the words of arcs. */
const ARCS = /\b(subLayers|references|payload|inherits|specializes|variantSets?|instanceable|relocates)\b/u;
/** Longer texts are layers of points, with arcs as every other. */
const MAX_BYTES = 4_000_000;

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

async function flatten(root: string): Promise<string> {
  const resolver = pathResolver({
    read: (path) => (isFile(path) ? readFileSync(path) : undefined),
    exists: existsSync,
  });
  return printUsda((await Stage.open(root, { resolver, hasOwnSession: true })).flatten(), { order: "reference" });
}

function* roots(): Generator<string> {
  const { folder, match } = options;
  if (folder !== undefined) {
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
      const path = join(folder, name);
      if (!/\.usda?$/u.test(name) || !path.includes(match)) continue;
      if (statSync(path).size <= MAX_BYTES && ARCS.test(readFileSync(path, "utf8"))) yield path;
    }
  }
  const first = Number(options.from);
  for (let seed = first; seed < first + Number(options.seeds); seed++) {
    const place = join(scratch, String(seed));
    mkdirSync(place);
    for (const [name, text] of randomStage(seed)) writeFileSync(join(place, name), text);
    yield join(place, "root.usda");
  }
}

/** Returns the first line that differs, with its number. */
function difference(ours: string, theirs: string): string | undefined {
  if (ours === theirs) return undefined;
  const [a, b] = [ours.split("\n"), theirs.split("\n")];
  const at = a.findIndex((line, i) => line !== b[i]);
  const line = at < 0 ? a.length : at;
  return `line ${line + 1}\n    ours    ${a[line]?.slice(0, 160)}\n    theirs  ${b[line]?.slice(0, 160)}`;
}

const worker = new LineWorker<Answer>({
  python: referencePython(),
  script: join(import.meta.dirname, "flatten-stage.py"),
  // The numbers of prototypes depend on the order in which threads find instances.
  env: { USD_ASSIGN_PROTOTYPES_DETERMINISTICALLY: "1", PXR_WORK_THREAD_LIMIT: "1" },
});
const scratch = mkdtempSync(join(tmpdir(), "usdkit-flatten-"));
const counts = { same: 0, different: 0, refused: 0, failed: 0, ours: 0 };
for (const root of roots()) {
  const answer: Answer = await worker.ask({ root });
  if (answer.text === undefined) {
    counts[answer.failed === undefined ? "refused" : "failed"]++;
    continue;
  }
  let text: string;
  try {
    text = await flatten(root);
  } catch (error) {
    counts.ours++;
    console.log(`${root}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    continue;
  }
  const problem = difference(text, answer.text);
  counts[problem === undefined ? "same" : "different"]++;
  if (problem === undefined) continue;
  console.log(`${root}: ${problem}`);
  if (options.show) {
    writeFileSync(join(tmpdir(), "ours.usda"), text);
    writeFileSync(join(tmpdir(), "theirs.usda"), answer.text);
  }
}
worker.close();
rmSync(scratch, { recursive: true });
console.log(JSON.stringify(counts));
process.exitCode = counts.different + counts.ours === 0 ? 0 : 1;
