import type { Layer, PlainValue, TypedValue, ValueType } from "@usdkit/layer";
import { dumpLayer, makeLayer, valueTypes } from "@usdkit/layer";
import * as fc from "fast-check";
import { parseUsda, printUsda } from "@usdkit/usda";
import { describe, expect, it } from "vitest";
import { specOffset } from "../layer/views.ts";
import { readUsdc } from "../read/read-usdc.ts";
import { usdcParts, writeUsdc } from "./write-usdc.ts";

const versions = Array.from({ length: 13 }, (_, i) => `0.${i + 4}`);

function attributeLayer(type: string, value: PlainValue): Layer {
  return makeLayer({ children: [{ name: "A", properties: [{ name: "x", type, value }] }] });
}

/** A value whose data are made when they are read. */
function madeValue(type: ValueType, source: Uint16Array | Uint32Array): TypedValue {
  const value: TypedValue = { kind: "typed", type, isArray: true, data: new Int32Array(source) };
  return Object.defineProperty(value, "source", { value: source });
}

it("writes numbers from the array that they are made of as those that are made", () => {
  const int = valueTypes.get("int");
  if (int === undefined) throw new Error("int");
  const numbers = fc.oneof(fc.uint16Array({ maxLength: 40 }), fc.uint32Array({ max: 0x7fffffff, maxLength: 40 }));
  fc.assert(
    fc.property(fc.array(numbers, { minLength: 1, maxLength: 4 }), fc.constantFrom("0.4", "0.8"), (arrays, version) => {
      const layer = (make: (array: Uint16Array | Uint32Array) => TypedValue): Layer => {
        const values = [...arrays, ...arrays].map(make);
        const properties = values.map((value, i) => ({ name: `x${i}`, type: "int[]", value }));
        return makeLayer({ children: [{ name: "A", properties }] });
      };
      const made = layer((array) => madeValue(int, array));
      const plain = layer((array) => ({ ...madeValue(int, array) }));
      expect(dumpLayer(readUsdc(writeUsdc(made, { version })).layer)).toBe(dumpLayer(plain));
    }),
  );
});

it("writes an array once from what it is made of", () => {
  const int = valueTypes.get("int");
  if (int === undefined) throw new Error("int");
  const source = Uint16Array.from({ length: 10_000 }, (_, i) => Math.imul(i * i, 0x9e3779b1) >>> 16);
  const size = (count: number): number => {
    const properties = Array.from({ length: count }, (_, i) => {
      return { name: `x${i}`, type: "int[]", value: madeValue(int, source.slice()) };
    });
    return writeUsdc(makeLayer({ children: [{ name: "A", properties }] })).length;
  };
  expect(size(3)).toBeLessThan(size(1) + 500);
});

