// Compares values of attributes of stages with the reference implementation: at the default time and at 20 others, with their
// sources and the times of their samples.
//
//   node test/oracle/values.ts [--seeds N] [--from N] [--show] [--minimise] [--write] [FILES…]
//   node test/oracle/values.ts --folder DIR [--match TEXT]
//
// With FILES the stages of these root layers, with `--folder` those of every layer with arcs below a folder, otherwise random ones. `--write` writes the reference's values of stages that do not
// differ to test/composition/values.json, as digests. See `campaign.ts` for the options and the exit code.

import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { pathResolver, Stage, StageValues } from "@usdkit/usd";
import { randomValues } from "../composition/random-values.ts";
import { attributeValues, digestOf, TIMES, type AttributeValues } from "../composition/stage-values.ts";
import { hasSameNumbers } from "./compare-texts.ts";
import { campaignOptions, compareFiles, runCampaign, type Outcome } from "./campaign.ts";
import { referencePython } from "./environment.ts";
import { LineWorker } from "./line-worker.ts";
import { rootsBelow } from "./stage-files.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...campaignOptions,
    write: { type: "boolean", default: false },
    folder: { type: "string" },
    match: { type: "string", default: "" },
  },
});

/** Attributes of a stage that are compared. */
const MAX_ATTRIBUTES = 250;

interface Answer {
  readonly refused?: boolean;
  readonly failed?: string;
  readonly attributes?: Readonly<Record<string, AttributeValues>>;
}

/** Times of clips are mapped twice, and samples lie a rounding error beside each other: values between those differ that much. */
const ROUNDING = 1e-6;

interface Differences {
  /** One line each. */
  readonly lines: readonly string[];
  /** Attributes that differ by rounding only. */
  readonly rounded: number;
}

async function differences(root: string, expected: Readonly<Record<string, AttributeValues>>): Promise<Differences> {
  const read = (file: string): Uint8Array | undefined =>
    existsSync(file) && statSync(file).isFile() ? readFileSync(file) : undefined;
  const values = new StageValues(await Stage.open(root, { resolver: pathResolver({ read }) }));
  const lines: string[] = [];
  let rounded = 0;
  for (const [path, theirs] of Object.entries(expected)) {
    const ours = attributeValues(values, path);
    const at = ours.values.findIndex((value, i) => !isSame(value, theirs.values[i]));
    if (at >= 0) {
      const [mine, other] = [ours.values[at], theirs.values[at]].map((each) => JSON.stringify(each).slice(0, 200));
      lines.push(`${path} at ${at === 0 ? "default" : TIMES[at - 1]}\n    ours    ${mine}\n    theirs  ${other}`);
    } else if (!isSame(ours.samples, theirs.samples)) {
      lines.push(`${path} samples\n    ours    ${ours.samples.join()}\n    theirs  ${theirs.samples.join()}`);
    } else if (JSON.stringify(ours) !== JSON.stringify(theirs)) rounded++;
  }
  return { lines, rounded };
}

function isSame(ours: unknown, theirs: unknown): boolean {
  return hasSameNumbers(JSON.stringify(ours), JSON.stringify(theirs), ROUNDING);
}

const worker = new LineWorker<Answer>({
  python: referencePython(),
  script: join(import.meta.dirname, "stage-values.py"),
});
/** Digests by stage and attribute. */
const written = new Map<string, unknown>();
const counts = { same: 0, different: 0, attributes: 0, differences: 0 };

async function compare(name: string, root: string): Promise<Outcome> {
  const answer: Answer = await worker.ask({ root, times: TIMES, attributes: MAX_ATTRIBUTES });
  if (answer.attributes === undefined) {
    return answer.refused === true ? { kind: "refused" } : { kind: "failed", detail: answer.failed };
  }
  const { lines, rounded } = await differences(root, answer.attributes);
  counts.attributes += Object.keys(answer.attributes).length;
  counts.differences += lines.length;
  if (lines.length > 0) return { kind: "different", detail: lines.slice(0, 3).join("\n") };
  if (rounded > 0) return { kind: "digits" };
  const digests = Object.entries(answer.attributes).map(([path, each]) => [path, digestOf(each)]);
  written.set(name, Object.fromEntries(digests));
  return { kind: "same" };
}

const { folder: searched } = options;
if (searched !== undefined) {
  const roots = [...rootsBelow(searched, options.match)];
  await compareFiles({ name: "values-files", folder: searched, roots, compare: (root) => compare(root, root) }, counts);
} else if (positionals.length > 0) {
  const roots = positionals.map((file) => resolve(file));
  const files = { name: "values-files", folder: process.cwd(), roots };
  await compareFiles({ ...files, compare: (root) => compare(root, root) }, counts);
} else {
  const make = (seed: number): { readonly files: ReadonlyMap<string, string>; readonly name: string } => ({
    files: randomValues(seed),
    name: `seed ${seed}`,
  });
  await runCampaign(
    { name: "values", make, compare: ({ name }, folder) => compare(name, join(folder, "root.usda")) },
    options,
    counts,
  );
}
worker.close();
if (options.write) {
  const file = join(import.meta.dirname, "../composition/values.json");
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(written), null, 2)}\n`);
}
