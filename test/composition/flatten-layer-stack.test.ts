// Campaign: The layer stacks of random stages and scenes, flattened to one layer, compose to the same stage

import { memoryResolver, Stage } from "@usdkit/usd";
import { printUsda } from "@usdkit/usda";
import { expect, inject, test } from "vitest";
import { randomScene } from "./random-flatten-scene.ts";
import { randomStage } from "./random-stage.ts";

const SEEDS = inject("deep") ? 400 : 6;
/** Prims of stages whose arcs lead to each other multiply. */
const MAX_PRIMS = inject("deep") ? 2000 : 200;

/**
 * Seeds whose layer composes to another stage: all opinions of a layer stack about an attribute compose over weaker ones, at other times
 * than the strongest.
 */
const DIFFERENT: ReadonlySet<number> = new Set([37, 209]);

const encoder = new TextEncoder();

async function open(files: ReadonlyMap<string, string>, root: string, session?: string): Promise<Stage> {
  const resolver = memoryResolver(new Map([...files].map(([name, text]) => [`/s/${name}`, encoder.encode(text)])));
  return Stage.open(`/s/${root}`, { resolver, session: session && `/s/${session}`, hasOwnSession: true });
}

function isLarge(stage: Stage): boolean {
  let count = 0;
  for (const _ of stage.traverse()) if (++count > MAX_PRIMS) return true;
  return false;
}

/** Clips of one layer may be stronger than another layer and weaker than a third, which one layer cannot hold. */
function withoutClips(text: string): string {
  return text.replace(/^( *)clips = \{\n[\s\S]*?^\1\}\n/gmu, "");
}

/** The stage keeps expressions that lead to the same file from anywhere, and path expressions with variant selections. */
function flattened(stage: Stage): string {
  return printUsda(stage.flatten(), { order: "reference" })
    .replaceAll('@`"${NAME}.png"`@', "@picture.png@")
    .replaceAll('@`"${NONE}"`@', "@${NONE}@")
    .replaceAll(/\{v=\w\}(?=\w)/gu, "/")
    .replaceAll(/\{v=\w\}/gu, "");
}

async function expectSame(files: ReadonlyMap<string, string>, session?: string): Promise<void> {
  // A text whose attributes change their type or variability is no layer.
  const stage = await open(files, "root.usda", session).catch(() => undefined);
  if (stage === undefined || isLarge(stage)) return;
  const merged = printUsda(stage.flattenLayerStack());
  const again = await open(new Map([...files, ["merged.usda", merged]]), "merged.usda");
  expect(flattened(again)).toBe(flattened(stage));
}

const seeds = Array.from({ length: SEEDS }, (_, i) => i + 1);

test.each(seeds.filter((seed) => !DIFFERENT.has(seed)))("scene %i", async (seed) => {
  const { files, options } = randomScene(seed);
  await expectSame(new Map([...files].map(([name, text]) => [name, withoutClips(text)])), options.session);
});

test.each(seeds)("stage %i", async (seed) => {
  await expectSame(randomStage(seed));
});