describe("a layer that is written and read again", () => {
  it.each([
    [NaN, 0],
    [0, NaN],
    [Infinity, 1],
    [-0, 1],
    [127, 128],
    [-128, -129],
    [0.5, 1],
  ])("keeps the tuple (%d, %d)", (x, y) => {
    for (const type of ["float2", "double2", "texCoord2d"]) {
      const layer = attributeLayer(type, [x, y]);
      expect(dumpLayer(readUsdc(writeUsdc(layer)).layer)).toBe(dumpLayer(layer));
    }
  });

  it.each([
    ["whole numbers", Array.from({ length: 100 }, (_, i) => i * 3 - 50)],
    ["few values", Array.from({ length: 100 }, (_, i) => [0.1, -0, NaN, Infinity, 1e-40][i % 5])],
    ["many values", Array.from({ length: 100 }, (_, i) => i / 7)],
    ["negative zeros", Array.from({ length: 20 }, () => -0)],
    ["short", [1, 2, 3]],
    ["empty", []],
  ])("keeps arrays of %s", (_name, values) => {
    for (const type of ["half[]", "float[]", "double[]"]) {
      const layer = attributeLayer(type, values);
      for (const version of versions) {
        const read = readUsdc(writeUsdc(layer, { version }), { checkArrays: true });
        expect(read.ok).toBe(true);
        expect(dumpLayer(read.layer)).toBe(dumpLayer(layer));
      }
    }
  });

  it("keeps an empty layer, and two halves in place of an offset", () => {
    // No list of integers is a compressed block of no bytes, as the reference expects.
    const empty = makeLayer({});
    expect(readUsdc(writeUsdc(empty))).toMatchObject({ ok: true });
    const halves = attributeLayer("half2", [0.1, -300]);
    expect(dumpLayer(readUsdc(writeUsdc(halves)).layer)).toBe(dumpLayer(halves));
  });

  it("keeps tuples that are not small whole numbers: NaN, infinity, negative zero, fractions", () => {
    for (const value of [
      [Number.NaN, 0],
      [0, -0],
      [Infinity, 1],
      [-128, 127],
      [-129, 128],
      [0.5, 1],
    ]) {
      for (const type of ["double2", "float2", "half2", "texCoord2d"]) {
        const layer = attributeLayer(type, value);
        expect(dumpLayer(readUsdc(writeUsdc(layer)).layer)).toBe(dumpLayer(layer));
      }
    }
  });

  it("keeps payloads of the same layer, for which versions before 0.8 have no form", () => {
    const { layer } = parseUsda('#usda 1.0\ndef "A" (\n    payload = </B>\n)\n{\n}\n');
    expect(dumpLayer(readUsdc(writeUsdc(layer)).layer)).toBe(dumpLayer(layer));
    expect(() => writeUsdc(layer, { version: "0.7" })).toThrow("A payload of the same layer needs crate version 0.8.0");
  });

  it("keeps what an attribute of the same name authored on a relationship", () => {
    const { layer, diagnostics } = parseUsda(`#usda 1.0
def "A"
{
    rel x = </A>
    uniform double x = 3
    uniform double x.timeSamples = { 1: 2 }
    uniform double x.spline = { 1: 2 }
    uniform double x.connect = </A.y>
}
`);
    expect(diagnostics).toEqual([]);
    const read = readUsdc(writeUsdc(layer)).layer;
    // The dump of a relationship has only the default.
    expect(printUsda(read)).toBe(printUsda(layer));
    expect(printUsda(read)).toContain("x.timeSamples = {");
  });

  it("names the spec of text with a NUL character", () => {
    const { layer } = parseUsda('#usda 1.0\ndef "A"\n{\n    string x = "a\\x00b"\n}\n');
    expect(() => writeUsdc(layer)).toThrow('A crate cannot hold text with a NUL character: "a\\u0000b" (at "/A.x")');
  });

  it("keeps edits of strings that look like operations, and all digits of time codes in edits", () => {
    const { layer, diagnostics } = parseUsda(`#usda 1.2
def "A"
{
    string[] s = edit [append "a; append b"; write "[0]" to [1]; write [0] to [2]; minsize 3 fill " at [1]"]
    asset[] a = edit [append @a]; erase [0@; prepend @@]
    timecode[] t = edit [append 0.123456789; append 1e+10]
}
`);
    expect(diagnostics).toEqual([]);
    const read = readUsdc(writeUsdc(layer)).layer;
    expect(dumpLayer(read)).toBe(dumpLayer(layer));
    expect(printUsda(read)).toBe(printUsda(layer));
  });

  it("keeps integers at the ends of their range", () => {
    const ends = [0n, -1n, 2n ** 31n, -(2n ** 31n), 2n ** 63n - 1n, -(2n ** 63n)];
    const layers = [
      attributeLayer(
        "int64[]",
        Array.from({ length: 60 }, (_, i) => ends[i % ends.length]),
      ),
      attributeLayer(
        "uint64[]",
        Array.from({ length: 60 }, (_, i) => BigInt.asUintN(64, ends[i % ends.length])),
      ),
      attributeLayer(
        "int[]",
        Array.from({ length: 60 }, (_, i) => Number(BigInt.asIntN(32, ends[i % ends.length]))),
      ),
      attributeLayer(
        "uint[]",
        Array.from({ length: 60 }, (_, i) => Number(BigInt.asUintN(32, ends[i % ends.length]))),
      ),
    ];
    for (const layer of layers) expect(dumpLayer(readUsdc(writeUsdc(layer)).layer)).toBe(dumpLayer(layer));
  });

  it("keeps array edits, splines, relocates and all other content that requires a certain version", () => {
    const text = `#usda 1.0
( relocates = { </A/B>: </A/C>, </A/D>: <> } )
def "A" (
    payload = [@a.usd@ (offset = 1), @b.usd@</X>]
    prepend unknown = [1, "b"]
    prefixSubstitutions = { "$L": "Left" }
)
{
    timecode t = 1.5
    duration[] d = [1, 2]
    pathExpression e = "//Foo"
    int[] i = edit [write 1 to [0]; insert [2] at [3]; append 5; minsize 4 fill 7; erase [-1]]
    string[] s = edit [append "a b"; prepend "c"]
    half3[] h = edit [append (0.1, -inf, 2)]
    double sp.spline = { post: linear, 1: 2; pre (1, 2); post curve (1, 3), 3: 4 & 5 }
    timecode st.spline = { 1: 2, 3: 4 }
    float sh.spline = { hermite, 1: 8; post curve (4), 6: 20; pre (2); post curve (2) }
    double ab = AnimationBlock
    rel r.x = None
}
`.replace("    rel r.x = None\n", "");
    const { layer, diagnostics } = parseUsda(text);
    expect(diagnostics).toEqual([]);
    const read = readUsdc(writeUsdc(layer));
    expect(read).toMatchObject({ ok: true, version: "0.16.0" });
    expect(dumpLayer(read.layer)).toBe(dumpLayer(layer));
  });
});

