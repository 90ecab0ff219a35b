import { printUsda } from "@usdkit/usda";
import { describe, expect, test } from "vitest";
import { memoryResolver } from "../resolve/path-resolver.ts";
import type { StageOptions } from "../stage/stage-options.ts";
import { Stage } from "../stage/stage.ts";

const encoder = new TextEncoder();

async function open(files: Readonly<Record<string, string>>, options?: Omit<StageOptions, "resolver">): Promise<Stage> {
  const entries = Object.entries(files).map(([name, text]) => [name, encoder.encode(`#usda 1.0\n${text}`)] as const);
  return Stage.open("/shot/root.usda", { resolver: memoryResolver(new Map(entries)), ...options });
}

async function merge(
  files: Readonly<Record<string, string>>,
  options?: Omit<StageOptions, "resolver">,
): Promise<string> {
  return printUsda((await open(files, options)).flattenLayerStack(), { order: "reference" });
}

test("merges session, root and sublayers, and keeps arcs and variants", async () => {
  const text = await merge(
    {
      "/shot/root.usda": `(
    defaultPrim = "A"
    subLayers = [@./in/sub.usda@]
)
over "A" (
    delete references = @./in/gone.usda@
    add inherits = </C>
)
{
    rel r = </C>
}
`,
      "/shot/in/sub.usda": `(
    metersPerUnit = 3
)
def Xform "A" (
    prepend references = [@./gone.usda@, @./b.usda@</B>]
    append inherits = </D>
    variants = {
        string look = "red"
    }
    append variantSets = "look"
)
{
    custom asset tex = @./b.png@
    variantSet "look" = {
        "red" {
            def "V"
            {
            }
        }
    }
}
`,
      "/shot/session.usda": 'over "A" {\n    variantSet "look" = {\n        "blue" {\n        }\n    }\n}\n',
    },
    { session: "/shot/session.usda" },
  );
  expect(text).toBe(`#usda 1.0
(
    defaultPrim = "A"
)

def Xform "A" (
    append inherits = [
        </D>,
        </C>
    ]
    delete references = @/shot/in/gone.usda@
    prepend references = @/shot/in/b.usda@</B>
    variants = {
        string look = "red"
    }
    append variantSets = "look"
)
{
    rel r = </C>
    custom asset tex = @/shot/in/b.png@
    variantSet "look" = {
        "blue" {

        }
        "red" {
            def "V"
            {
            }

        }
    }
}

`);
});

