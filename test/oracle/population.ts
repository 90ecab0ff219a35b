// Populates random stages and compares prims, their flags and the grouping of instances by prototype with the reference.
//
//   node test/oracle/population.ts [--seeds N] [--from N] [--show] [--minimise]
//
// `otherSource` counts stages that differ and whose prototypes have other instances as their sources. See `campaign.ts` for the
// options and the exit code.

import { join } from "node:path";
import { parseArgs } from "node:util";
import { memoryResolver, Stage, type StagePrim } from "@usdkit/usd";
import { randomStage } from "../composition/random-stage.ts";
import { campaignOptions, runCampaign } from "./campaign.ts";
import { referencePython } from "./environment.ts";
import { LineWorker } from "./line-worker.ts";

const { values: options } = parseArgs({ options: campaignOptions });

/** Larger stages are left out. */
const MAX_PRIMS = 3000;

/** Path, flags, and the path of the prototype or "". */
type Row = readonly [path: string, flags: readonly boolean[], prototype: string];

interface Answer {
  readonly failed?: string;
  readonly prims?: readonly Row[];
  readonly default?: readonly string[];
  readonly without?: readonly string[];
  /** The instances whose indices the prototypes use. */
  readonly sources?: readonly string[];
}

async function populate(files: ReadonlyMap<string, string>): Promise<Answer> {
  const encoder = new TextEncoder();
  const resolver = memoryResolver(new Map([...files].map(([name, text]) => [name, encoder.encode(text)])));
  const stage = await Stage.open("root.usda", { resolver });
  const row = (prim: StagePrim): Row => {
    const { path, isActive, isLoaded, isDefined, isAbstract, isInstance, isInstanceProxy } = prim;
    const flags = [isActive, isLoaded, isDefined, isAbstract, isInstance, isInstanceProxy];
    return [path, flags, stage.prototypeOf(path)?.path ?? ""];
  };
  const take = (prims: Iterable<StagePrim>): StagePrim[] => {
    const found: StagePrim[] = [];
    for (const prim of prims) if (found.push(prim) === MAX_PRIMS) break;
    return found;
  };
  return {
    prims: take(stage.prims({ all: true, instanceProxies: true })).map(row),
    default: take(stage.prims({ instanceProxies: true })).map(({ path }) => path),
    without: take(stage.prims()).map(({ path }) => path),
    sources: stage.prototypes.map(({ source }) => source).sort(),
  };
}

/** Returns the paths of the instances of each prototype: their names depend on the order in which threads find them. */
function groups(rows: readonly Row[]): readonly string[] {
  const byPrototype = new Map<string, string[]>();
  for (const [path, , prototype] of rows) {
    if (prototype === "") continue;
    const group = byPrototype.get(prototype);
    if (group === undefined) byPrototype.set(prototype, [path]);
    else group.push(path);
  }
  return [...byPrototype.values()].map((paths) => paths.join(" ")).sort();
}

function difference(ours: Answer, theirs: Answer): string | undefined {
  const flags = (rows: readonly Row[] = []): string[] => rows.map(([path, each]) => `${path} ${each.join()}`);
  const parts = (answer: Answer): Readonly<Record<string, readonly (string | number)[]>> => ({
    prims: flags(answer.prims),
    default: answer.default ?? [],
    without: answer.without ?? [],
    groups: groups(answer.prims ?? []),
    prototypes: [answer.sources?.length ?? 0],
  });
  const expected = parts(theirs);
  for (const [name, found] of Object.entries(parts(ours))) {
    const at = found.findIndex((each, i) => each !== expected[name][i]);
    const place = at < 0 && found.length < expected[name].length ? found.length : at;
    if (place >= 0) return `${name}: ours ${found[place] ?? "nothing"}, theirs ${expected[name][place] ?? "nothing"}`;
  }
  return undefined;
}

const worker = new LineWorker<Answer>({
  python: referencePython(),
  script: join(import.meta.dirname, "populate-stage.py"),
  timeout: 6_000,
});
const counts = { same: 0, different: 0, instances: 0, prototypes: 0 };
await runCampaign(
  {
    name: "population",
    make: (seed) => ({ files: randomStage(seed) }),
    compare: async ({ files }, folder) => {
      const answer: Answer = await worker.ask({ root: join(folder, "root.usda") });
      if (answer.failed !== undefined) return { kind: "failed" };
      const { prims = [], sources = [] } = answer;
      if (prims.length === MAX_PRIMS) return { kind: "large" };
      const ours = await populate(files);
      const detail = difference(ours, answer);
      counts.prototypes += sources.length;
      counts.instances += prims.filter(([, , prototype]) => prototype !== "").length;
      if (detail === undefined) return { kind: "same" };
      // Which of several instances is the source depends on threads there; classes that lead to prims above may tell them apart.
      return { kind: JSON.stringify(ours.sources) === JSON.stringify(sources) ? "different" : "otherSource", detail };
    },
  },
  options,
  counts,
);
worker.close();
