import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { layerArbitrary, typeNames, valueArbitrary } from "../arbitraries/index.ts";
import type { Spec } from "../model/types.ts";
import { visitLayer } from "../model/visit.ts";
import { plainValue } from "../plain/plain-values.ts";
import { dumpValue } from "./dump.ts";
import { fieldOfDump, valueOfDump } from "./value-of-dump.ts";

describe("valueOfDump", () => {
  test("reads what dumpValue writes", () => {
    const typed = fc.constantFrom(...typeNames).chain((type) => valueArbitrary(type).map((value) => ({ type, value })));
    fc.assert(
      fc.property(typed, ({ type, value }) => {
        const made = plainValue(type, value);
        const dumped = dumpValue(made);
        // Digests do not contain the elements.
        fc.pre(!dumped.includes('"sha256"') && made.kind === "typed" && !dumped.includes("notUtf8"));
        expect(dumpValue(valueOfDump(type, JSON.parse(dumped)))).toBe(dumped);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ["int", 1.5, "whole number"],
    ["int", 3e9, "from -2147483648 to 2147483647"],
    ["uchar", -1, "from 0 to 255"],
    ["int64", "9223372036854775808", "9223372036854775807"],
    ["int64", 2 ** 60, "whole number"],
    ["bool", 1, "true or false"],
    ["double", "1", "Expected a number"],
    ["double", [1], "double"],
    ["double3", [1, 2], "double3"],
    ["float[]", [[[[[1]]]]], "deeper lists"],
    ["token", 1, "token"],
    ["string[]", "a", "string[]"],
    ["Nothing", 1, "Nothing"],
    ["int[]", { array: "i32", n: 100 }, "digest"],
    ["int", { x: 1 }, "an object"],
  ])("rejects %s %j", (type, json, message) => {
    expect(() => valueOfDump(type, json)).toThrow(message);
  });
});

describe("fieldOfDump", () => {
  test("reads the fields of prims and layers that dumps have", () => {
    const kinds = { pseudoRoot: "layer", prim: "prim", variant: "variant" } as const;
    fc.assert(
      fc.property(layerArbitrary, (layer) => {
        const read = (spec: Spec): void => {
          if (spec.specType !== "pseudoRoot" && spec.specType !== "prim" && spec.specType !== "variant") return;
          for (const { name, value } of spec.fields.values()) {
            const dumped = dumpValue(value);
            if (/"(?:unregistered|untyped|notUtf8|sha256|path|arrayEdit|block)"/u.test(dumped)) continue;
            // Dumps have the custom data of references without types, and the offsets of sublayers in a field of their own.
            if (name === "subLayers" || dumped.includes('"customData"')) continue;
            expect(dumpValue(fieldOfDump(kinds[spec.specType], name, JSON.parse(dumped)))).toBe(dumped);
          }
        };
        visitLayer(layer, { root: read, prim: read, variant: read });
      }),
      { numRuns: 50 },
    );
  });

  test.each([
    ["prim", "kind", 1, "Not a value of type token"],
    ["prim", "upAxis", "Y", 'No field "upAxis" on a prim'],
    ["layer", "metersPerUnit", "1", "Expected a number"],
    ["prim", "apiSchemas", { first: ["A"] }, 'found "first"'],
    ["prim", "apiSchemas", { explicit: ["A"], prepended: ["B"] }, "found both"],
    ["prim", "references", [{ asset: 1 }], "Expected a string"],
    ["prim", "customData", { a: null }, "found null"],
    ["prim", "customData", { a: [1, "b"] }, "a list of equal types"],
  ] as const)("rejects %s %s %j", (kind, name, json, message) => {
    expect(() => fieldOfDump(kind, name, json)).toThrow(message);
  });

  test("finds the types of plain dictionaries", () => {
    const plain = { a: 1, b: 1.5, c: "x", d: [1, 2.5], e: { f: true, t: "x" }, g: { t: "token", v: "y" } };
    expect(dumpValue(fieldOfDump("prim", "customData", plain))).toBe(
      '{"dictionary":{"a":{"t":"int","v":1},"b":{"t":"double","v":1.5},"c":{"t":"string","v":"x"},' +
        '"d":{"t":"double[]","v":[1,2.5]},"e":{"t":"dictionary","v":{"f":{"t":"bool","v":true},"t":{"t":"string","v":"x"}}},' +
        '"g":{"t":"token","v":"y"}}}',
    );
  });
});