describe("times", () => {
  // OpenUSD 3072: the reference has (offset = 10; scale = 1) for the reference, whose time codes per second then count again.
  const files = {
    "/shot/root.usda": `(
    subLayers = [@./sub.usda@ (offset = 10; scale = 2)]
    timeCodesPerSecond = 24
)
`,
    "/shot/sub.usda": `(
    timeCodesPerSecond = 48
)
def "A" (
    references = [@./b.usda@</B>, </C> (offset = 3)]
)
{
    double x.timeSamples = { 1: 1, 2: 5 }
    timecode t = 7
}
def "C"
{
}
`,
    "/shot/b.usda": '(\n    timeCodesPerSecond = 96\n)\ndef "B" {\n    double y.timeSamples = { 4: 1 }\n}\n',
  };

  test("of the layer are those of the stack, and arcs keep their effect", async () => {
    const text = await merge(files);
    expect(text).toContain("timeCodesPerSecond = 24");
    expect(text).toContain("@/shot/b.usda@</B> (offset = 10; scale = 2),");
    expect(text).toContain("</C> (offset = 3)");
    expect(text).toContain("x.timeSamples = {\n        11: 1,\n        12: 5,\n    }");
    expect(text).toContain("timecode t = 17");
  });

  test("are those of the stage when the layer is composed", async () => {
    const stage = await open(files);
    const merged = printUsda(stage.flattenLayerStack()).replace(/^#usda [\d.]+\n/u, "");
    expect(printUsda((await open({ ...files, "/shot/root.usda": merged })).flatten())).toBe(printUsda(stage.flatten()));
  });
});

test("hides what a stronger layer hides", async () => {
  const text = await merge({
    "/shot/root.usda": `(
    subLayers = [@./sub.usda@]
)
over "A"
{
    double blocked = None
    double animated = AnimationBlock
    double constant = 1
    double sampled.timeSamples = { 1: 1 }
}
`,
    "/shot/sub.usda": `def "A"
{
    double blocked.timeSamples = { 1: 1 }
    double animated = 3
    double animated.timeSamples = { 1: 1 }
    double constant.spline = { 1: 2; post linear }
    double sampled.spline = { 1: 2; post linear }
}
`,
  });
  expect(text).toContain(`    double animated = 3
    double blocked = None
    double constant = 1
    double sampled.timeSamples = {
        1: 1,
    }
`);
});

test("joins array edits of samples, which compose over weaker samples and not over the default of their own layer", async () => {
  const text = await merge({
    "/shot/root.usda": `(
    subLayers = [@./sub.usda@]
)
over "A" (
    references = @./a.usda@</A>
)
{
    int[] n = [34]
    int[] n.timeSamples = { 1: edit [append 3], 5: None }
}
`,
    "/shot/sub.usda": `over "A"
{
    int[] n = [35]
    int[] n.timeSamples = { 2: edit [append 4] }
}
`,
    "/shot/a.usda": 'def "A"\n{\n    int[] n = [63, 73]\n}\n',
  });
  expect(text).toContain(`    int[] n = [34]
    int[] n.timeSamples = {
        1: edit [append 4; append 3],
        2: edit [append 4; append 3],
        5: None,
    }
`);
});

test("composes array edits and path expressions", async () => {
  const text = await merge({
    "/shot/root.usda": `(
    subLayers = [@./sub.usda@]
)
over "A"
{
    int[] known = edit [append 3]
    string[] unknown = edit [append "[0]"]
    pathExpression paths = "%_ + /B"
    int[] samples.timeSamples = { 1: edit [append 3], 4: [9] }
}
`,
    "/shot/sub.usda": `def "A"
{
    int[] known = [1]
    string[] unknown = edit [prepend "a; b"]
    pathExpression paths = "//C"
    int[] samples = [7]
}
`,
  });
  expect(text).toContain("int[] known = [1, 3]");
  expect(text).toContain('string[] unknown = edit [prepend "a; b"; append "[0]"]');
  expect(text).toContain('pathExpression paths = "//C + /B"');
  expect(text).toContain("samples.timeSamples = {\n        1: [7, 3],\n        4: [9],\n    }");
});

test("evaluates expressions, and leaves out arcs without a path", async () => {
  const text = await merge({
    "/shot/root.usda": `(
    expressionVariables = {
        string SHOT = "b"
        string NONE = ""
    }
)
def "A" (
    references = [@\`"./\${SHOT}.usda"\`@</B>, @\`"\${NONE}"\`@</A/X>]
)
{
}
`,
  });
  expect(text).toContain("references = @/shot/b.usda@</B>\n");
  expect(text).not.toContain("</A/X>");
});

test("joins what layers define of a set of clips", async () => {
  const text = await merge({
    "/shot/root.usda": `(
    subLayers = [@./in/sub.usda@ (offset = 8)]
)
over "A" (
    clips = {
        dictionary default = {
            double2[] times = [(0, 0), (10, 20)]
        }
    }
)
{
}
`,
    "/shot/in/sub.usda": `def "A" (
    clips = {
        dictionary default = {
            string primPath = "/C"
            asset[] assetPaths = [@./clip.1.usda@]
            double2[] active = [(1, 0)]
        }
        dictionary template = {
            string templateAssetPath = "./clip.#.usda"
        }
    }
)
{
}
`,
  });
  expect(text).toContain("asset[] assetPaths = [@/shot/in/clip.1.usda@]");
  expect(text).toContain("double2[] active = [(9, 0)]");
  expect(text).toContain("double2[] times = [(0, 0), (10, 20)]");
  expect(text).toContain('string templateAssetPath = "/shot/in/clip.#.usda"');
});

test("does not run out of stack for deep prims", async () => {
  const depth = 900;
  const nested = `${Array.from({ length: depth }, () => 'def "A" {\n').join("")}${"}\n".repeat(depth)}`;
  const stage = await open({ "/shot/root.usda": nested });
  expect(printUsda(stage.flattenLayerStack()).match(/def "A"/gu)).toHaveLength(depth);
});

test("leaves out empty comments, and the empty documentation of a layer", async () => {
  const text = await merge({
    "/shot/root.usda": '(\n    ""\n    doc = ""\n)\ndef "A" (\n    ""\n    doc = ""\n)\n{\n}\n',
  });
  expect(text).toBe('#usda 1.0\n\ndef "A" (\n    doc = ""\n)\n{\n}\n\n');
});
