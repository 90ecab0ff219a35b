import { expect, test } from "vitest";
import { printUsda } from "@usdkit/usda";
import { memoryResolver } from "../resolve/path-resolver.ts";
import { Stage } from "../stage/stage.ts";
import { StageValues } from "../values/stage-values.ts";

const encoder = new TextEncoder();

const files = {
  "/shot/root.usda": `(
    subLayers = [@./weak.usda@]
)
def "A" (
    prepend references = @./in/ref.usda@</R>
)
{
    pathExpression e = "/A/B %_"
    int[] n = edit [append 3]
    int[] n.timeSamples = { 5: [9], 7: edit [prepend 1] }
}
def "I" (
    instanceable = true
    references = @./in/ref.usda@</R>
)
{
}
`,
  "/shot/weak.usda": `over "A"
{
    pathExpression e = "/A/C{isa:Mesh}.x - %_"
    int[] n.timeSamples = { 1: [5], 6: [6] }
}
`,
  "/shot/in/ref.usda": `def "R" (
    clips = {
        dictionary default = {
            string primPath = "/C"
            asset[] assetPaths = [@./clip.usda@]
            asset manifestAssetPath = @./manifest.usda@
            double2[] active = [(0, 0)]
        }
    }
)
{
    pathExpression e = "//x /R/In /Outside %/R:set"
    asset f
    def "In"
    {
        pathExpression e = "/R/In/* %_"
        double x
        double blocked = None
    }
}
`,
  "/shot/in/clip.usda": `over "C"
{
    asset f.timeSamples = { 2: @./a.png@ }
    over "In"
    {
        double x.timeSamples = { 1: 1, 3: 9 }
    }
}
`,
  "/shot/in/manifest.usda": `over "C"
{
    asset f
    over "In"
    {
        double x
    }
}
`,
};

// The text is the one of usd-core 26.11: path expressions in prototypes have the name of the prototype on the stage, and clips of
// an instance have no effect below it.
const FLATTENED = `#usda 1.0

over "Flattened_Prototype_1"
{
    def "In"
    {
        double blocked = None
        pathExpression e = "/__Prototype_1/In/*"
        double x
    }
}

def "A"
{
    pathExpression e = '/A/B (/A/C{isa:"Mesh"}.x - //x /A/In %/A:set)'
    asset f.timeSamples = {
        0: @/shot/in/a.png@,
        2: @/shot/in/a.png@,
    }
    int[] n = [3]
    int[] n.timeSamples = {
        5: [9],
        7: [1, 6],
    }

    def "In"
    {
        double blocked = None
        pathExpression e = "/A/In/*"
        double x.timeSamples = {
            0: 1,
            1: 1,
            3: 9,
        }
    }
}

def "I" (
    instanceable = true
    append references = </Flattened_Prototype_1>
)
{
    pathExpression e = "//x /I/In %/I:set"
    asset f.timeSamples = {
        0: @/shot/in/a.png@,
        2: @/shot/in/a.png@,
    }
}

`;

async function open(layers: Readonly<Record<string, string>> = files): Promise<Stage> {
  const entries = Object.entries(layers).map(([name, text]) => [name, encoder.encode(`#usda 1.0\n${text}`)] as const);
  return Stage.open("/shot/root.usda", { resolver: memoryResolver(new Map(entries)) });
}

test("writes samples of clips, composed array edits and composed path expressions", async () => {
  const stage = await open();
  expect(printUsda(stage.flatten(), { order: "reference" })).toBe(FLATTENED);
});

test("values have the same expressions and samples", async () => {
  const values = new StageValues(await open());
  const textOf = (path: string): unknown => {
    const { value } = values.value(path);
    return value?.kind === "typed" ? value.data : value;
  };
  expect(textOf("/A.e")).toBe('/A/B (/A/C{isa:"Mesh"}.x - //x /A/In %/A:set)');
  expect(textOf("/I/In.e")).toBe("/I/In/*");
  expect(values.sampleTimes("/A/In.x")).toEqual([0, 1, 3]);
  expect(values.sampleTimes("/I/In.x")).toEqual([]);
});

