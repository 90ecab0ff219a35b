import { describe, expect, it } from "vitest";
import type { PlainLayer, PlainPrim, PlainDictionary } from "@usdkit/layer";
import { makeLayer } from "@usdkit/layer";
import type { PrintOptions } from "./print-usda.ts";
import { printUsda, printUsdaBytes } from "./print-usda.ts";

/** Every expected text that starts with `#usda` is the output of usd-core 26.11's `ExportToString()`. */
function printed(plain: PlainLayer, options?: PrintOptions): string {
  return printUsda(makeLayer(plain), options);
}

describe("layers", () => {
  it("writes an empty layer", () => {
    expect(printed({})).toBe("#usda 1.0\n\n");
  });

  it("writes metadata sorted by name, the comment first and relocates last", () => {
    const layer: PlainLayer = {
      metadata: {
        upAxis: "Y",
        layerRelocates: [
          ["/A/B", "/A/C"],
          ["/A/D", ""],
        ],
        subLayers: [{ asset: "a.usd" }, { asset: "b@c", offset: 1 }, { asset: "d", offset: 0.5, scale: 2 }],
        comment: "two\nlines",
        metersPerUnit: 0.01,
        documentation: "A layer.",
        hasOwnedSubLayers: true,
        colorConfiguration: "c.ocio",
        framePrecision: 3,
        primOrder: ["B", "A"],
      },
      children: [{ name: "A" }, { name: "B", specifier: "over" }],
    };
    expect(printed(layer)).toBe(String.raw`#usda 1.0
(
    """two
lines"""
    colorConfiguration = @c.ocio@
    doc = "A layer."
    framePrecision = 3
    hasOwnedSubLayers = true
    metersPerUnit = 0.01
    subLayers = [
        @a.usd@,
        @@@b@c@@@ (offset = 1),
        @d@ (offset = 0.5; scale = 2)
    ]
    upAxis = "Y"
    relocates = {
        </A/B>: </A/C>, 
        </A/D>: <>
    }
)

reorder rootPrims = ["B", "A"]

def "A"
{
}

over "B"
{
}

`);
  });
});