describe("splines", () => {
  it.each([
    ["double", "", 1],
    ["double", " autoEase", 2],
    ["timecode", "", 3],
    ["double", " boundary", 3],
    ["duration", "", 4],
  ])("of %s%s are written as the reference does", (type, extra, format) => {
    const post = extra === " boundary" ? "post: loop repeat (3), " : "";
    const tangents = extra === " autoEase" ? "; pre (1, 2, autoEase)" : "";
    const { layer, diagnostics } = parseUsda(
      `#usda 1.0\ndef "A"\n{\n    ${type} s.spline = { ${post}14: 44, 18: 27${tangents} }\n}\n`,
    );
    expect(diagnostics).toEqual([]);
    const bytes = writeUsdc(layer, { version: "0.16" });
    const read = readUsdc(bytes);
    expect(read.diagnostics).toEqual([]);
    expect(dumpLayer(read.layer)).toBe(dumpLayer(layer));
    const property = read.layer.root.children[0].properties[0];
    // The spline starts with the size of its block.
    expect(bytes[(specOffset(property) ?? 0) + 8] & 15).toBe(format);
  });
});

describe("the times and slopes of a spline's extrapolation", () => {
  // As in crates of usd-core 26.11.
  it.each([
    ["pre: sloped(1.5), post: loop repeat(20)", [20, 1.5]],
    ["pre: loop reset(10), post: sloped(2.5)", [10, 2.5]],
    ["pre: loop reset(10), post: loop repeat(20)", [10, 20]],
    ["pre: sloped(1.5), post: loop repeat", [1.5, 14]],
  ])("are in the order of the reference: %s", (extrapolation, numbers) => {
    const { layer, diagnostics } = parseUsda(
      `#usda 1.3\ndef "A"\n{\n    double s.spline = { ${extrapolation}, 14: 44, 18: 27 }\n}\n`,
    );
    expect(diagnostics).toEqual([]);
    const bytes = writeUsdc(layer);
    const { layer: read } = readUsdc(bytes);
    expect(dumpLayer(read)).toBe(dumpLayer(layer));
    // The size of the block, and its head: three bytes if a time is authored, otherwise two; four of the knots' count, one of flags.
    const start = (specOffset(read.root.children[0].properties[0]) ?? 0) + 8;
    const head = numbers[1] === 14 ? 2 : 3;
    const gap = numbers[1] === 14 ? 5 : 0;
    const view = new DataView(bytes.buffer);
    expect([view.getFloat64(start + head, true), view.getFloat64(start + head + 8 + gap, true)]).toEqual(numbers);
  });
});

