// Campaign: What 600 random stages with selected variants compose, each variant with a file of its own

// Dependencies with selected variants: whatever a stage with these selections composes is among them. Each variant gets an attribute
// of its own whose value is a file of its own, so that every variant that contributes shows.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { visitLayer } from "@usdkit/layer";
import { findDependencies, memoryResolver, Stage, variantSetsOf, type StageOptions } from "@usdkit/usd";
import { parseUsda } from "@usdkit/usda";
import { describe, expect, inject, test } from "vitest";
import { Random } from "../bench/generate/random.ts";
import { randomScene } from "./random-flatten-scene.ts";
import { randomStage } from "./random-stage.ts";

type Files = ReadonlyMap<string, Uint8Array>;
type Selections = NonNullable<StageOptions["variants"]>;

const MAX_PRIMS = 40;
const MARK = /^mark_\d+$/u;

/** Returns layers with the attribute `mark_N` in the variant number N of all of them. */
function marked(texts: ReadonlyMap<string, string>): Files {
  let count = 0;
  const mark = (text: string): string => {
    const ends: number[] = [];
    visitLayer(parseUsda(text).layer, { variant: ({ range }) => void (range && ends.push(range.end - 1)) });
    let bytes = Buffer.from(text);
    for (const end of ends.sort((a, b) => b - a)) {
      const name = `mark_${count++}`;
      const attribute = Buffer.from(`\nasset ${name} = @./${name}.png@\n`);
      bytes = Buffer.concat([bytes.subarray(0, end), attribute, bytes.subarray(end)]);
    }
    return bytes.toString();
  };
  return new Map([...texts].map(([name, text]) => [name, Buffer.from(mark(text))]));
}

interface Found {
  readonly layers: readonly string[];
  readonly marks: readonly string[];
}

/** Returns the layers and marks of what a stage composes, of its first prims. */
function composed(stage: Stage): Found {
  const marks = new Set<string>();
  let count = 0;
  for (const path of stage.traverse()) {
    if (count++ === MAX_PRIMS) break;
    for (const name of stage.properties(path)) if (MARK.test(name)) marks.add(name);
  }
  return { layers: stage.layers.map(({ identifier }) => identifier), marks: [...marks] };
}

/** Returns the layers and marks among the dependencies. */
function depended(root: string, files: Files, variants: Selections, session: string | undefined): Found {
  const read = (path: string): Uint8Array | undefined => files.get(path);
  const found = findDependencies(root, { read, list: () => [] }, { variants, session });
  const marks = [...found.missing, ...found.assets].flatMap((path) => /mark_\d+/u.exec(path) ?? []);
  return { layers: found.layers, marks };
}

interface VariantChoice {
  readonly prim: string;
  readonly name: string;
  readonly variants: readonly string[];
}

/** Selects variants of up to three sets of the first prims, some of them by names that no variant has. */
function randomSelections(stage: Stage, random: Random): Selections {
  const selections: Record<string, Record<string, string>> = {};
  const sets: VariantChoice[] = [];
  for (const prim of stage.traverse()) {
    for (const { name, variants } of variantSetsOf(stage, prim)) sets.push({ prim, name, variants });
    if (sets.length > MAX_PRIMS) break;
  }
  const [first, ...others] = sets;
  for (let i = random.between(1, 3); i > 0 && first !== undefined; i--) {
    const { prim, name, variants } = random.pick([first, ...others]);
    selections[prim] = { ...selections[prim], [name]: random.pick(["", "none", ...variants, ...variants]) };
  }
  return selections;
}

/** Whether the format has all of the layers: some random ones, and some of older releases, are not valid. */
function areValid(texts: ReadonlyMap<string, string>): boolean {
  return [...texts.values()].every((text) => parseUsda(text).ok);
}

/** Fails if a stage with random selections composes what is not among the dependencies; returns whether these left out a variant. */
async function check(root: string, files: Files, seed: number, session?: string): Promise<boolean> {
  const resolver = memoryResolver(new Map(files));
  const random = new Random(seed);
  const variants = randomSelections(await Stage.open(root, { resolver, session }), random);
  const dependencies = depended(root, files, variants, session);
  const { layers, marks } = composed(await Stage.open(root, { resolver, session, variants }));
  const without = (all: readonly string[], known: readonly string[]): readonly string[] =>
    all.filter((each) => !known.includes(each));
  expect([seed, variants, without(layers, dependencies.layers), without(marks, dependencies.marks)]).toEqual([
    seed,
    variants,
    [],
    [],
  ]);
  const all = depended(root, files, {}, session);
  expect(without(dependencies.marks, all.marks)).toEqual([]);
  return dependencies.marks.length < all.marks.length;
}

describe("dependencies with selected variants", () => {
  const seeds = Array.from({ length: inject("deep") ? 600 : 20 }, (_, i) => i + 1);

  test("have whatever random stages compose", async () => {
    let left = 0;
    // oxlint-disable-next-line no-await-in-loop -- one stage after the other
    for (const seed of seeds) if (await check("root.usda", marked(randomStage(seed)), seed)) left++;
    expect(left).toBeGreaterThan(0);
  });

  // Their prims have so many arcs to each other that few variants can be left out.
  test("have whatever random scenes compose", async () => {
    let stages = 0;
    for (const seed of seeds) {
      const { files, options } = randomScene(seed);
      if (!areValid(files)) continue;
      // oxlint-disable-next-line no-await-in-loop -- one stage after the other
      await check("root.usda", marked(files), seed, options.session);
      stages++;
    }
    expect(stages).toBeGreaterThan(seeds.length / 2);
  });

  const folder = join(import.meta.dirname, "../../../shared/composition/aousd");
  test.skipIf(!existsSync(folder))("have whatever the composition cases compose", async () => {
    let stages = 0;
    let left = 0;
    for (const root of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
      if (!/root\.usda?$/u.test(root)) continue;
      const base = join(folder, root, "..");
      const names = readdirSync(base, { recursive: true, encoding: "utf8" }).filter((each) => /\.usda?$/u.test(each));
      const texts = new Map(names.map((each) => [each, readFileSync(join(base, each), "utf8")]));
      if (!areValid(texts)) continue;
      const files = marked(texts);
      stages++;
      for (const seed of inject("deep") ? [1, 2, 3] : [1]) {
        // oxlint-disable-next-line no-await-in-loop -- one stage after the other
        if (await check(relative(base, join(folder, root)), files, seed)) left++;
      }
    }
    expect(stages).toBeGreaterThan(100);
    expect(left).toBeGreaterThan(5);
  });
});
