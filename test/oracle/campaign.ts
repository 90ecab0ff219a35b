// Compares stages with the reference implementation: random ones, seed by seed, or those of files.
//
//   --seeds N      seeds to compare
//   --from N       the first of them
//   --show         prints the files of stages that differ
//   --minimise     prints the smallest files that still differ
//
// `known-differences.json` lists the seeds and files that are known to differ, by reason. The exit code is 1 if any other differs.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { minimiseFiles, type Files } from "./minimise-files.ts";

/** The options of every campaign. */
export const campaignOptions: {
  readonly seeds: TextOption;
  readonly from: TextOption;
  readonly show: Flag;
  readonly minimise: Flag;
} = {
  seeds: { type: "string", default: "1000" },
  from: { type: "string", default: "1" },
  show: { type: "boolean", default: false },
  minimise: { type: "boolean", default: false },
};

interface TextOption {
  readonly type: "string";
  readonly default: string;
}

interface Flag {
  readonly type: "boolean";
  readonly default: boolean;
}

/** The values of {@link campaignOptions}. */
export interface CampaignOptions {
  readonly seeds: string;
  readonly from: string;
  readonly show: boolean;
  readonly minimise: boolean;
}

/** A random stage: texts by file name, of which `root.usda` is the root layer. */
export interface RandomCase {
  readonly files: Files;
}

/** What comparing one stage gave. */
export interface Outcome {
  /** The counter of the result: `same`, `different`, or why there is nothing to compare. */
  readonly kind: string;
  /** Printed, unless the difference is known. */
  readonly detail?: string | undefined;
}

/** A comparison of random stages. */
export interface Campaign<Case extends RandomCase> {
  /** The name in `known-differences.json`. */
  readonly name: string;
  readonly make: (seed: number) => Case;
  /** @param folder has the files of the stage */
  readonly compare: (stage: Case, folder: string) => Promise<Outcome>;
}

/** Stages that are compared at the same time: one is composed here while the reference composes another. */
const LANES = 3;

/**
 * Compares random stages, prints the results and sets the exit code.
 *
 * @param counts counters of the campaign itself, printed with those of the results
 */
export async function runCampaign<Case extends RandomCase>(
  campaign: Campaign<Case>,
  options: CampaignOptions,
  counts: Record<string, number> = {},
): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), `usdkit-${campaign.name}-`));
  let folders = 0;
  const compare = async (stage: Case): Promise<Outcome> => {
    // A folder for each: the reference keeps layers that are open.
    const folder = join(scratch, String(folders++));
    mkdirSync(folder);
    for (const [name, text] of stage.files) writeFileSync(join(folder, name), text);
    const outcome = await attempt(() => campaign.compare(stage, folder));
    rmSync(folder, { recursive: true });
    return outcome;
  };
  const first = Number(options.from);
  const seeds = Array.from({ length: Number(options.seeds) }, (_, i) => first + i);
  await compareAll(campaign.name, seeds, counts, async (seed) => {
    const stage = campaign.make(seed);
    const outcome = await compare(stage);
    const explain = async (): Promise<void> => {
      if (options.show) print(stage.files);
      if (!options.minimise) return;
      print(
        await minimiseFiles(stage.files, async (files) => (await compare({ ...stage, files })).kind === outcome.kind),
      );
    };
    return { outcome, explain };
  });
  rmSync(scratch, { recursive: true });
}

/** A comparison of the stages of files. */
export interface FileCampaign {
  /** The name in `known-differences.json`, where paths are relative to `folder`. */
  readonly name: string;
  readonly folder: string;
  readonly roots: readonly string[];
  readonly compare: (root: string) => Promise<Outcome>;
}

/** Compares the stages of files, prints the results and sets the exit code. */
export async function compareFiles(
  { name, folder, roots, compare }: FileCampaign,
  counts: Record<string, number> = {},
): Promise<void> {
  const byName = new Map(roots.map((root) => [relative(folder, root), root]));
  await compareAll(name, [...byName.keys()], counts, async (each) => ({
    outcome: await attempt(() => compare(byName.get(each) ?? each)),
  }));
}

interface Compared {
  readonly outcome: Outcome;
  /** Prints more about a difference that is not known. */
  readonly explain?: () => Promise<void>;
}

async function compareAll<Key extends string | number>(
  name: string,
  keys: readonly Key[],
  counts: Record<string, number>,
  compare: (key: Key) => Promise<Compared>,
): Promise<void> {
  const known = knownDifferences(name);
  const left = new Set<string | number>(known.keys());
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let key = keys[next++]; key !== undefined; key = keys[next++]) {
      // oxlint-disable-next-line no-await-in-loop -- a lane compares one stage after the other
      const { outcome, explain } = await compare(key);
      const reason = isFailure(outcome) ? known.get(key) : undefined;
      const kind = reason === undefined ? outcome.kind : `known: ${reason}`;
      counts[kind] = (counts[kind] ?? 0) + 1;
      if (reason !== undefined) left.delete(key);
      else if (outcome.detail !== undefined) console.log(`${key}: ${kind}: ${outcome.detail}`);
      if (reason !== undefined || !isFailure(outcome)) continue;
      process.exitCode = 1;
      // oxlint-disable-next-line no-await-in-loop -- as above
      await explain?.();
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  const same = keys.filter((key) => left.has(key));
  if (same.length > 0) console.log(`listed in known-differences.json, but not different: ${same.join(", ")}`);
  console.log(JSON.stringify(counts));
}

/** Whether two results differ, or ours could not be computed. */
function isFailure({ kind }: Outcome): boolean {
  return kind === "different" || kind === "ours";
}

async function attempt(compare: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await compare();
  } catch (error) {
    return { kind: "ours", detail: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

interface KnownDifferences {
  /** By id. */
  readonly reasons: Readonly<Record<string, string>>;
  /** By name of the campaign and id of the reason: seeds, or paths of files. */
  readonly known: Readonly<Record<string, Readonly<Record<string, readonly (string | number)[]>>>>;
}

/** Returns the ids of the reasons of a campaign by seed or file. */
function knownDifferences(name: string): ReadonlyMap<string | number, string> {
  const text = readFileSync(join(import.meta.dirname, "known-differences.json"), "utf8");
  const { reasons, known } = JSON.parse(text) as KnownDifferences;
  const found = new Map<string | number, string>();
  for (const [reason, keys] of Object.entries(known[name] ?? {})) {
    if (!(reason in reasons)) throw new Error(`known-differences.json has no reason "${reason}"`);
    for (const key of keys) found.set(key, reason);
  }
  return found;
}

function print(files: Files): void {
  for (const [name, text] of files) console.log(`--- ${name}\n${text}`);
}