describe("prims", () => {
  it("writes every kind of field", () => {
    const prim: PlainPrim = {
      name: "A",
      type: "Xform",
      metadata: {
        clipSets: { explicit: [] },
        clips: {},
        comment: "A prim",
        kind: "component",
        active: false,
        permission: "private",
        symmetryFunction: "mirror",
        displayGroupOrder: ["C", "B"],
        apiSchemas: { prepended: ["MaterialBindingAPI", "SkelBindingAPI"], deleted: ["OldAPI"] },
        inactiveIds: [1, 2n],
        inheritPaths: ["/C", "/D"],
        specializes: { ordered: ["/C"] },
        payload: [],
        references: {
          prepended: [{ asset: "a.usd", primPath: "/B", offset: 10, customData: { n: ["int", 1] } }],
          appended: [{ asset: "a.usd" }, { primPath: "/C", scale: 2 }, {}],
        },
        variantSelection: { look: "red", "a b": "" },
        variantSetNames: { added: ["look"] },
        prefixSubstitutions: { $Left: "Right", "'": '"' },
        unknown: { kind: "unregistered", text: "[1, (2, 3)]" },
        unknownList: { kind: "unregisteredListOp", listOp: { prepended: ['"a"', "2"] } },
      },
    };
    expect(printed({ children: [prim] })).toBe(String.raw`#usda 1.0

def Xform "A" (
    "A prim"
    active = false
    delete apiSchemas = ["OldAPI"]
    prepend apiSchemas = ["MaterialBindingAPI", "SkelBindingAPI"]
    clips = {
    }
    clipSets = None
    displayGroupOrder = ["C", "B"]
    inactiveIds = [1, 2]
    inherits = [
        </C>,
        </D>
    ]
    kind = "component"
    payload = None
    permission = private
    prefixSubstitutions = {
        "$Left": "Right", 
        "'": '"'
    }
    prepend references = [
        @a.usd@</B> (
            offset = 10
            customData = {
                int n = 1
            }
        )
    ]
    append references = [
        @a.usd@,
        </C> (scale = 2),
        <>
    ]
    reorder specializes = </C>
    symmetryFunction = mirror
    unknown = [1, (2, 3)]
    prepend unknownList = ["a", 2]
    variants = {
        string "a b" = ""
        string look = "red"
    }
    add variantSets = "look"
)
{
}

`);
  });

  it("leaves blank lines where the reference does, and does not sort by default", () => {
    const layer: PlainLayer = {
      children: [
        {
          name: "A",
          metadata: { propertyOrder: ["y", "x"], primOrder: ["C", "B"] },
          properties: [
            { name: "x10", type: "int" },
            { name: "x9", type: "int" },
          ],
          children: [{ name: "B" }, { name: "C", specifier: "class", type: "T" }],
          variantSets: [
            { name: "empty", variants: [] },
            {
              name: "v",
              variants: [
                { name: "b", metadata: { documentation: "d" }, children: [{ name: "D" }] },
                {
                  name: "a",
                  properties: [{ name: "x", type: "int" }],
                  variantSets: [{ name: "w", variants: [{ name: "1" }] }],
                },
              ],
            },
          ],
        },
      ],
    };
    const authored = printed(layer);
    expect(printed(layer, { order: "reference" })).toBe(String.raw`#usda 1.0

def "A"
{
    reorder properties = ["y", "x"]
    reorder nameChildren = ["C", "B"]
    int x9
    int x10

    def "B"
    {
    }

    class T "C"
    {
    }
    variantSet "v" = {
        "a" {
            int x
            variantSet "w" = {
                "1" {

                }
            }

        }
        "b" (
            doc = "d"
        ) {
            def "D"
            {
            }

        }
    }
}

`);
    expect(authored.indexOf("int x10")).toBeLessThan(authored.indexOf("int x9"));
    expect(authored.indexOf('"b" (')).toBeLessThan(authored.indexOf('"a" {'));
  });
});

describe("dictionaries", () => {
  it("writes entries by the bytes of their keys, with base types", () => {
    const layer: PlainLayer = {
      metadata: {
        customLayerData: new Map([
          ["é", ["int", 1]],
          ["b", ["color3f", [1, 2, 3]]],
          ["B", ["Vec3f[]", []]],
          ["__proto__", ["token", "x"]],
          ["a:b", { inner: { x: ["bool", false] } }],
          ["", {}],
        ]),
      },
    };
    expect(printed(layer)).toBe(String.raw`#usda 1.0
(
    customLayerData = {
        dictionary "" = {
        }
        float3[] B = []
        token __proto__ = "x"
        dictionary "a:b" = {
            dictionary inner = {
                bool x = 0
            }
        }
        float3 b = (1, 2, 3)
        int "é" = 1
    }
)

`);
  });
});

describe("depth", () => {
  it("handles deep nesting without the call stack", () => {
    let prim: PlainPrim = { name: "P" };
    let dictionary: PlainDictionary = {};
    for (let i = 0; i < 2_000; i++) {
      prim = { name: "P", children: [prim] };
      dictionary = { d: dictionary };
    }
    const text = printed({ metadata: { customLayerData: dictionary }, children: [prim] });
    const deepest = Math.max(...text.split("\n").map((line) => line.search(/\S/)));
    expect(deepest).toBe(4 * 2_000 + 4);
    expect(text.match(/def "P"/g)).toHaveLength(2_001);
  });

  it("returns the same text as bytes", () => {
    const layer = makeLayer({ metadata: { documentation: "é" } });
    expect(new TextDecoder().decode(printUsdaBytes(layer))).toBe(printUsda(layer));
  });
});