describe("writeUsdc", () => {
  it("shares values, and writes the lowest version that holds the content", () => {
    const points = Array.from({ length: 3000 }, (_, i) => i / 7);
    const properties = ["a", "b", "c"].map((name) => ({ name, type: "double[]", value: points }));
    const bytes = writeUsdc(makeLayer({ children: [{ name: "A", properties }] }));
    expect(bytes.length).toBeLessThan(3000 * 8 * 1.1);
    expect(readUsdc(bytes).version).toBe("0.8.0");
    expect(readUsdc(writeUsdc(attributeLayer("timecode", 1))).version).toBe("0.9.0");
  });

  it("gives the same bytes in parts, the header last", () => {
    const layer = attributeLayer(
      "double[]",
      Array.from({ length: 50_000 }, (_, i) => i / 7),
    );
    const whole = writeUsdc(layer);
    const parts = [...usdcParts(layer)];
    expect(parts.at(-1)).toMatchObject({ offset: 0 });
    const joined = new Uint8Array(whole.length);
    for (const { offset, bytes } of parts) joined.set(bytes, offset);
    expect(Buffer.compare(joined, whole)).toBe(0);
  });

  it("has parts that cover each byte once, and those of a small file are its content and its header", () => {
    const layer = attributeLayer("double[]", [1, 2, 3]);
    const { length } = writeUsdc(layer);
    const parts = Array.from(usdcParts(layer), ({ offset, bytes }) => [offset, bytes.length]);
    expect(parts).toEqual([
      [88, length - 88],
      [0, 88],
    ]);
  });

  it("passes parts on before it has read the whole layer", () => {
    const count = 40;
    const values = Array.from({ length: count }, (_, k) =>
      Float64Array.from({ length: 20_000 }, (_value, i) => i / 7 + k),
    );
    let reads = 0;
    const properties = values.map((value, i) => ({ name: `x${i}`, type: "double[]", value: [...value] }));
    const { root } = makeLayer({ children: [{ name: "A", properties }] });
    const [prim] = root.children;
    const counted = new Proxy(prim, {
      get: (target, key) =>
        key === "properties"
          ? target.properties.map(
              (property) =>
                new Proxy(property, {
                  get: (inside, name) => {
                    if (name === "defaultValue") reads++;
                    return Reflect.get(inside, name) as unknown;
                  },
                }),
            )
          : (Reflect.get(target, key) as unknown),
    });
    const layer = {
      ...makeLayer({}),
      root: new Proxy(root, {
        get: (target, key) => (key === "children" ? [counted] : (Reflect.get(target, key) as unknown)),
      }),
    };
    const readsAtPart: number[] = [];
    for (const { bytes } of usdcParts(layer)) {
      if (bytes.length > 100_000) readsAtPart.push(reads);
    }
    // An array of 160 KB is a part, which is passed on when the value has been read.
    expect(readsAtPart).toEqual(Array.from({ length: count }, (_, i) => i + 1));
  });

  it.each([
    ['def "A" { float x (displayUnit = cm) }', "displayUnit", "/A.x"],
    ['def "A" { rel x.default = </A> }', "default of a relationship", "/A.x"],
  ])("names the spec of what a crate cannot hold: %s", (body, message, path) => {
    const { layer } = parseUsda(`#usda 1.0\n${body}\n`);
    expect(() => writeUsdc(layer)).toThrow(message);
    expect(() => writeUsdc(layer)).toThrow(expect.objectContaining({ path }));
  });

  it("rejects content that the version cannot hold, and versions that there are not", () => {
    const layer = attributeLayer("timecode", 1);
    expect(() => writeUsdc(layer, { version: "0.8" })).toThrow("needs crate version 0.9.0, but 0.8.0 was asked for");
    for (const version of ["0.3", "0.17", "1.0", "newest", "10.8", "0.8.1", "0.8.0.0"]) {
      expect(() => writeUsdc(layer, { version })).toThrow("Expected a crate version from 0.4 to 0.16");
    }
  });
});
