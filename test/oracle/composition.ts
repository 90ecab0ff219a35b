// Composes random stages and compares prim stacks, time offsets, children and targets with the reference implementation.
//
//   node test/oracle/composition.ts [--seeds N] [--from N] [--show] [--minimise]
//
// `failed` counts stages that the reference does not compose within seconds. Of those that differ, `faulty` are stages for which it
// reports that one of its own checks failed, and `limited` those with a prim that has more arcs than we compose. See `campaign.ts` for
// the options and the exit code.

import { join } from "node:path";
import { parseArgs } from "node:util";
import { memoryResolver, Stage } from "@usdkit/usd";
import { campaignOptions, runCampaign } from "./campaign.ts";
import { referencePython } from "./environment.ts";
import { LineWorker } from "./line-worker.ts";
import { indexTargets } from "../composition/compose-case.ts";
import { randomStage } from "../composition/random-stage.ts";

const { values: options } = parseArgs({ options: campaignOptions });

/** Prims of a stage that are compared; some stages have many thousand. */
const MAX_PRIMS = 400;

interface ComposedPrim {
  /** Layer, path, and the offset and scale of the node. */
  readonly specs: readonly (readonly [string, string, number, number])[];
  readonly children: readonly string[];
  readonly targets: Readonly<Record<string, readonly string[] | null>>;
}

interface Answer {
  readonly refused?: boolean;
  readonly failed?: string;
  readonly layers?: readonly string[];
  readonly prims?: Readonly<Record<string, ComposedPrim>>;
  /** Prims that fail one of the reference's own checks while they are composed. */
  readonly faults?: readonly string[];
}

interface Composed extends Answer {
  /** The paths that decided about payloads. */
  readonly loaded: readonly string[];
  /** Whether a prim has more arcs than are composed. */
  readonly isLimited: boolean;
}

/** Returns what a stage composes to, in the form of the reference's answer. */
async function compose(files: ReadonlyMap<string, string>): Promise<Composed> {
  const encoder = new TextEncoder();
  const resolver = memoryResolver(new Map([...files].map(([name, text]) => [name, encoder.encode(text)])));
  const loaded = new Set<string>();
  const load = (path: string): boolean => {
    loaded.add(path);
    return true;
  };
  const stage = await Stage.open("root.usda", { resolver, load });
  const prims: Record<string, ComposedPrim> = {};
  let count = 0;
  let isLimited = false;
  for (const path of stage.traverse()) {
    if (count++ === MAX_PRIMS) break;
    const index = stage.primIndex(path);
    if (index === undefined) continue;
    const { graph, errors } = index;
    isLimited ||= errors.some(({ code }) => code === "ARC_LIMIT");
    const specs = stage.primStack(path).map(({ layer, node }) => {
      const { offset, scale } = graph.nodes[node].mapToRoot.offset;
      return [layer.identifier, stage.paths.text(graph.path(node)), round(offset), round(scale)] as const;
    });
    const targets: Record<string, readonly string[]> = {};
    for (const name of stage.properties(path)) targets[name] = indexTargets(stage.targets(path, name));
    prims[path] = { specs, children: stage.childNames(path).names, targets };
  }
  const layers = stage.layerStack.layers.map(({ layer }) => layer.identifier);
  return { layers, prims, loaded: [...loaded], isLimited };
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

/** Returns the first difference, in words. */
function difference(ours: Answer, theirs: Answer): string | undefined {
  if (JSON.stringify(ours.layers) !== JSON.stringify(theirs.layers)) return "the layer stack";
  for (const path of Object.keys({ ...theirs.prims, ...ours.prims })) {
    const { [path]: expected } = theirs.prims ?? {};
    const { [path]: found } = ours.prims ?? {};
    if (expected === undefined || found === undefined)
      return `${path}: only ${found === undefined ? "theirs" : "ours"}`;
    for (const key of ["specs", "children", "targets"] as const) {
      const [a, b] = [JSON.stringify(found[key]), JSON.stringify(expected[key])];
      if (a !== b) return `${path} ${key}\n    ours    ${a}\n    theirs  ${b}`;
    }
  }
  return undefined;
}

const worker = new LineWorker<Answer>({
  python: referencePython(),
  script: join(import.meta.dirname, "compose-stage.py"),
  // Stages whose arcs lead to each other can need exponentially many nodes: the script limits its processor time.
  timeout: 120_000,
});
const counts = { same: 0, different: 0, prims: 0 };
await runCampaign(
  {
    name: "composition",
    make: (seed) => ({ files: randomStage(seed) }),
    compare: async ({ files }, folder) => {
      const ours = await compose(files);
      const answer: Answer = await worker.ask({ root: join(folder, "root.usda"), loaded: ours.loaded });
      if (answer.failed !== undefined) return { kind: "failed", detail: answer.failed };
      if (answer.refused === true) return { kind: "refused" };
      const detail = difference(ours, answer);
      counts.prims += Object.keys(answer.prims ?? {}).length;
      if (detail === undefined) return { kind: "same" };
      const faults = answer.faults ?? [];
      if (faults.length > 0) return { kind: "faulty", detail: `${detail}\n    faults  ${faults.join(" ")}` };
      return { kind: ours.isLimited ? "limited" : "different", detail };
    },
  },
  options,
  counts,
);
worker.close();
