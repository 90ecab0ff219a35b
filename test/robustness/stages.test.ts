// Campaign in CI: Layer stacks of 10,000 layers
// Stages of hostile layers: each problem is an error with the statement that caused it, and the rest is composed.

import { memoryResolver, placeOf, Stage, StageReader, type StageOptions, type StageProblem } from "@usdkit/usd";
import { describe, expect, inject, test } from "vitest";

type Files = Readonly<Record<string, string>>;

async function open(files: Files, options: Partial<StageOptions> = {}): Promise<Stage> {
  const encoder = new TextEncoder();
  const bytes = new Map(Object.entries(files).map(([name, text]) => [name, encoder.encode(text)]));
  return Stage.open("root.usda", { resolver: memoryResolver(bytes), ...options });
}

/** `root.usda:4:18 ARC_CYCLE`, for each problem. */
function placesOf(problems: readonly StageProblem[]): readonly string[] {
  return problems.map(({ error: { code, statement } }) => {
    const place = statement === undefined ? undefined : placeOf(statement);
    return `${place?.layer ?? ""}:${place?.line ?? ""}:${place?.column ?? ""} ${code}`;
  });
}

/** Composes a stage; returns its prims and problems. */
async function compose(
  files: Files,
): Promise<{ readonly paths: readonly string[]; readonly problems: readonly string[] }> {
  const stage = await open(files);
  const paths = [...stage.traverse()];
  return { paths, problems: placesOf(stage.problems) };
}

const prim = (name: string, metadata: string, body = ""): string =>
  `def "${name}" (\n    ${metadata}\n)\n{\n${body}}\n`;

describe("cycles", () => {
  test("of sublayers", async () => {
    const sub = (layer: string, body = ""): string => `#usda 1.0\n(\n    subLayers = [@./${layer}@]\n)\n${body}`;
    const found = await compose({
      "root.usda": sub("a.usda", 'def "R"\n{\n}\n'),
      "a.usda": sub("b.usda", 'def "A"\n{\n}\n'),
      "b.usda": sub("a.usda", 'def "B"\n{\n}\n'),
    });
    expect([...found.paths].sort()).toEqual(["/A", "/B", "/R"]);
    expect(found.problems).toEqual(["b.usda:3:18 SUBLAYER_CYCLE"]);
  });

  test.each([
    ["references", "references = </B>", "references = </A>"],
    ["payloads", "payload = </B>", "payload = </A>"],
    ["inherits", "inherits = </B>", "inherits = </A>"],
    ["specializes", "specializes = </B>", "specializes = </A>"],
    ["a mix of them", "references = </B>", "inherits = </A>"],
  ])("of %s", async (_name, first, second) => {
    const child = (name: string): string => `    def "${name}"\n    {\n    }\n`;
    const { paths, problems } = await compose({
      "root.usda": `#usda 1.0\n${prim("A", first, child("Own"))}${prim("B", second, child("Other"))}def "Rest"\n{\n}\n`,
    });
    expect(paths).toEqual(expect.arrayContaining(["/A", "/A/Own", "/B", "/B/Other", "/Rest"]));
    expect(problems.length).toBeGreaterThan(0);
    for (const problem of problems) expect(problem).toMatch(/^root\.usda:\d+:\d+ ARC_CYCLE$/u);
  });

  test("of relocates", async () => {
    const { paths, problems } = await compose({
      "root.usda": `#usda 1.0\n(\n    relocates = {\n        </A/B>: </A/C>,\n        </A/C>: </A/B>\n    }\n)\n${prim("A", "references = </Source>")}${prim("Source", "", '    def "B"\n    {\n    }\n')}`,
    });
    expect(paths).toEqual(expect.arrayContaining(["/A", "/A/B", "/Source/B"]));
    expect(problems.length).toBeGreaterThan(0);
    for (const problem of problems) expect(problem).toMatch(/^root\.usda:[45]:9 \w*RELOCATE\w*$/u);
  });

  test("of variable expressions", async () => {
    const { paths, problems } = await compose({
      "root.usda":
        '#usda 1.0\n(\n    expressionVariables = {\n        string a = "`${b}`"\n        string b = "`${a}`"\n    }\n    subLayers = [@`"${a}.usda"`@]\n)\ndef "A"\n{\n}\n',
    });
    expect(paths).toEqual(["/A"]);
    expect(problems).toEqual([expect.stringMatching(/^root\.usda:7:18 /u)]);
  });

  test("of references between layers", async () => {
    const { paths, problems } = await compose({
      "root.usda": `#usda 1.0\n${prim("A", "references = @./b.usda@</B>")}`,
      "b.usda": `#usda 1.0\n${prim("B", "references = @./root.usda@</A>", '    def "Below"\n    {\n    }\n')}`,
    });
    expect(paths).toEqual(["/A", "/A/Below"]);
    expect(problems).toEqual(["b.usda:3:18 ARC_CYCLE"]);
  });

  test("of a prim that contains itself", async () => {
    const stage = await open({ "root.usda": `#usda 1.0\n${prim("A", "", prim("B", "references = </A>"))}` });
    let count = 0;
    for (const path of stage.traverse()) if (count++ > 50 || path === "") break;
    expect(count).toBeLessThan(50);
    expect(placesOf(stage.problems).some((each) => each.endsWith("ARC_CYCLE"))).toBe(true);
  });
});

