import { expect, test } from "vitest";
import { printUsda } from "@usdkit/usda";
import { memoryResolver } from "../resolve/path-resolver.ts";
import type { StageOptions } from "../stage/stage-options.ts";
import { Stage } from "../stage/stage.ts";

const encoder = new TextEncoder();

async function flatten(
  files: Readonly<Record<string, string>>,
  options?: Omit<StageOptions, "resolver">,
): Promise<string> {
  const entries = Object.entries(files).map(([name, text]) => [name, encoder.encode(`#usda 1.0\n${text}`)] as const);
  const stage = await Stage.open("/shot/root.usda", { resolver: memoryResolver(new Map(entries)), ...options });
  return printUsda(stage.flatten(), { order: "reference" });
}

// Each text is the one of usd-core 26.11.

test("takes times, time codes, splines and asset paths of other layers to the stage", async () => {
  const text = await flatten({
    "/shot/root.usda": "(\n    subLayers = [@./in/b.usda@ (offset = 10; scale = 2)]\n)\n",
    "/shot/in/b.usda": `def "A" (
    customData = {
        asset q = @./b.png@
        timecode[] t = [1, 2]
    }
)
{
    asset tex = @./b.png@
    asset[] texs = [@none.png@, @@, @http://a.b/c.png@]
    timecode tc = 10
    timecode tc.timeSamples = { 1: 2, 3: 5.5 }
    double ts.timeSamples = { 1: 2, 4: None, 6.1: 2 }
    double s.spline = { 1: 2; post linear, 3: 5; post held }
}
`,
  });
  expect(text).toBe(`#usda 1.0

def "A" (
    customData = {
        asset q = @/shot/in/b.png@
        timecode[] t = [12, 14]
    }
)
{
    double s.spline = {
        12: 2; pre (0, 0); post linear,
        16: 5; post held,
    }
    timecode tc = 30
    timecode tc.timeSamples = {
        12: 14,
        16: 21,
    }
    asset tex = @/shot/in/b.png@
    asset[] texs = [@none.png@, @@, @http://a.b/c.png@]
    double ts.timeSamples = {
        12: 2,
        18: None,
        22.2: 2,
    }
}

`);
});

test("leaves out what the reference does not keep, and orders what it does", async () => {
  const text = await flatten({
    "/shot/root.usda": `(
    defaultPrim = "A"
    foo = "bar"
)
def Xform "A" (
    prepend apiSchemas = ["GeomModelAPI"]
    unknown = 12
    clips = {
        dictionary default = {
            string primPath = "/X"
        }
    }
    variants = {
        string v = "x"
    }
    prepend variantSets = "v"
    append references = </C>
)
{
    reorder properties = ["z", "y"]
    double z = 1
    uniform double y = 1
    Foo unknownType = 3
    token visibility = None
    rel none = None
    double nothing
    def "D" (
        active = false
    )
    {
    }
    variantSet "v" = {
        "x" {
            double inVariant = 1
            def "V"
            {
            }
        }
    }
}
class "C" (
    prepend apiSchemas = ["MotionAPI"]
)
{
    custom double y = 4
    custom token visibility = "inherited"
    rel to = </C.y>
}
`,
  });
  expect(text).toBe(`#usda 1.0
(
    defaultPrim = "A"
)

def Xform "A" (
    apiSchemas = ["GeomModelAPI", "MotionAPI"]
)
{
    reorder properties = ["z", "y"]
    double inVariant = 1
    rel none
    double nothing
    rel to = </A.y>
    token visibility = None
    custom double y = 1
    double z = 1

    def "V"
    {
    }
}

class "C" (
    apiSchemas = ["MotionAPI"]
)
{
    rel to = </C.y>
    custom token visibility = "inherited"
    custom double y = 4
}

`);
});

test("copies the prims below instances once, nested ones too", async () => {
  const text = await flatten({
    "/shot/root.usda": `def "B" (
    instanceable = true
    references = </Asset>
)
{
    double own = 1
}
def "A" (
    instanceable = true
    references = </Asset>
)
{
}
class "Asset"
{
    def "Inner" (
        instanceable = true
        references = </Part>
    )
    {
        rel outside = </Asset/Inner>
    }
}
class "Part"
{
    def "Leaf"
    {
        rel inside = </Part/Leaf.x>
    }
}
def "Flattened_Prototype_1"
{
}
`,
  });
  expect(text).toBe(`#usda 1.0

over "Flattened_Prototype_2"
{
    def "Inner" (
        instanceable = true
        append references = </Flattened_Prototype_3>
    )
    {
        rel outside = </Flattened_Prototype_2/Inner>
    }
}

over "Flattened_Prototype_3"
{
    def "Leaf"
    {
        rel inside = </Flattened_Prototype_3/Leaf.x>
    }
}

def "B" (
    instanceable = true
    append references = </Flattened_Prototype_2>
)
{
    double own = 1
}

def "A" (
    instanceable = true
    append references = </Flattened_Prototype_2>
)
{
}

class "Asset"
{
    def "Inner" (
        instanceable = true
        append references = </Flattened_Prototype_3>
    )
    {
        rel outside = </Asset/Inner>
    }
}

class "Part"
{
    def "Leaf"
    {
        rel inside = </Part/Leaf.x>
    }
}

def "Flattened_Prototype_1"
{
}

`);
});

test("leaves out empty comments, and the empty documentation of a layer", async () => {
  const files = {
    "/shot/root.usda": `(
    ""
    doc = ""
    owner = ""
)
def "A" (
    ""
    doc = ""
)
{
    rel r (
        ""
        doc = ""
    )
}
`,
  };
  const text = `#usda 1.0
(
    owner = ""
)

def "A" (
    doc = ""
)
{
    rel r (
        doc = ""
    )
}

`;
  expect(await flatten(files)).toBe(text);
});

test("keeps the last of the samples that an offset maps to one time", async () => {
  const text = await flatten({
    "/shot/root.usda": "(\n    subLayers = [@./b.usda@]\n    timeCodesPerSecond = 0\n)\n",
    "/shot/b.usda": 'def "A"\n{\n    double x.timeSamples = { 0: 1, 24: 5 }\n}\n',
  });
  expect(text).toContain("double x.timeSamples = {\n        0: 5,\n    }\n");
});
