// Compares values of attributes of stages with the reference implementation: at the default time and at 20 others, with their
// sources and the times of their samples.
//
//   node test/oracle/values.ts [--seeds N] [--from N] [--show] [--write] [FILES…]
//
// With FILES the stages of these root layers, otherwise random ones. The exit code is 1 if any differs. `--write` writes the
// reference's values of stages that do not differ to test/composition/values.json, as digests.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { pathResolver, Stage, StageValues } from "@usdkit/usd";
import { randomValues } from "../composition/random-values.ts";
import { attributeValues, digestOf, TIMES, type AttributeValues } from "../composition/stage-values.ts";
import { referencePython } from "./environment.ts";
import { LineWorker } from "./line-worker.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: "string", default: "1000" },
    from: { type: "string", default: "1" },
    show: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});

/** Attributes of a stage that are compared. */
const MAX_ATTRIBUTES = 250;

interface Answer {
  readonly refused?: boolean;
  readonly failed?: string;
  readonly attributes?: Readonly<Record<string, AttributeValues>>;
}

/** Returns the differences, one line each. */
async function differences(root: string, expected: Readonly<Record<string, AttributeValues>>): Promise<string[]> {
  const read = (file: string): Uint8Array | undefined =>
    existsSync(file) && statSync(file).isFile() ? readFileSync(file) : undefined;
  const values = new StageValues(await Stage.open(root, { resolver: pathResolver({ read }) }));
  const found: string[] = [];
  for (const [path, theirs] of Object.entries(expected)) {
    const ours = attributeValues(values, path);
    const at = ours.values.findIndex(
      ([value, kind], i) => value !== theirs.values[i][0] || kind !== theirs.values[i][1],
    );
    if (at >= 0) {
      const [mine, other] = [ours.values[at], theirs.values[at]].map((each) => JSON.stringify(each).slice(0, 200));
      found.push(`${path} at ${at === 0 ? "default" : TIMES[at - 1]}\n    ours    ${mine}\n    theirs  ${other}`);
    } else if (JSON.stringify(ours.samples) !== JSON.stringify(theirs.samples)) {
      found.push(`${path} samples\n    ours    ${ours.samples.join()}\n    theirs  ${theirs.samples.join()}`);
    }
  }
  return found;
}

const worker = new LineWorker<Answer>({
  python: referencePython(),
  script: join(import.meta.dirname, "stage-values.py"),
});
/** Digests by stage and attribute. */
const written = new Map<string, unknown>();
const counts = { same: 0, different: 0, refused: 0, failed: 0, attributes: 0, differences: 0 };

async function compare(name: string, root: string): Promise<boolean> {
  const answer: Answer = await worker.ask({ root, times: TIMES, attributes: MAX_ATTRIBUTES });
  if (answer.refused === true || answer.attributes === undefined) {
    counts[answer.refused === true ? "refused" : "failed"]++;
    if (answer.failed !== undefined) console.log(`${name}: the reference failed: ${answer.failed}`);
    return true;
  }
  const found = await differences(root, answer.attributes);
  counts.attributes += Object.keys(answer.attributes).length;
  counts[found.length === 0 ? "same" : "different"]++;
  counts.differences += found.length;
  if (found.length === 0) {
    const digests = Object.entries(answer.attributes).map(([path, each]) => [path, digestOf(each)]);
    written.set(name, Object.fromEntries(digests));
  }
  for (const each of found.slice(0, 3)) console.log(`${name}: ${each}`);
  return found.length === 0;
}

if (positionals.length > 0) for (const file of positionals) await compare(file, resolve(file));
else {
  const folder = mkdtempSync(join(tmpdir(), "usdkit-values-"));
  const first = Number(options.from);
  for (let seed = first; seed < first + Number(options.seeds); seed++) {
    const files = randomValues(seed);
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
if (options.write) {
  const file = join(import.meta.dirname, "../composition/values.json");
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(written), null, 2)}\n`);
}
console.log(JSON.stringify(counts));
process.exitCode = counts.different === 0 ? 0 : 1;
