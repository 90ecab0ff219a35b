import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { PlainFields } from "../plain/plain-fields.ts";
import type { PlainPrim, PlainProperty } from "../plain/plain-layer.ts";
import { makeLayer } from "../plain/plain-layer.ts";
import type { PlainDictionary, PlainValue } from "../plain/plain-values.ts";
import { plainValue } from "../plain/plain-values.ts";
import { dumpSha256 } from "./dump-digest.ts";
import { dumpLayer, dumpLayerBytes } from "./dump.ts";

interface Dump {
  readonly specs: Readonly<Record<string, { readonly fields: Readonly<Record<string, unknown>> }>>;
}

function fieldsOf(dump: string, path: string): Readonly<Record<string, unknown>> {
  return (JSON.parse(dump) as Dump).specs[path].fields;
}

function dumped(type: string, value: PlainValue): unknown {
  const layer = makeLayer({ children: [{ name: "A", properties: [{ name: "x", type, value }] }] });
  return fieldsOf(dumpLayer(layer), "/A.x")["default"];
}

function primFields(metadata: PlainFields): Readonly<Record<string, unknown>> {
  return fieldsOf(dumpLayer(makeLayer({ children: [{ name: "A", metadata }] })), "/A");
}

describe("shape", () => {
  it("lists every spec by path with the required fields", () => {
    const properties: PlainProperty[] = [
      { name: "x", type: "int", value: 1 },
      { name: "r", type: "rel", targets: ["/A"], custom: true },
    ];
    const layer = makeLayer({
      children: [
        {
          name: "A",
          type: "T",
          properties,
          variantSets: [
            { name: "v", variants: [{ name: "a", children: [{ name: "B" }], properties: [properties[0]] }] },
          ],
        },
      ],
    });
    expect(dumpLayer(layer)).toBe(
      '{"specs":{"/":{"fields":{},"primChildren":["A"],"specType":"pseudoRoot"},' +
        '"/A":{"fields":{"specifier":"def","typeName":"T"},"properties":["x","r"],"specType":"prim","variantSetChildren":["v"]},' +
        '"/A.r":{"fields":{"custom":true,"targetPaths":{"explicit":["/A"]},"variability":"uniform"},"specType":"relationship"},' +
        '"/A.x":{"fields":{"custom":false,"default":1,"typeName":"int","variability":"varying"},"specType":"attribute"},' +
        '"/A{v=a}":{"fields":{"specifier":"over"},"primChildren":["B"],"properties":["x"],"specType":"variant"},' +
        '"/A{v=a}.x":{"fields":{"custom":false,"default":1,"typeName":"int","variability":"varying"},"specType":"attribute"},' +
        '"/A{v=a}B":{"fields":{"specifier":"def"},"specType":"prim"},' +
        '"/A{v=}":{"fields":{},"specType":"variantSet","variants":["a"]}}}',
    );
  });

  it("returns the same content as text, as bytes and as a digest", () => {
    const layer = makeLayer({ metadata: { documentation: "é" } });
    const text = dumpLayer(layer);
    expect(new TextDecoder().decode(dumpLayerBytes(layer))).toBe(text);
    expect(dumpSha256(layer)).toBe(createHash("sha256").update(text).digest("hex"));
  });
});

describe("values", () => {
  it.each<[string, PlainValue, unknown]>([
    ["bool", true, true],
    ["float", 0.1, 0.10000000149011612],
    ["half", 0.1, 0.0999755859375],
    ["double[]", [1, -0, Infinity, -Infinity, NaN, 1e21], [1, "-0", "inf", "-inf", "nan", 1e21]],
    ["int64", 5, "5"],
    ["uint64[]", [18446744073709551615n], ["18446744073709551615"]],
    ["bool[]", [true, false], [true, false]],
    ["half2", [0.5, 2], [0.5, 2]],
    ["quatf", [1, 2, 3, 4], [1, 2, 3, 4]],
    [
      "matrix2d[]",
      [1, 2, 3, 4],
      [
        [
          [1, 2],
          [3, 4],
        ],
      ],
    ],
    ["asset", "a", "a"],
    ["token[]", [], []],
    ["int", null, { block: true }],
    ["int", { kind: "animationBlock" }, { animationBlock: true }],
    ["int", { kind: "path", path: "/B" }, { path: "/B" }],
    ["string", "a\udcff", { notUtf8: true }],
  ])("%s: %s", (type, value, expected) => {
    expect(dumped(type, value)).toEqual(expected);
  });

  it("writes the digest of long arrays", () => {
    // Digests that usd-core 26.11 returns for the same arrays.
    const points = Array.from({ length: 70 }, (_, i) => [i, i + 0.5, NaN]);
    expect(dumped("float3[]", points)).toEqual({
      array: "f32",
      first8: points.slice(0, 8).map(([x, y]) => [x, y, "nan"]),
      n: 70,
      sha256: "355df9f1d797651147a641a2604c4c556ed1b895009ec53f6dfb768736e0c612",
      shape: [3],
    });
    const tokens = Array.from({ length: 66 }, (_, i) => `t${i}`);
    expect(dumped("token[]", tokens)).toEqual({
      array: "string",
      first8: tokens.slice(0, 8),
      n: 66,
      sha256: "c4e41259800616ff353dd51d59e37b5de2b3cb9115e82c63a95a7602a0b581ce",
    });
    const integers = Array.from({ length: 65 }, (_, i) => i);
    const sha256 = "fee16ec542015efdeec7654ea06333eb655815da008a8a349efad6d02e86ed35";
    expect(dumped("int[]", integers)).toMatchObject({ array: "i32", n: 65, sha256, shape: [] });
    expect(
      dumped(
        "matrix2d[]",
        Array.from({ length: 260 }, () => 1),
      ),
    ).toMatchObject({ array: "f64", n: 65, shape: [2, 2] });
  });

  it("hashes every NaN the same", () => {
    const plain = Float32Array.from({ length: 65 }, () => NaN);
    const odd = plain.slice();
    new Uint32Array(odd.buffer).fill(0xffc00001);
    expect(dumped("float[]", odd)).toEqual(dumped("float[]", plain));
    const doubles = Float64Array.from({ length: 65 }, () => NaN);
    const oddDoubles = doubles.slice();
    new Uint32Array(oddDoubles.buffer).fill(0xfff80001);
    expect(dumped("double[]", oddDoubles)).toEqual(dumped("double[]", doubles));
  });
});

