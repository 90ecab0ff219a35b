// Campaign: the overviews and bounds of 500 random stages, each compared with those of a walk that shares nothing

import {
  alignedRange,
  BoundsCache,
  emptyRange,
  memoryResolver,
  Stage,
  stageBounds,
  stageOverview,
  StageReader,
  XformQueries,
  type Range,
} from "@usdkit/usd";
import { isA } from "@usdkit/schemas";
import { expect, inject, test } from "vitest";
import { shot } from "../bench/generate/shot.ts";
import { randomScene as randomFlattenScene } from "./random-flatten-scene.ts";
import { randomScene } from "./random-scene.ts";

const STAGES = inject("deep") ? 250 : 8;
const MAX_PRIMS = 500;
const encoder = new TextEncoder();
const name = (identifier: string): string => identifier;

/** Opens a stage; undefined if its text is not valid, as a few of the random ones are. */
async function open(files: ReadonlyMap<string, string>, root: string): Promise<Stage | undefined> {
  const bytes = new Map(Array.from(files, ([path, text]) => [path, encoder.encode(text)]));
  return await Stage.open(root, { resolver: memoryResolver(bytes) }).catch(() => undefined);
}

/** Returns the bounds without shared ones. */
function boundsOf(stage: Stage): Range {
  const reader = new StageReader(stage);
  const options = { purposes: ["default", "render"], usesExtentsHint: true };
  return alignedRange(new BoundsCache(new XformQueries(reader), null, options).world(reader.pseudoRoot));
}

/** Whether numbers are the same up to rounding. */
function areClose(found: readonly number[], expected: readonly number[]): boolean {
  return expected.every((value, i) => {
    const other = found[i] ?? NaN;
    return other === value || Math.abs(other - value) <= 1e-6 * (1 + Math.abs(value));
  });
}

/** Returns what an overview has, and what a walk of every prim finds. */
async function compare(files: ReadonlyMap<string, string>, root: string): Promise<readonly [unknown, unknown]> {
  const found = await open(files, root);
  const plain = await open(files, root);
  if (found === undefined || plain === undefined) return [undefined, undefined];
  const prims = [];
  for (const prim of plain.prims()) {
    if (prims.length === MAX_PRIMS) return [undefined, undefined];
    prims.push(prim);
  }
  const types = new Map<string, number>();
  const typed = prims.map(({ path, source }) => ({ path, type: plain.prim(source).typeName }));
  for (const { type } of typed) types.set(type, (types.get(type) ?? 0) + 1);
  const overview = stageOverview({ stage: found, name });
  const bounds = stageBounds({ stage: found, name }, null) ?? emptyRange;
  const expected = boundsOf(plain);
  const areBoundsClose = areClose(bounds.minimum, expected.minimum) && areClose(bounds.maximum, expected.maximum);
  return [
    {
      prims: overview.prims,
      instances: overview.instances,
      types: overview.types,
      cameras: overview.cameras,
      bounds: areBoundsClose ? expected : bounds,
    },
    {
      prims: prims.length,
      instances: prims.filter(({ isInstance }) => isInstance).length,
      types,
      cameras: typed.filter(({ type }) => isA(type, "Camera")).map(({ path }) => path),
      bounds: expected,
    },
  ];
}

test("the overview of a shot is that of its prims", async () => {
  const { root, layers } = shot(1_500);
  const [found, expected] = await compare(layers, root);
  expect(found).toEqual(expected);
});

test("the overview of any stage is that of its prims", { timeout: 600_000 }, async () => {
  for (let seed = 1; seed <= STAGES; seed++) {
    for (const files of [randomScene(seed), randomFlattenScene(seed).files]) {
      const [found, expected] = await compare(files, "root.usda");
      expect(found, `seed ${seed}`).toEqual(expected);
    }
  }
});