test("an instance within its own prototype has no prims below it", async () => {
  const below =
    '        over "A"\n        {\n            def "D" (\n                references = @./d.usda@</D>\n            )\n            {\n            }\n        }\n';
  const stage = await open(
    {
      "root.usda": "#usda 1.0\n(\n    subLayers = [@./d.usda@]\n)\n",
      "d.usda": `#usda 1.0
class "D" (
    instanceable = true
)
{
    over "B" (
        add variantSets = "w"
    )
    {
        variantSet "w" = {
            "y" (
                specializes = </E>
            ) {
            }
        }
    }
}
def "E"
{
    def "D"
    {
${below}    }
}
`,
    },
    { variantFallbacks: { w: ["y"] } },
  );
  const proxies = [...stage.prims({ all: true, instanceProxies: true })].map(({ path }) => path);
  expect(proxies).toContain("/E/D/A/D/B/D/A/D");
  expect(proxies.length).toBeLessThan(50);
  expect(stage.prototypes.flatMap(({ recursive }) => recursive)).toEqual(["/E/D/A/D/B/D/A/D"]);
  const nodes = [...new StageReader(stage).prims({ all: true, instanceProxies: true })].map(({ path }) => path);
  expect(nodes).toEqual(proxies);
});

describe("layers that cannot be composed", () => {
  test.each([
    ["missing", undefined],
    ["empty", ""],
    ["not one", "<?xml version='1.0'?>"],
    ["damaged", '#usda 1.0\ndef "A" {'],
    ["a cut crate", "PXR-USDC\0\u0008"],
  ])("%s", async (_name, text) => {
    const root = `#usda 1.0\n(\n    subLayers = [@./x.usda@]\n)\n${prim("A", "references = @./x.usda@</A>")}`;
    const { paths, problems } = await compose(
      text === undefined ? { "root.usda": root } : { "root.usda": root, "x.usda": text },
    );
    expect(paths).toEqual(["/A"]);
    expect(problems).toEqual(["root.usda:3:18 MISSING_SUBLAYER", "root.usda:6:18 MISSING_LAYER"]);
  });
});

