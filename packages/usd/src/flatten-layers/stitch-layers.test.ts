import { parseUsda, printUsda } from "@usdkit/usda";
import { expect, test } from "vitest";
import { stitchLayers } from "./stitch-layers.ts";

function stitch(...texts: readonly string[]): string {
  return printUsda(stitchLayers(texts.map((text) => parseUsda(`#usda 1.0\n${text}`).layer)));
}

const STRONG = `(
    startTimeCode = 5
    endTimeCode = 8
    customLayerData = {
        int a = 1
    }
    subLayers = [@./x.usda@]
    upAxis = "Y"
)

def Xform "A" (
    prepend references = @./r.usda@
    variants = {
        string v = "x"
    }
    prepend variantSets = "v"
)
{
    double d = 1
    rel r = </A>
    prepend rel q = </B>
    double s.timeSamples = {
        1: 1,
        2: 2,
    }

    over "Kid"
    {
    }
    variantSet "v" = {
        "x" {
            double vx = 1
        }
    }
}
`;
const WEAK = `(
    startTimeCode = 1
    endTimeCode = 6
    customLayerData = {
        int a = 2
        int b = 3
    }
    subLayers = [@./y.usda@]
    upAxis = "Z"
    doc = "weak"
)

def Scope "A" (
    append references = @./s.usda@
    variants = {
        string v = "y"
        string w = "z"
    }
    append variantSets = "w"
)
{
    double d = 5
    double e = 6
    rel r = </C>
    append rel q = </D>
    double s.timeSamples = {
        2: 20,
        3: 30,
    }

    def Cube "Kid"
    {
        double size = 1
    }
    variantSet "v" = {
        "x" {
            double vx = 2
            double vz = 3
        }
        "y" {
        }
    }
}

def "P"
{
    asset f = @\`"./\${NAME}.png"\`@
}
`;

// As UsdUtils.StitchLayers of usd-core 26.11 has it.
test("statements of the strongest, composed lists and dictionaries, joined samples, a range for all", () => {
  const stitched = stitch(STRONG, WEAK);
  const expected = stitch(`(
    doc = "weak"
    startTimeCode = 1
    endTimeCode = 8
    customLayerData = {
        int a = 1
        int b = 3
    }
    subLayers = [@./x.usda@]
    upAxis = "Y"
)

def Xform "A" (
    prepend references = @./r.usda@
    append references = @./s.usda@
    variants = {
        string v = "x"
        string w = "z"
    }
    prepend variantSets = "v"
    append variantSets = "w"
)
{
    double d = 1
    rel r = </A>
    prepend rel q = </B>
    append rel q = </D>
    double s.timeSamples = {
        1: 1,
        2: 2,
        3: 30,
    }
    double e = 6

    def Cube "Kid"
    {
        double size = 1
    }
    variantSet "v" = {
        "x" {
            double vx = 1
            double vz = 3
        }
        "y" {
        }
    }
}

def "P"
{
    asset f = @\`"./\${NAME}.png"\`@
}
`);
  expect(stitched).toBe(expected);
});

test("one layer is what it was, and samples of three layers are in the order of time", () => {
  expect(stitch(STRONG)).toBe(printUsda(parseUsda(`#usda 1.0\n${STRONG}`).layer));
  const at = (time: number): string =>
    `def "A"\n{\n    double x.timeSamples = {\n        ${time}: ${time},\n    }\n}\n`;
  expect(stitch(at(3), at(-1), at(2))).toContain(
    "            -1: -1,\n            2: 2,\n            3: 3,\n".replaceAll("            ", "        "),
  );
});
