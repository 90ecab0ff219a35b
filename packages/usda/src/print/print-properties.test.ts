import { describe, expect, it } from "vitest";
import type { PlainLayer, PlainProperty, Spline, Value, ValueType } from "@usdkit/layer";
import { makeLayer, valueTypes } from "@usdkit/layer";
import { printUsda } from "./print-usda.ts";

/** Every expected text that starts with `#usda` is the output of usd-core 26.11's `ExportToString()`. */
function printed(plain: PlainLayer): string {
  return printUsda(makeLayer(plain));
}

function withProperties(...properties: PlainProperty[]): PlainLayer {
  return { children: [{ name: "A", properties }] };
}

function typeOf(name: string): ValueType {
  const type = valueTypes.get(name);
  if (type === undefined) throw new Error(name);
  return type;
}

describe("attributes", () => {
  it("writes values of every kind", () => {
    const layer = withProperties(
      { name: "a", type: "asset[]", value: ["x.png", "a@b", "c@@@d", ""] },
      { name: "b", type: "bool[]", value: [true, false] },
      { name: "b1", type: "bool", value: true },
      {
        name: "c",
        type: "color3f[]",
        value: [
          [0, 0.1, 1],
          [1e-7, 1e15, -0],
        ],
      },
      { name: "d", type: "double[]", value: [0.1, 1e15, 1e-7, 100000000000000, Infinity, -Infinity, NaN, -0] },
      { name: "e", type: "int[]", value: [] },
      { name: "f", type: "float", value: 0.1 },
      { name: "h", type: "half3", value: [0.1, 1, 65504] },
      { name: "i", type: "int64[]", value: [-9223372036854775808n, 1] },
      { name: "i1", type: "uint64", value: 18446744073709551615n },
      {
        name: "m",
        type: "matrix2d[]",
        value: [
          [
            [1, 2],
            [3, 4],
          ],
          [
            [5, 6],
            [7, 8],
          ],
        ],
      },
      { name: "m1", type: "frame4d", value: Float64Array.from({ length: 16 }, (_, i) => i) },
      { name: "n", type: "int", value: null },
      { name: "p", type: "pathExpression", value: "/A /B//C" },
      { name: "q", type: "quatf", value: [1, 0, 0.5, 0] },
      { name: "s", type: "string[]", value: ["a", "b\nc", "d'e", 'f"g', "h'\"i"] },
      { name: "t", type: "token", value: "Y" },
      { name: "u", type: "uchar[]", value: [0, 255] },
      { name: "w", type: "timecode", value: 24 },
    );
    expect(printed(layer)).toBe(String.raw`#usda 1.0

def "A"
{
    asset[] a = [@x.png@, @@@a@b@@@, @@@c\@@@d@@@, @@]
    bool[] b = [1, 0]
    bool b1 = 1
    color3f[] c = [(0, 0.1, 1), (1e-7, 1e15, -0)]
    double[] d = [0.1, 1e15, 1e-7, 100000000000000, inf, -inf, nan, -0]
    int[] e = []
    float f = 0.1
    half3 h = (0.0999756, 1, 65504)
    int64[] i = [-9223372036854775808, 1]
    uint64 i1 = 18446744073709551615
    matrix2d[] m = [( (1, 2), (3, 4) ), ( (5, 6), (7, 8) )]
    frame4d m1 = ( (0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11), (12, 13, 14, 15) )
    int n = None
    pathExpression p = "/A /B//C"
    quatf q = (1, 0, 0.5, 0)
    string[] s = ["a", """b
c""", "d'e", 'f"g', "h'\"i"]
    token t = "Y"
    uchar[] u = [0, 255]
    timecode w = 24
}

`);
  });

  it("writes long arrays in full", () => {
    const value = Float32Array.from({ length: 30_000 }, (_, i) => i / 8);
    const text = printed(withProperties({ name: "x", type: "float3[]", value }));
    const numbers = text.slice(text.indexOf("[(") + 1, text.indexOf("\n}")).match(/[-.\d]+/g) ?? [];
    expect(numbers.map(Number)).toEqual([...value]);
  });

  it("writes each statement that has content", () => {
    const animationBlock: Value = { kind: "animationBlock" };
    const edit: Value = { kind: "arrayEdit", type: typeOf("int"), text: "edit [append 3]" };
    const layer = withProperties(
      { name: "a", type: "double", value: animationBlock },
      {
        name: "b",
        type: "int[]",
        timeSamples: [
          [1, [1, 2]],
          [0, edit],
          [2.5, null],
        ],
      },
      { name: "c", type: "int", connections: [] },
      { name: "d", type: "int", custom: true, connections: { prepended: ["/A.a"], deleted: ["/A.b", "/A.c"] } },
      {
        name: "e",
        type: "token",
        uniform: true,
        value: "x",
        connections: ["/A.a"],
        metadata: { allowedTokens: ["x", "y"], displayUnit: "cm", comment: "c" },
      },
      { name: "f", type: "Unknown", value: { kind: "unregistered", text: "foo" } },
    );
    expect(printed(layer)).toBe(String.raw`#usda 1.0

def "A"
{
    double a = AnimationBlock
    int[] b.timeSamples = {
        0: edit [append 3],
        1: [1, 2],
        2.5: None,
    }
    int c.connect = None
    custom int d
    delete int d.connect = [
        </A.b>,
        </A.c>,
    ]
    prepend int d.connect = </A.a>
    uniform token e = "x" (
        "c"
        allowedTokens = ["x", "y"]
        displayUnit = cm
    )
    uniform token e.connect = </A.a>
    Unknown f = foo
}

`);
  });

  it("writes packed samples, and old type names depending on the order option", () => {
    const layer = makeLayer(withProperties({ name: "a", type: "Vec3f", timeSamples: [[1, [1, 2, 3]]] }));
    const attribute = layer.root.children[0].properties[0];
    Object.assign(attribute, {
      timeSamples: {
        times: Float64Array.of(1, 2),
        value: () => ({ kind: "block" }),
        packed: { type: typeOf("float3"), data: Float32Array.of(1, 2, 3, 4, 5, 6) },
      },
    });
    expect(printUsda(layer, { order: "reference" })).toBe(String.raw`#usda 1.0

def "A"
{
    float3 a.timeSamples = {
        1: (1, 2, 3),
        2: (4, 5, 6),
    }
}

`);
    expect(printUsda(layer)).toContain("    Vec3f a.timeSamples");
  });

  it("writes the format version that the content requires", () => {
    expect(printed(withProperties({ name: "a", type: "duration[]", value: [1] }))).toMatch(/^#usda 1\.4\n/);
    expect(printed(withProperties({ name: "a", type: "duration", value: null }))).toMatch(/^#usda 1\.0\n/);
  });

  it("writes a path as a value, which the reference writes incorrectly", () => {
    const path: Value = { kind: "path", path: "/B" };
    expect(printed(withProperties({ name: "a", type: "path", value: path }))).toContain("    path a = </B>\n");
  });
});

describe("relationships", () => {
  it("writes targets, edits and metadata", () => {
    const layer = withProperties(
      { name: "a", type: "rel" },
      { name: "b", type: "rel", targets: [] },
      { name: "c", type: "rel", targets: ["/A"], custom: true, metadata: { documentation: "d" } },
      { name: "d", type: "rel", targets: ["/A", "/B.x"], varying: true },
      { name: "e", type: "rel", targets: { added: ["/A"], ordered: ["/B", "/A"] }, custom: true },
    );
    expect(printed(layer)).toBe(String.raw`#usda 1.0

def "A"
{
    rel a
    rel b = None
    custom rel c = </A> (
        doc = "d"
    )
    varying rel d = [
        </A>,
        </B.x>,
    ]
    custom rel e
    add rel e = </A>
    reorder rel e = [
        </B>,
        </A>,
    ]
}

`);
  });

  it("writes a default target, and a merged attribute", () => {
    const layer = makeLayer(withProperties({ name: "a", type: "rel", defaultTarget: "/B", custom: true }));
    const relationship = layer.root.children[0].properties[0];
    Object.assign(relationship, {
      merged: { typeName: "int", defaultValue: { kind: "block" } },
    });
    expect(printUsda(layer)).toContain("    custom rel a\n    rel a.default = </B>\n    uniform int a = None\n");
  });
});

describe("splines", () => {
  const flat = { width: 0, slope: 0, algorithm: "none" } as const;
  const spline = (members: Partial<Spline>): PlainLayer =>
    withProperties({
      name: "x",
      type: "double",
      spline: {
        kind: "spline",
        valueType: typeOf("double"),
        curveType: "bezier",
        pre: { mode: "held" },
        post: { mode: "held" },
        knots: [],
        ...members,
      },
    });

  it("writes curves", () => {
    const layer = spline({
      pre: { mode: "linear" },
      post: { mode: "sloped", slope: 0.57 },
      loop: { protoStart: 15, protoEnd: 25, preLoops: 0, postLoops: 2, valueOffset: 11.7 },
      knots: [
        { time: 7, value: 7.21, preValue: 5.5, next: "held", preTangent: flat, postTangent: flat },
        {
          time: 15,
          value: 8.18,
          next: "curve",
          preTangent: flat,
          postTangent: { width: 2.49, slope: 1.17, algorithm: "none" },
          customData: {
            kind: "dictionary",
            entries: new Map<string, Value>([
              ["comment", { kind: "typed", type: typeOf("string"), isArray: false, data: "climb!" }],
              ["d", { kind: "dictionary", entries: new Map() }],
            ]),
          },
        },
        {
          time: 20,
          value: 14.72,
          next: "curve",
          preTangent: { width: 3.77, slope: -1.4, algorithm: "custom" },
          postTangent: { width: 1.1, slope: -1.4, algorithm: "none" },
        },
      ],
    });
    expect(printed(layer)).toBe(String.raw`#usda 1.1

def "A"
{
    double x.spline = {
        bezier,
        pre: linear,
        post: sloped(0.57),
        loop: (15, 25, 0, 2, 11.7),
        7: 5.5 & 7.21; pre (0, 0); post held,
        15: 8.18; post curve (2.49, 1.17); { string comment = "climb!"; dictionary d = {  } },
        20: 14.72; pre (3.77, -1.4, custom); post curve (1.1, -1.4),
    }
}

`);
  });

  it("writes hermite tangents by their slope, and splines without curves without a curve type", () => {
    const knot = {
      time: 1,
      value: 8,
      next: "curve",
      preTangent: flat,
      postTangent: { ...flat, width: 2, slope: 4 },
    } as const;
    expect(printed(spline({ curveType: "hermite", knots: [knot] }))).toContain(
      "        hermite,\n        1: 8; pre (0); post curve (4),\n",
    );
    expect(printed(spline({ knots: [{ ...knot, next: "linear", postTangent: flat }] }))).toContain(
      "spline = {\n        1: 8; pre (0, 0); post linear,\n    }\n",
    );
    expect(printed(spline({ pre: { mode: "loop repeat" } }))).toContain("        pre: loop repeat,\n");
    const bounded = printed(spline({ pre: { mode: "loop oscillate", boundary: 5 }, knots: [knot] }));
    expect(bounded).toContain("        pre: loop oscillate(5),\n");
    expect(bounded).toMatch(/^#usda 1\.3\n/);
  });
});