describe("large stages", () => {
  test("thousands of sublayers", async () => {
    const count = inject("deep") ? 10_000 : 2000;
    const names = Array.from({ length: count }, (_, i) => `@./l${i}.usda@`);
    const files: Record<string, string> = { "root.usda": `#usda 1.0\n(\n    subLayers = [${names.join(", ")}]\n)\n` };
    for (let i = 0; i < count; i++) files[`l${i}.usda`] = `#usda 1.0\nover "A"\n{\n    int a${i % 10}\n}\n`;
    const stage = await open(files);
    expect(stage.layerStack.layers).toHaveLength(count + 1);
    expect(stage.primStack("/A")).toHaveLength(count);
    expect(stage.problems).toEqual([]);
  });

  test("a chain of thousands of sublayers", async () => {
    const count = inject("deep") ? 10_000 : 2000;
    const files: Record<string, string> = { "root.usda": "#usda 1.0\n(\n    subLayers = [@./l0.usda@]\n)\n" };
    for (let i = 0; i < count; i++) {
      files[`l${i}.usda`] =
        i + 1 < count ? `#usda 1.0\n(\n    subLayers = [@./l${i + 1}.usda@]\n)\n` : '#usda 1.0\ndef "A"\n{\n}\n';
    }
    const stage = await open(files);
    expect(stage.layerStack.layers).toHaveLength(count + 1);
    expect([...stage.traverse()]).toEqual(["/A"]);
    expect(stage.problems).toEqual([]);
  });

  test("prims of 5,400 levels, from layers of 900", async () => {
    const depth = 900;
    const layer = (below: string): string => `#usda 1.0\n${'def "A"\n{\n'.repeat(depth)}${below}${"}\n".repeat(depth)}`;
    const files: Record<string, string> = { "l5.usda": layer("") };
    for (let i = 4; i >= 0; i--) files[`l${i}.usda`] = layer(prim("B", `references = @./l${i + 1}.usda@</A>`));
    const stage = await open({ ...files, "root.usda": files["l0.usda"] });
    expect([...stage.traverse()]).toHaveLength(6 * depth);
    expect(stage.problems).toEqual([]);
  });

  test("a layer that nests deeper than a text may is an error with its line", async () => {
    const nested = `#usda 1.0\n${'def "A"\n{\n'.repeat(5000)}${"}\n".repeat(5000)}`;
    const stage = await open({
      "root.usda": `#usda 1.0\n${prim("A", "references = @./x.usda@</A>")}`,
      "x.usda": nested,
    });
    expect([...stage.traverse()]).toEqual(["/A"]);
    expect(stage.problems[0]?.error.message).toContain("line 2003, column 1: Prims are nested deeper than 1000.");
  });

  test("a chain of 1,000 references", async () => {
    const count = 1000;
    const prims = Array.from({ length: count }, (_, i) =>
      i + 1 < count ? prim(`P${i}`, `references = </P${i + 1}>`) : 'def "P999"\n{\n    int x = 1\n}\n',
    );
    const stage = await open({ "root.usda": `#usda 1.0\n${prims.join("")}` });
    const { stack } = stage.propertyStack("/P0", "x");
    expect(stack).toHaveLength(1);
    expect(stage.primStack("/P0")).toHaveLength(count);
    expect(stage.problems).toEqual([]);
  });

  test("a thousand variants of a set, and a hundred sets", async () => {
    const variants = Array.from(
      { length: 1000 },
      (_, i) => `        "v${i}" {\n            int x = ${i}\n        }\n`,
    ).join("");
    const sets = Array.from({ length: 100 }, (_, i) => `s${i}`);
    const body = `    variantSet "s0" = {\n${variants}    }\n${sets
      .slice(1)
      .map((set) => `    variantSet "${set}" = {\n        "on" {\n            int ${set} = 1\n        }\n    }\n`)
      .join("")}`;
    const selections = `variants = {\n        string s0 = "v777"\n${sets
      .slice(1)
      .map((set) => `        string ${set} = "on"\n`)
      .join("")}    }\n    prepend variantSets = [${sets.map((set) => `"${set}"`).join(", ")}]`;
    const stage = await open({ "root.usda": `#usda 1.0\n${prim("A", selections, body)}` });
    expect(stage.properties("/A")).toHaveLength(100);
    expect(stage.propertyStack("/A", "x").stack).toHaveLength(1);
    expect(stage.problems).toEqual([]);
  });
});
