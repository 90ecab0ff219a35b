// Campaign: Random assets placed several times, each stage compared with one in which no prim is shared
import { printUsda } from "@usdkit/usda";
import * as fc from "fast-check";
import { expect, inject, test } from "vitest";
import { StageReader } from "../prims/stage-reader.ts";
import { memoryResolver } from "../resolve/path-resolver.ts";
import { Stage } from "../stage/stage.ts";

/** Statements of an asset whose values depend on where it is placed, and some that do not. */
const STATEMENTS = [
  "float size = 2",
  "float size.timeSamples = { 0: 1, 10: 3 }",
  "timecode at = 4",
  "timecode at.timeSamples = { 1: 5, 2: None }",
  "double curve.spline = { 1: 2, 5: 4 }",
  "asset file = @./a.png@",
  'asset[] files = [@b.png@, @`"${ROOT}/c.png"`@]',
  'pathExpression found = "/Asset/A//* %_"',
  "rel targets = [</Asset>, </Asset/A/B>, </Outside>]",
  "prepend rel targets = </Asset/B.size>",
  "token out.connect = </Asset/A.size>",
  "token blocked = None",
  "int[] numbers = [1, 2, 3]",
  "int[] numbers = edit [append 4]",
  'custom string note = "text" (\n customData = { timecode when = 3\n asset from = @./d.png@ }\n)',
  "token[] xformOpOrder = []",
];
const NAMES = ["A", "B", "C"];

interface Prim {
  readonly type: string;
  readonly statements: readonly string[];
  readonly children: readonly (Prim | null)[];
}

const { prim } = fc.letrec<{ prim: Prim }>((tie) => ({
  prim: fc.record({
    type: fc.constantFrom("", "Xform ", "Mesh ", "Material "),
    statements: fc.uniqueArray(fc.constantFrom(...STATEMENTS), { maxLength: 5 }),
    children: fc.array(fc.option(tie("prim"), { maxDepth: 3, depthSize: "small" }), { maxLength: NAMES.length }),
  }),
}));

/** A placement: its time offset and variant, and whether it is in another layer that has an offset of its own. */
const placement = fc.record({
  offset: fc.constantFrom("", " (offset = 5)", " (offset = -2; scale = 2)"),
  variant: fc.constantFrom("", "red", "blue"),
  metadata: fc.constantFrom("", "instanceable = true", "active = false"),
});

function primText(name: string, { type, statements, children }: Prim): string {
  const below = children.map((child, i) => (child === null ? "" : primText(NAMES[i], child)));
  return `def ${type}"${name}"\n{\n${[...statements, ...below].join("\n")}\n}\n`;
}

/** Returns an `over` for each prim, without opinions. */
function overs({ children }: Prim): string {
  const below = children.map((child, i) => (child === null ? "" : `over "${NAMES[i]}"\n{\n${overs(child)}\n}\n`));
  return below.join("");
}

interface Shot {
  readonly asset: Prim;
  readonly variant: Prim;
  readonly placements: readonly { readonly offset: string; readonly variant: string; readonly metadata: string }[];
}

/** @param bodies what the shot has below each placement */
async function open({ asset, variant, placements }: Shot, bodies: string): Promise<Stage> {
  const placed = placements.map(
    ({ offset, variant: look, metadata }, i) =>
      `def "P${i}" (\nreferences = @./asset.usda@${offset}\n${metadata}\n` +
      `${look === "" ? "" : `variants = { string look = "${look}" }`}\n)\n{\n${bodies}}\n`,
  );
  const inner = variant.children.map((child, i) =>
    child === null ? "" : primText(NAMES[i], child).replace(/^def \w* ?/u, "over "),
  );
  const files = {
    "root.usda": `#usda 1.0\n( expressionVariables = { string ROOT = "folder" } )\n${placed.join("")}`,
    "asset.usda":
      `#usda 1.0\n(\ndefaultPrim = "Asset"\nsubLayers = [@./look.usda@ (offset = 1)]\n)\n` +
      primText("Asset", asset).replace('"Asset"', '"Asset" (\nprepend variantSets = "look"\n)'),
    "look.usda": `#usda 1.0\nover "Asset"\n{\nvariantSet "look" = {\n"red" {\n${inner.join("")}}\n"blue" {\n}\n}\n}\n`,
  };
  const entries = Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)] as const);
  return Stage.open("root.usda", { resolver: memoryResolver(new Map(entries)) });
}

/** Returns the prims, attributes and values of a stage, and the flattened layer. */
function contents(stage: Stage): readonly string[] {
  const reader = new StageReader(stage);
  const found: string[] = [];
  for (const each of reader.prims({ all: true, instanceProxies: true })) {
    const { path, type, isActive, isDefined, isInstance } = each;
    found.push(JSON.stringify([path, type, isActive, isDefined, isInstance, stage.properties(path)]));
    for (const attribute of reader.attributes(each)) {
      // Twice: what prims share is kept.
      const values = [null, 3, null, 3].map((time) => reader.resolve(attribute, time));
      found.push(
        `${path}.${attribute.name} ${JSON.stringify(values.map(({ value, source }) => [value, source.kind, source.isBlocked]))}`,
      );
    }
    for (const name of reader.authoredNames(each)) found.push(`${path}.${name} ${reader.targets(each, name).join()}`);
  }
  return [new TextDecoder().decode(Buffer.from(printUsda(stage.flatten()))), ...found];
}

test("prims that are composed once are as those with a graph of their own", async () => {
  const shots = fc.record({
    asset: prim,
    variant: prim,
    placements: fc.array(placement, { minLength: 2, maxLength: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(shots, async (shot) => {
      // A prim with a spec in the layer stack of the stage is composed for itself.
      const [shared, own] = await Promise.all([open(shot, ""), open(shot, overs(shot.asset))]);
      expect(contents(shared)).toEqual(contents(own));
    }),
    { numRuns: inject("deep") ? 1_000 : 15 },
  );
});