// Found by the comparison of random scenes with usd-core 26.11.
test("maps the values of splines of time codes, defaults of manifests and expressions over blocks", async () => {
  const stage = await open({
    "/shot/root.usda": "(\n    subLayers = [@./sub.usda@ (offset = 3; scale = 0.5)]\n)\n",
    "/shot/sub.usda": `def "A" (
    clips = {
        dictionary default = {
            string primPath = "/C"
            asset[] assetPaths = [@./clip.usda@]
            asset manifestAssetPath = @./manifest.usda@
            double2[] active = [(0, 0)]
        }
    }
    references = </B>
)
{
    asset a = @\`"./\${NONE}.png"\`@
    pathExpression e = "//"
    timecode s.spline = { 8: 6; post held }
    timecode t
}
def "B"
{
    pathExpression e = None
}
`,
    "/shot/clip.usda": 'over "C"\n{\n}\n',
    "/shot/manifest.usda": 'over "C"\n{\n    timecode t = 4\n}\n',
  });
  expect(printUsda(stage.flatten(), { order: "reference" })).toBe(`#usda 1.0

def "A"
{
    asset a = @/shot/\${NONE}.png@
    pathExpression e = None
    timecode s.spline = {
        7: 6; pre (0, 0); post held,
    }
    timecode t.timeSamples = {
        3: 5,
    }
}

def "B"
{
    pathExpression e = None
}

`);
});

// `Stage.Flatten` of usd-core 26.11 loses the default; the values are those of `UsdAttribute.Get`.
test("a default that composes over a blocked sample is kept, at the times of all samples", async () => {
  const stage = await open({
    "/shot/root.usda": `def "A" (
    references = </B>
)
{
    int[] n = edit [prepend 0; append 7]
    pathExpression e = "/X & %_"
}
def "B" (
    specializes = </C>
)
{
    int[] n.timeSamples = { 0: None, 4: [1] }
    pathExpression e.timeSamples = { 0: None }
}
def "C"
{
    int[] n.timeSamples = { 2: [8] }
    pathExpression e = "/Y"
}
`,
  });
  const values = new StageValues(stage);
  const samples = stage.flatten().root.children[0].properties.map(({ name }) => name);
  expect(samples).toEqual(["e", "n"]);
  expect(printUsda(stage.flatten(), { order: "reference" }).split('def "B"')[0]).toContain(`
    int[] n.timeSamples = {
        0: [0, 7],
        2: [0, 7],
        4: [0, 1, 7],
    }`);
  expect(values.value("/A.n", 0).value).toMatchObject({ data: Int32Array.of(0, 7) });
});

// The text is the one of usd-core 26.11.
test("an animation block over a block leaves the fallback", async () => {
  const stage = await open({
    "/shot/root.usda": `def Xform "A" (
    references = </B>
)
{
    token visibility = AnimationBlock
    float x = AnimationBlock
}
def "B"
{
    token visibility = None
    float x = None
}
`,
  });
  expect(printUsda(stage.flatten(), { order: "reference" })).toContain(`def Xform "A"
{
    token visibility = "inherited"
    float x = None
}`);
});

// The text is the one of usd-core 26.11.
test("maps path expressions below variants with their selections", async () => {
  const text = `#usda 1.0
def "A" (
    instanceable = true
    references = </C>
)
{
}
def "C" (
    variants = {
        string v = "y"
    }
    prepend variantSets = "v"
)
{
    variantSet "v" = {
        "y" {
            def "K"
            {
                pathExpression e = "../B + /None/B"
            }
        }
    }
}
`;
  const resolver = memoryResolver(new Map([["root.usda", encoder.encode(text)]]));
  const stage = await Stage.open("root.usda", { resolver });
  expect(new StageValues(stage).value("/A/K.e").value).toMatchObject({ data: "/A{v=y}B + /None/B" });
  expect(printUsda(stage.flatten())).toContain('pathExpression e = "/__Prototype_1{v=y}B + /None/B"');
});
