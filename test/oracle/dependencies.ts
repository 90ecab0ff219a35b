// Compares what `usda deps` lists with `UsdUtils.ComputeAllDependencies`: layers, assets and what is missing.
//
//   node test/oracle/dependencies.ts [--seeds N] [--from N] [--show] [--minimise]
//   node test/oracle/dependencies.ts --folder DIR [--match TEXT]
//
// Random scenes, or with `--folder` each layer and package below a folder as a root layer, those with TEXT in their path. See
// `campaign.ts` for the options and the exit code.

import { readdirSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseArgs } from "node:util";
import { runCommand } from "../../packages/usda-lint/src/test-support/run-command.ts";
import { Random } from "../bench/generate/random.ts";
import { randomScene } from "../composition/random-flatten-scene.ts";
import { campaignOptions, compareFiles, runCampaign, type Outcome } from "./campaign.ts";
import { referencePython } from "./environment.ts";
import { LineWorker } from "./line-worker.ts";

const { values: options } = parseArgs({
  options: { ...campaignOptions, folder: { type: "string" }, match: { type: "string", default: "" } },
});

/** Paths by what they are. */
interface Found {
  readonly layers: readonly string[];
  readonly assets: readonly string[];
  readonly missing: readonly string[];
}

interface Answer extends Partial<Found> {
  readonly refused?: boolean;
  readonly failed?: string;
}

const worker = new LineWorker<Answer>({
  python: referencePython(),
  script: join(import.meta.dirname, "dependencies.py"),
});
const counts = { same: 0, different: 0, layers: 0, assets: 0, missing: 0 };

async function compare(root: string): Promise<Outcome> {
  const answer: Answer = await worker.ask({ root });
  if (answer.failed !== undefined) return { kind: "failed", detail: answer.failed };
  const { layers, assets, missing } = answer;
  if (layers === undefined || assets === undefined || missing === undefined) return { kind: "refused" };
  const folder = dirname(root);
  const { stdout, stderr } = await runCommand("usda", ["deps", root, "--json"], { cwd: folder });
  if (stdout === "") return layers.length === 0 ? { kind: "refused" } : { kind: "ours", detail: stderr };
  const ours = JSON.parse(stdout) as Found & { readonly uris: readonly string[] };
  counts.layers += layers.length;
  counts.assets += assets.length;
  counts.missing += missing.length;
  const parts: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ["layers", ours.layers, layers],
    ["assets", ours.assets, assets],
    ["missing", [...ours.missing, ...ours.uris], missing],
  ];
  const found = parts.flatMap(([name, mine, theirs]) => {
    const others = theirs.map((each) => named(folder, each));
    return name === "missing"
      ? differences(name, mine.map(comparable), others.map(comparable))
      : differences(name, mine, others);
  });
  return found.length === 0 ? { kind: "same" } : { kind: "different", detail: found.join("\n    ") };
}

/** Returns a path of the reference relative to the folder of the root. */
function named(folder: string, path: string): string {
  if (!path.startsWith("/")) return path;
  const [file, ...inner] = path.split("[");
  return [relative(folder, file).replaceAll("\\", "/"), ...inner].join("[");
}

/**
 * Returns a missing path without what the two name differently: the reference takes the two slashes of a URL as one, and leaves out the
 * package of a path that is looked up in several folders of it.
 */
function comparable(path: string): string {
  const inside = /^.*\[(?<last>[^[\]]+)\]+$/u.exec(path)?.groups?.["last"];
  return (inside ?? path).replaceAll(/\/{2,}/gu, "/");
}

function differences(name: string, ours: readonly string[], theirs: readonly string[]): readonly string[] {
  const [a, b] = [new Set(ours), new Set(theirs)];
  const only = (these: ReadonlySet<string>, others: ReadonlySet<string>): string =>
    [...these]
      .filter((each) => !others.has(each))
      .slice(0, 5)
      .join(" ");
  const [mine, other] = [only(a, b), only(b, a)];
  return mine === "" && other === "" ? [] : [`${name}: only ours ${mine}; only theirs ${other}`];
}

/** A scene in which some of the files that it names are there. */
function withFiles(seed: number): { readonly files: ReadonlyMap<string, string> } {
  const random = new Random(seed + 500_000);
  const { files } = randomScene(seed);
  const others = ["a.png", "b.png", "q.png", "c.png", "picture.png"].filter(() => random.chance(50));
  return { files: new Map([...files, ...others.map((name) => [name, ""] as const)]) };
}

const { folder: searched } = options;
if (searched === undefined) {
  const campaign = {
    name: "dependencies",
    make: withFiles,
    compare: (_: unknown, place: string) => compare(join(place, "root.usda")),
  };
  await runCampaign(campaign, options, counts);
} else {
  const roots = readdirSync(searched, { recursive: true, encoding: "utf8" })
    .sort()
    .map((each) => join(searched, each))
    .filter((each) => /\.usd[acz]?$/u.test(each) && each.includes(options.match) && statSync(each).isFile());
  await compareFiles({ name: "dependencies-files", folder: searched, roots, compare }, counts);
}
worker.close();
