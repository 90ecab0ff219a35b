import { describe, expect, it } from "vitest";
import type { PlainPrim } from "./plain-layer.ts";
import { makeLayer } from "./plain-layer.ts";
import { plainDictionary, plainValue } from "./plain-values.ts";

describe("makeLayer", () => {
  it("sets the path and parent of every spec", () => {
    const { root } = makeLayer({
      children: [
        {
          name: "A",
          properties: [{ name: "ns:x", type: "int" }],
          children: [{ name: "B", specifier: "class" }],
          variantSets: [
            {
              name: "v",
              variants: [{ name: "a", children: [{ name: "C" }], properties: [{ name: "r", type: "rel" }] }],
            },
          ],
        },
      ],
    });
    const [a] = root.children;
    const [set] = a.variantSets;
    const [variant] = set.variants;
    expect(a.properties[0]).toMatchObject({
      path: "/A.ns:x",
      specType: "attribute",
      custom: false,
      variability: "varying",
    });
    expect(a.children[0]).toMatchObject({ path: "/A/B", specifier: "class", typeName: "" });
    expect(set.path).toBe("/A{v=}");
    expect(variant.path).toBe("/A{v=a}");
    expect(variant.children[0].path).toBe("/A{v=a}C");
    expect(variant.properties[0]).toMatchObject({ path: "/A{v=a}.r", variability: "uniform" });
    expect([a.parent, a.children[0].parent, set.parent, variant.parent]).toEqual([root, a, a, set]);
  });

  it("sorts time samples; the last of equal times wins", () => {
    const { root } = makeLayer({
      children: [
        {
          name: "A",
          properties: [
            {
              name: "x",
              type: "int",
              timeSamples: [
                [2, 1],
                [1, 2],
                [2, 3],
              ],
            },
          ],
        },
      ],
    });
    const [attribute] = root.children[0].properties;
    const samples = attribute.specType === "attribute" ? attribute.timeSamples : undefined;
    expect(samples?.times).toEqual(Float64Array.of(1, 2));
    expect(samples?.value(1)).toMatchObject({ data: 3 });
  });

  it("rejects fields that the schema does not define on the spec", () => {
    const prim: PlainPrim = { name: "A", metadata: { upAxis: "Y" } };
    expect(() => makeLayer({ children: [prim] })).toThrow(new TypeError('No field "upAxis" on a prim'));
    expect(() => makeLayer({ metadata: { customLayerData: 1 } })).toThrow("Not a value of the field customLayerData");
  });

  it("accepts field values of the model", () => {
    const { root } = makeLayer({ metadata: { own: { kind: "unregistered", text: "1" } } });
    expect(root.fields.get("own")).toEqual({ name: "own", value: { kind: "unregistered", text: "1" }, entries: [] });
  });
});

describe("plainValue", () => {
  it("packs numbers by type", () => {
    expect(
      plainValue("float3[]", [
        [0, 1, 2],
        [3, 4, 5],
      ]),
    ).toMatchObject({ data: Float32Array.of(0, 1, 2, 3, 4, 5), isArray: true });
    expect(plainValue("double2", [1, 2])).toMatchObject({ data: Float64Array.of(1, 2), isArray: false });
    expect(plainValue("bool[]", [true, false])).toMatchObject({ data: Uint8Array.of(1, 0) });
    expect(plainValue("half[]", [1])).toMatchObject({ data: Uint16Array.of(0x3c00) });
    expect(plainValue("float", 0.1)).toMatchObject({ data: Math.fround(0.1) });
    expect(plainValue("int64", 1)).toMatchObject({ data: 1n });
    expect(plainValue("int[]", Int32Array.of(1))).toMatchObject({ data: Int32Array.of(1) });
    expect(plainValue("string[]", ["a"])).toMatchObject({ data: ["a"] });
    expect(plainValue("int", null)).toEqual({ kind: "block" });
  });

  it.each([
    ["Nothing", 1],
    ["int", "1"],
    ["int", [1]],
    ["float3", [1, 2]],
    ["float3[]", [1, 2]],
    ["token", 1],
    ["token[]", "a"],
    ["int[]", ["a"]],
    ["int[]", 1],
    ["opaque", 1],
  ])("rejects %s %j", (type, value) => {
    expect(() => plainValue(type, value)).toThrow(TypeError);
  });
});

describe("plainDictionary", () => {
  it("keeps the order, nests, and cannot reach a prototype", () => {
    const { entries } = plainDictionary(
      new Map([
        ["__proto__", ["int", 1]],
        ["d", { x: ["token", "a"] }],
      ]),
    );
    expect([...entries.keys()]).toEqual(["__proto__", "d"]);
    expect(entries.get("d")).toMatchObject({ kind: "dictionary" });
  });
});