describe("fields", () => {
  it("writes each form", () => {
    const dictionary: PlainDictionary = { n: ["int64", 1], c: ["color3f[]", [1, 2, 3]], d: { t: ["duration", 1] } };
    const encoded = {
      c: { t: "float3[]", v: [[1, 2, 3]] },
      d: { t: "dictionary", v: { t: { t: "duration", v: 1 } } },
      n: { t: "int64", v: "1" },
    };
    const plain = { c: [[1, 2, 3]], d: { t: 1 }, n: 1 };
    expect(
      primFields({
        customData: dictionary,
        unknown: { kind: "unregistered", text: "1" },
        unknownList: { kind: "unregisteredListOp", listOp: { prepended: ["1", '"a"'], appended: ["2"] } },
        references: [
          { asset: "a", offset: 1, customData: dictionary },
          { primPath: "/B", customData: {} },
        ],
        apiSchemas: { prepended: ["A"], ordered: ["B"] },
        inheritPaths: [],
        variantSelection: { v: "a" },
        primOrder: ["b", "a"],
        inactiveIds: [1n],
        hidden: true,
      }),
    ).toEqual({
      customData: { dictionary: encoded },
      unknown: { unregistered: "1" },
      unknownList: { unregistered: { prepended: '[1, "a"]' } },
      references: {
        explicit: [
          { asset: "a", customData: plain, layerOffset: [1, 1], primPath: "" },
          { asset: "", layerOffset: [0, 1], primPath: "/B" },
        ],
      },
      apiSchemas: { prepended: ["A"], reordered: ["B"] },
      inheritPaths: { explicit: [] },
      variantSelection: { v: "a" },
      primOrder: ["b", "a"],
      inactiveIds: { explicit: [1] },
      hidden: true,
      specifier: "def",
    });
  });

  it("marks an unknown dictionary, and omits fields that the schema defines for other specs", () => {
    expect(
      primFields({
        unknown: { kind: "dictionary", entries: new Map() },
        upAxis: { kind: "unregistered", text: '"Y"' },
      }),
    ).toEqual({ unknown: { unregistered: { dictionary: {} } }, specifier: "def" });
  });

  it("writes two fields for sublayers", () => {
    const layer = makeLayer({ metadata: { subLayers: [{ asset: "a", offset: 1 }] } });
    expect(fieldsOf(dumpLayer(layer), "/")).toEqual({ subLayers: ["a"], subLayerOffsets: [[1, 1]] });
  });
});

describe("hostile content", () => {
  it("treats __proto__ as a plain name", () => {
    const layer = makeLayer({
      metadata: { customLayerData: new Map([["__proto__", ["int", 1]]]) },
      children: [{ name: "__proto__" }],
    });
    expect(dumpLayer(layer)).toContain('"dictionary":{"__proto__":{"t":"int","v":1}}');
    expect(dumpLayer(layer)).toContain('"/__proto__":{');
  });

  it("writes typed values of fields without a schema as text", () => {
    const fields = primFields({
      hidden_in_window: plainValue("bool", false),
      clipTimes: plainValue("double2[]", [
        [101, 0.5],
        [102, 1],
      ]),
      note: plainValue("string", 'say "hi"'),
      heaviness: plainValue("half", 0.1),
    });
    expect(fields).toMatchObject({
      hidden_in_window: { unregistered: "false" },
      clipTimes: { unregistered: "[(101, 0.5), (102, 1)]" },
      note: { unregistered: `'say "hi"'` },
      heaviness: { unregistered: "0.0999756" },
    });
  });

  it("handles deep nesting without the call stack", () => {
    let prim: PlainPrim = { name: "P" };
    let dictionary: PlainDictionary = {};
    for (let i = 0; i < 2_000; i++) {
      prim = { name: "P", children: [prim] };
      dictionary = { d: dictionary };
    }
    const dump = dumpLayer(makeLayer({ metadata: { customLayerData: dictionary }, children: [prim] }));
    expect(dump.match(/"t":"dictionary"/g)).toHaveLength(2_000);
    expect(dump.match(/"specType":"prim"/g)).toHaveLength(2_001);
  });
});
