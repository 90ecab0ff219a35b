import { makeLayer } from "@usdkit/layer";
import { parseUsda } from "@usdkit/usda";
import { layerArbitrary } from "./arbitraries/index.ts";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import "./vitest.ts";
import { usdaSerializer } from "./index.ts";

const SCENE = `#usda 1.0
def Xform "World"
{
    float3[] points = [${Array.from({ length: 50 }, (_, i) => `(${i}, 0, 0)`).join(", ")}]
    def Camera "Main"
    {
        float focalLength = 35
    }
    def "Deep"
    {
        def "Main"
        {
        }
    }
}
`;

/** Returns the message of a failing assertion. */
function messageOf(assertion: () => void): string {
  try {
    assertion();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error("the assertion passes");
}

describe("toEqualScene", () => {
  test("accepts the same content in any form", () => {
    expect(SCENE).toEqualScene(`${SCENE}\n# A comment.\n`);
    expect(new TextEncoder().encode(SCENE)).toEqualScene(parseUsda(SCENE).layer);
    expect({ toUsda: () => SCENE }).toEqualScene(SCENE);
    expect(SCENE).not.toEqualScene('#usda 1.0\ndef "World"\n{\n}\n');
    expect(SCENE).toEqualScene(SCENE.replace("= 35", "= 35.01"), { tolerance: 0.1 });
    expect(SCENE).toEqualScene(SCENE.replace("= 35", "= 36"), { ignore: ["/World/Main"] });
  });

  test("shows the differences briefly", () => {
    const other = SCENE.replace("= 35", "= 50").replace("(7, 0, 0)", "(7, 1, 0)");
    expect(messageOf(() => expect(other).toEqualScene(SCENE))).toMatchInlineSnapshot(`
      "expect(scene).toEqualScene(other)

      2 differences (other → scene):

      /World
        ~ points[7]  (7, 0, 0) → (7, 1, 0)  1 of 50 elements differ, at most 1 apart
      /World/Main
        ~ focalLength  35 → 50
      "
    `);
    expect(messageOf(() => expect(SCENE).not.toEqualScene(SCENE))).toContain("should not be");
  });

  test("text that does not parse, and values that are not scenes, fail with and without .not", () => {
    for (const bad of ["#usda 1.0\ndef", 5, null, undefined, {}, []]) {
      expect(() => expect(bad).toEqualScene(SCENE)).toThrow(/The scene is no/);
      expect(() => expect(bad).not.toEqualScene(SCENE)).toThrow(/The scene is no/);
    }
    expect(() => expect(SCENE).toEqualScene("nothing")).toThrow("The other scene is not valid USDA");
  });

  test("long lists of differences are truncated, and text of scenes is escaped", () => {
    const many = (value: number): string =>
      `#usda 1.0\ndef "A"\n{\n${Array.from({ length: 200 }, (_, i) => `int x${i} = ${value}`).join("\n")}\n}\n`;
    const text = messageOf(() => expect(many(1)).toEqualScene(many(2)));
    expect(text).toContain("… and 140 more");
    const odd = (name: string): string => `#usda 1.0\ndef "A"\n{\n    string s = "${name}"\n}\n`;
    expect(messageOf(() => expect(odd("\\x1b[31m\u202e")).toEqualScene(odd("a\\nb")))).not.toMatch(/[\u001b\u202e]/);
  });

  test("any layer equals itself and its printed text", () => {
    fc.assert(
      fc.property(layerArbitrary, (layer) => {
        expect(layer).toEqualScene(layer);
        expect(usdaSerializer.serialize(layer)).toEqualScene(layer);
      }),
      { numRuns: 50 },
    );
  });
});

describe("toHavePrim", () => {
  test("by path", () => {
    expect(SCENE).toHavePrim("/World/Main");
    expect(SCENE).not.toHavePrim("/World/main");
    expect(SCENE).not.toHavePrim("/World.points");
  });

  test("names the closest paths", () => {
    expect(messageOf(() => expect(SCENE).toHavePrim("/World/Mian"))).toMatchInlineSnapshot(`
      "expect(scene).toHavePrim("/World/Mian")

      There is no prim at /World/Mian. The nearest are:

        /World/Main
        /World/Deep
        /World
      "
    `);
    expect(messageOf(() => expect(SCENE).toHavePrim("/Room/Main"))).toContain("  /World/Main\n  /World/Deep/Main\n");
    expect(messageOf(() => expect(SCENE).toHavePrim("World"))).toContain('starts with "/"');
    expect(messageOf(() => expect("#usda 1.0\n").toHavePrim("/A"))).toContain("the scene has no prims");
  });

  test("in deep and wide layers", () => {
    let prim: { name: string; children: object[] } = { name: "Leaf", children: [] };
    for (let i = 0; i < 20_000; i++) prim = { name: "P", children: [prim] };
    const wide = Array.from({ length: 20_000 }, (_, i) => ({ name: `Prim${i}` }));
    const layer = makeLayer({ children: [prim, ...wide] as never });
    expect(layer).toHavePrim("/Prim19999");
    expect(messageOf(() => expect(layer).toHavePrim("/Prim1999x"))).toContain("/Prim1999");
  });
});

describe("toHaveNoFindings", () => {
  const twice = '#usda 1.0\ndef "A"\n{\n    int x = 1\n    int x = 2\n}\n';

  test("of any severity, or of a minimum severity", () => {
    expect('#usda 1.0\ndef "A"\n{\n}\n').toHaveNoFindings({ profile: "usda" });
    expect(twice).not.toHaveNoFindings({ profile: "usda" });
    expect(twice).toHaveNoFindings({ profile: "usda", severity: "error" });
    expect(twice).toHaveNoFindings({ profile: "usda", rules: { "duplicate-field": "off" } });
    expect(messageOf(() => expect(twice).toHaveNoFindings({ profile: "usda" }))).toMatch(
      /1 finding:\n\n {2}5:5 {2}warning {2}duplicate-field {2}.*\(\/A\.x\)/,
    );
    expect(messageOf(() => expect("#usda 1.0\ndef").toHaveNoFindings())).toContain("usda-syntax");
    expect(() => expect(5).not.toHaveNoFindings()).toThrow("This is not a scene");
  });
});

describe("toMatchScene", () => {
  test("invalid arguments", () => {
    expect(messageOf(() => expect(SCENE).toMatchScene("golden.txt"))).toContain("Expected the name of a .usda file");
    expect(messageOf(() => expect(SCENE).not.toMatchScene("none.usda"))).toContain("and .not writes none");
    expect(messageOf(() => expect("nothing").toMatchScene("none.usda"))).toContain("The scene is not valid USDA");
  });
});
