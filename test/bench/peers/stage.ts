// Opens stages of a shot in a process of its own, and prints the cost as one line of JSON:
//
//   node --expose-gc stage.ts '{"root":"/tmp/shot/root.usd","meshes":["/World/A/Mesh"],"repeats":5,"built":false,"keepsYoungSpaceSmall":false}'

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type * as usd from "../../../packages/usd/src/index.ts";
import { keepYoungSpaceSmall } from "../../../packages/command/src/process/young-space.ts";
import { makeLayer } from "@usdkit/layer";
import { printUsda } from "@usdkit/usda";
import { repository } from "../paths.ts";

const LOOKS = ["clean", "dusty", "worn"];

export interface StageRun {
  readonly root: string;
  /** The same mesh in two placements of one asset. */
  readonly meshes: readonly string[];
  readonly repeats: number;
  readonly built: boolean;
  /** Whether V8 keeps its space for young objects as small as the commands of usda have it. */
  readonly keepsYoungSpaceSmall: boolean;
}

/** Milliseconds of processor time. `first` is a fresh process, the others are the least of all repeats. */
export interface StageFigures {
  readonly first: number;
  /** The part of it that is the calling thread's, without compilation and garbage collection in others. */
  readonly firstThread: number;
  readonly open: number;
  /** Of one prim, after the layers that it needs were opened. */
  readonly prim: number;
  readonly prims: number;
  readonly layers: number;
  /** Growth of the process by the first stage, in bytes. */
  readonly memory: number;
  /** Every attribute of every prim, with those that only schemas define, at the default time. */
  readonly values: number;
  readonly attributes: number;
  /** The stage flattened to a layer, and the text of that. */
  readonly flatten: number;
  readonly print: number;
  /** Wall time from another selection of one asset's variant to its prims composed again. */
  readonly variant: number;
}

if (import.meta.main) console.log(JSON.stringify(await measure(JSON.parse(process.argv[2] ?? "{}") as StageRun)));

async function measure({ root, meshes, repeats, built, keepsYoungSpaceSmall }: StageRun): Promise<StageFigures> {
  if (keepsYoungSpaceSmall) keepYoungSpaceSmall();
  const file = join(repository, "packages/usd", built ? "dist/index.js" : "src/index.ts");
  const { pathResolver, Stage, StageReader } = (await import(file)) as typeof usd;
  const resolver = pathResolver({ read: (path) => (existsSync(path) ? readFileSync(path) : undefined) });
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let [first, firstThread, open, prim, prims, layers, memory] = [NaN, NaN, Infinity, Infinity, 0, 0, 0];
  for (let round = 0; round < repeats; round++) {
    const start = process.cpuUsage();
    const startOfThread = process.threadCpuUsage();
    const stage = await Stage.open(root, { resolver });
    prims = 0;
    for (const path of stage.traverse()) if (path !== "") prims++;
    const took = since(start);
    if (round === 0) {
      first = took;
      const { user, system } = process.threadCpuUsage(startOfThread);
      firstThread = (user + system) / 1000;
      memory = process.resourceUsage().maxRSS * 1024 - before;
    }
    open = Math.min(open, took);
    layers = stage.layers.length;
    globalThis.gc?.();
  }
  for (let round = 0; round < repeats; round++) {
    const stage = await Stage.open(root, { resolver });
    stage.primStack(meshes[0]);
    const start = performance.now();
    stage.primStack(meshes[1]);
    prim = Math.min(prim, performance.now() - start);
  }
  const stage = await Stage.open(root, { resolver });
  for (const path of stage.traverse()) if (path === "") throw new Error("Expected a path");
  let attributes = 0;
  const values = costOf(() => {
    const reader = new StageReader(stage);
    for (const prim of reader.prims()) {
      for (const attribute of reader.attributes(prim)) {
        reader.attributeValue(attribute, null);
        attributes++;
      }
    }
  });
  let layer = makeLayer({});
  const flatten = costOf(() => (layer = stage.flatten()));
  const print = costOf(() => printUsda(layer));
  const [asset] = meshes[0].split("/Geom");
  let variant = Infinity;
  for (let round = 0; round < 3 * repeats; round++) {
    const start = performance.now();
    await stage.update({ variants: { [asset]: { look: LOOKS[round % LOOKS.length] } } });
    for (const path of stage.traverse(asset)) if (path === "") throw new Error("Expected a path");
    // The first change of a stage records what its prims depend on.
    if (round > 0) variant = Math.min(variant, performance.now() - start);
  }
  return { first, firstThread, open, prim, prims, layers, memory, values, attributes, flatten, print, variant };
}

function costOf(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  return since(start);
}

function since(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
