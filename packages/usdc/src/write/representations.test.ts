// The bytes of each kind of number, as usd-core 26.11 writes them, but for negative zeros: it inlines them as zeros.

import { dumpLayer, makeLayer } from "@usdkit/layer";
import { describe, expect, it } from "vitest";
import { readUsdc } from "../read/read-usdc.ts";
import { describeRep, writeText, type WrittenCrate } from "../test-support/written-crate.ts";
import { repPayload } from "../values/value-rep.ts";
import { writeUsdc } from "./write-usdc.ts";

/** Writes an attribute with a default, checks that it is read again, and describes its representation as far as `expected`. */
function defaultOf(statement: string, expected: string, version?: string): string {
  const crate = writeText(`def "A" {\n${statement}\n}`, version);
  return describeField(crate, "/A.x default", expected);
}

function describeField(crate: WrittenCrate, field: string, expected: string): string {
  const read = readUsdc(crate.bytes, { checkArrays: true });
  expect(read.diagnostics).toEqual([]);
  expect(dumpLayer(read.layer)).toBe(dumpLayer(crate.layer));
  return describeRep(crate, field, (expected.split(" @ ")[1] ?? "").length / 2);
}

describe("values of one number", () => {
  it.each([
    ["bool x = true", "bool = 00000001"],
    ["bool x = false", "bool = 00000000"],
    ["uchar x = 255", "uchar = 000000ff"],
    ["int x = -2", "int = fffffffe"],
    ["int x = 2147483647", "int = 7fffffff"],
    ["uint x = 4294967295", "uint = ffffffff"],
    ["int64 x = -2147483648", "int64 = 80000000"],
    ["int64 x = 2147483647", "int64 = 7fffffff"],
    ["int64 x = 2147483648", "int64 @ 0000008000000000"],
    ["int64 x = -2147483649", "int64 @ ffffff7fffffffff"],
    ["uint64 x = 4294967295", "uint64 = ffffffff"],
    ["uint64 x = 4294967296", "uint64 @ 0000000001000000"],
    ["half x = 1.5", "half = 00003e00"],
    ["half x = -inf", "half = 0000fc00"],
    ["float x = 1.5", "float = 3fc00000"],
    ["float x = 0.1", "float = 3dcccccd"],
    ["float x = -0.0", "float = 80000000"],
    ["float x = inf", "float = 7f800000"],
    ["float x = nan", "float = 7fc00000"],
    ["double x = 1.5", "double = 3fc00000"],
    ["double x = -0.0", "double = 80000000"],
    ["double x = 0.1", "double @ 9a9999999999b93f"],
    ["double x = 1e300", "double @ 9c7500883ce4377e"],
    ["double x = inf", "double @ 000000000000f07f"],
    ["double x = nan", "double @ 000000000000f87f"],
    ["timecode x = 1.5", "timecode @ 000000000000f83f"],
    ["duration x = 1.5", "duration @ 000000000000f83f"],
  ])("%s", (statement, expected) => {
    expect(defaultOf(statement, expected)).toBe(expected);
  });
});

describe("tuples", () => {
  it.each([
    ["int2 x = (1, -2)", "int2 = 0000fe01"],
    ["int3 x = (1, 2, 128)", "int3 @ 010000000200000080000000"],
    ["int3 x = (-128, 2, 127)", "int3 = 007f0280"],
    ["int4 x = (1, 2, 3, -1)", "int4 = ff030201"],
    ["int4 x = (1, 2, 3, -129)", "int4 @ 0100000002000000030000007fffffff"],
    ["half2 x = (1.5, -2)", "half2 = c0003e00"],
    ["half3 x = (1, 2, 3)", "half3 = 00030201"],
    ["half3 x = (1, 2, 0.5)", "half3 @ 003c00400038"],
    ["half4 x = (1, 2, 3, 1.5)", "half4 @ 003c00400042003e"],
    ["float2 x = (1, -1)", "float2 = 0000ff01"],
    ["float2 x = (1, 0.5)", "float2 @ 0000803f0000003f"],
    ["float3 x = (0, 0, -0.0)", "float3 @ 000000000000000000000080"],
    ["color3f x = (1, 0, 1)", "float3 = 00010001"],
    ["color3f x = (0.5, 0, 1)", "float3 @ 0000003f000000000000803f"],
    ["float4 x = (1, 2, 3, 128)", "float4 @ 0000803f000000400000404000000043"],
    ["double2 x = (127, -128)", "double2 = 0000807f"],
    ["double3 x = (1, 2, 0.5)", "double3 @ 000000000000f03f0000000000000040000000000000e03f"],
    ["double4 x = (0, 0, 0, 0)", "double4 = 00000000"],
    ["quath x = (1, 2, 3, 4)", "quath @ 004000420044003c"],
    ["quatf x = (1, 2, 3, 4)", "quatf @ 0000004000004040000080400000803f"],
    ["quatd x = (1, 0, 0, 0)", "quatd @ 000000000000000000000000000000000000000000000000000000000000f03f"],
    ["matrix2d x = ( (1, 0), (0, -1) )", "matrix2d = 0000ff01"],
    ["matrix3d x = ( (1, 0, 0), (0, 2, 0), (0, 0, 3) )", "matrix3d = 00030201"],
    ["matrix4d x = ( (1, 0, 0, 0), (0, 2, 0, 0), (0, 0, 3, 0), (0, 0, 0, 4) )", "matrix4d = 04030201"],
    ["matrix2d x = ( (1, 2), (0, 1) )", `matrix2d @ 000000000000f03f00000000000000400000000000000000000000000000f03f`],
    [
      "matrix2d x = ( (1, -0.0), (0, 1) )",
      `matrix2d @ 000000000000f03f00000000000000800000000000000000000000000000f03f`,
    ],
    [
      "matrix2d x = ( (1, 0), (0, 0.5) )",
      `matrix2d @ 000000000000f03f00000000000000000000000000000000000000000000e03f`,
    ],
  ])("%s", (statement, expected) => {
    expect(defaultOf(statement, expected)).toBe(expected);
  });
});

/** A count or size of 64 bits. */
function long(value: number): string {
  return Buffer.from(BigUint64Array.of(BigInt(value)).buffer).toString("hex");
}

const zeros = (count: number): string => "00".repeat(count);
const list = (count: number, value: (i: number) => number | string): string =>
  `[${Array.from({ length: count }, (_, i) => value(i)).join(", ")}]`;

it.each([
  ['def "A" {}', "/A typeName", "none"],
  ['def "A" {}', "/A primChildren", "none"],
  ['def "A" {}', "/A properties", "none"],
  ['def "A" {\nvariantSet "v" = {\n"x" {\n}\n}\n}', "/A{v=x} specifier", "specifier = 00000001"],
  ["( subLayers = [] )", "/ subLayers", "none"],
])("%s has the field %s only if it has content", (text, field, expected) => {
  expect(describeField(writeText(text), field, expected)).toBe(expected);
});

it("a dictionary without entries takes no bytes", () => {
  const expected = "dictionary = 00000000";
  expect(describeField(writeText('def "A" (customData = { dictionary d = {} }) {}'), "/A customData", "")).toMatch(
    /^dictionary @ /u,
  );
  expect(describeField(writeText('def "A" (customData = {}) {}'), "/A customData", expected)).toBe(expected);
});

describe("edits of arrays", () => {
  // The representation of the literals, then that of the instructions.
  it.each([
    ["int[] x = edit []", "int[edit] @ 0"],
    ["int[] x = edit [erase [0]]", "int[edit] @ 0000000000000380"],
    ["token[] x = edit [erase [0]]", "token[edit] @ 0000000000000b80"],
  ])("%s", (statement, expected) => {
    expect(defaultOf(statement, expected)).toBe(expected);
  });
});

describe("arrays that are not compressed", () => {
  it.each([
    ["bool[] x = [true, false]", `bool[] @ ${long(2)}0100`],
    ["uchar[] x = [1, 255]", `uchar[] @ ${long(2)}01ff`],
    [`uchar[] x = ${list(16, () => 7)}`, `uchar[] @ ${long(16)}${"07".repeat(16)}`],
    ["int[] x = [1, -1]", `int[] @ ${long(2)}01000000ffffffff`],
    ["uint[] x = [1, 4294967295]", `uint[] @ ${long(2)}01000000ffffffff`],
    ["int64[] x = [-1]", `int64[] @ ${long(1)}ffffffffffffffff`],
    ["uint64[] x = [18446744073709551615]", `uint64[] @ ${long(1)}ffffffffffffffff`],
    ["half[] x = [1, 1.5]", `half[] @ ${long(2)}003c003e`],
    ["float[] x = [1, -0.0]", `float[] @ ${long(2)}0000803f00000080`],
    ["double[] x = [0.1]", `double[] @ ${long(1)}9a9999999999b93f`],
    ["timecode[] x = [1.5]", `timecode[] @ ${long(1)}000000000000f83f`],
    [`timecode[] x = ${list(16, () => 0)}`, `timecode[] @ ${long(16)}${zeros(128)}`],
    ["duration[] x = [1.5]", `duration[] @ ${long(1)}000000000000f83f`],
    ["int2[] x = [(1, 2)]", `int2[] @ ${long(1)}0100000002000000`],
    [`int2[] x = ${list(16, () => "(0, 0)")}`, `int2[] @ ${long(16)}${zeros(128)}`],
    ["point3f[] x = [(1, 0, 0), (0, 1, 0)]", `float3[] @ ${long(2)}0000803f${zeros(12)}0000803f00000000`],
    ["quath[] x = [(1, 2, 3, 4), (5, 6, 7, 8)]", `quath[] @ ${long(2)}004000420044003c0046004700480045`],
    ["quatf[] x = [(1, 2, 3, 4)]", `quatf[] @ ${long(1)}0000004000004040000080400000803f`],
    ["quatd[] x = [(1, 0, 0, 0)]", `quatd[] @ ${long(1)}${zeros(24)}000000000000f03f`],
    ["matrix2d[] x = [( (1, 0), (0, 1) )]", `matrix2d[] @ ${long(1)}000000000000f03f${zeros(16)}000000000000f03f`],
    // Fifteen elements are too few, and sixteen distinct ones have no table.
    [`int[] x = ${list(15, () => 1)}`, `int[] @ ${long(15)}${"01000000".repeat(15)}`],
    [`float[] x = ${list(16, (i) => i + 0.5)}`, `float[] @ ${long(16)}0000003f0000c03f00002040`],
    // Five distinct values of nineteen are more than a quarter.
    [`float[] x = ${list(19, (i) => (i % 5) + 0.5)}`, `float[] @ ${long(19)}0000003f0000c03f00002040`],
    ["int[] x = []", "int[] @ 0"],
    ["float3[] x = []", "float3[] @ 0"],
    ["quatf[] x = []", "quatf[] @ 0"],
    ["string[] x = []", "string[] @ 0"],
    ["token[] x = []", "token[] @ 0"],
  ])("%s", (statement, expected) => {
    expect(defaultOf(statement, expected)).toBe(expected);
  });

  it.each([
    ["0.4", "int[] @ 0100000002000000"],
    ["0.5", "int[] @ 02000000"],
    ["0.6", "int[] @ 02000000"],
    ["0.7", `int[] @ ${long(2)}`],
    ["0.16", `int[] @ ${long(2)}`],
  ])("begin with rank and count as version %s has them: %s", (version, header) => {
    const expected = `${header}01000000ffffffff`;
    expect(defaultOf("int[] x = [1, -1]", expected, version)).toBe(expected);
  });
});

// Coded integers: the commonest difference, two bits for each difference (0: the commonest, 1 to 3: its width), then those
// that are wider; all in an LZ4 block after a byte for the count of chunks and one for the count of literals.
const ascending = `${long(12)}00a001000000010000000000`;
const halves = "0000003f0000c03f";

describe("compressed arrays", () => {
  it.each([
    [`int[] x = ${list(20, (i) => i)}`, `int[z] @ ${long(20)}${ascending}`],
    [`uint[] x = ${list(20, (i) => i)}`, `uint[z] @ ${long(20)}${ascending}`],
    [`int64[] x = ${list(20, (i) => i)}`, `int64[z] @ ${long(20)}${long(14)}0022010001007001000000000000`],
    [`uint64[] x = ${list(20, (i) => i)}`, `uint64[z] @ ${long(20)}${long(14)}0022010001007001000000000000`],
    [`half[] x = ${list(20, (i) => i)}`, `half[z] @ ${long(20)}69${ascending}`],
    [`float[] x = ${list(20, (i) => i)}`, `float[z] @ ${long(20)}69${ascending}`],
    [`double[] x = ${list(20, (i) => i)}`, `double[z] @ ${long(20)}69${ascending}`],
    // A table of two values: their count, the values, and indexes.
    [`float[] x = ${list(16, (i) => (i < 8 ? 0.5 : 1.5))}`, `float[z] @ ${long(16)}7402000000${halves}`],
    [`half[] x = ${list(16, (i) => (i < 8 ? 0.5 : 1.5))}`, `half[z] @ ${long(16)}74020000000038003e`],
    [
      `double[] x = ${list(16, (i) => (i < 8 ? 0.5 : 1.5))}`,
      `double[z] @ ${long(16)}7402000000000000000000e03f000000000000f83f`,
    ],
    // A negative zero is not an integer, and another value than zero.
    [`float[] x = ${list(16, (i) => (i === 0 ? "-0.0" : 0))}`, `float[z] @ ${long(16)}74020000000000008000000000`],
    // A quarter of the values may be distinct.
    [`float[] x = ${list(20, (i) => (i % 5) + 0.5)}`, `float[z] @ ${long(20)}7405000000${halves}`],
    // Beyond 32 bits there is no integer.
    [`double[] x = ${list(16, () => 2147483648)}`, `double[z] @ ${long(16)}7401000000000000000000e041`],
  ])("%s", (statement, expected) => {
    expect(defaultOf(statement, expected)).toBe(expected);
  });

  it.each([
    ["0.4", "int[] @ 010000001400000000000000"],
    ["0.5", `int[z] @ 14000000${ascending}`],
    ["0.6", `int[z] @ 14000000${ascending}`],
    ["0.7", `int[z] @ ${long(20)}${ascending}`],
  ])("of integers begin with version 0.5; in %s: %s", (version, expected) => {
    expect(defaultOf(`int[] x = ${list(20, (i) => i)}`, expected, version)).toBe(expected);
  });

  it.each([
    ["0.5", "float[] @ 1400000000000000"],
    ["0.6", `float[z] @ 1400000069${ascending}`],
    ["0.7", `float[z] @ ${long(20)}69${ascending}`],
  ])("of floats begin with version 0.6; in %s: %s", (version, expected) => {
    expect(defaultOf(`float[] x = ${list(20, (i) => i)}`, expected, version)).toBe(expected);
  });

  it("have a table of at most 1,024 values", () => {
    const few = `float[] x = ${list(8000, (i) => (i % 1024) + 0.5)}`;
    expect(defaultOf(few, `float[z] @ ${long(8000)}7400040000`)).toBe(`float[z] @ ${long(8000)}7400040000`);
    const many = `float[] x = ${list(8000, (i) => (i % 1025) + 0.5)}`;
    expect(defaultOf(many, `float[] @ ${long(8000)}0000003f`)).toBe(`float[] @ ${long(8000)}0000003f`);
  });
});

describe("values of the same bytes", () => {
  /** Returns the offsets of the defaults of `x` and `y`. */
  const offsets = (x: string, y: string): readonly number[] => {
    const { reps } = writeText(`def "A" {\n${x}\n${y}\n}`);
    return ["/A.x default", "/A.y default"].map((field) => {
      const rep = reps.get(field);
      return rep === undefined ? -1 : repPayload(rep);
    });
  };

  it.each([
    ["double x = 0.1", "double y = 0.1"],
    ["float3 x = (0.5, 0, 0)", "color3f y = (0.5, 0, 0)"],
    ["float[] x = [0.5, 1]", "float[] y = [0.5, 1]"],
    [`int[] x = ${list(20, (i) => i)}`, `int[] y = ${list(20, (i) => i)}`],
    ['token[] x = ["a", "b"]', 'token[] y = ["a", "b"]'],
  ])("are written once if their types are the same: %s, %s", (x, y) => {
    const [first, second] = offsets(x, y);
    expect(first).toBeGreaterThan(0);
    expect(second).toBe(first);
  });

  it.each([
    ["double x = 0.1", "timecode y = 0.1"],
    ["double x = 0.1", "double y = 0.2"],
    ["double x = 0.1", "double[] y = [0.1]"],
    ["int[] x = [1]", "uint[] y = [1]"],
    ["int2[] x = [(1, 2)]", "int[] y = [1, 2]"],
    ["double x = 0.1", "int64[] y = [4591870180066957722]"],
  ])("are written separately otherwise: %s, %s", (x, y) => {
    const [first, second] = offsets(x, y);
    expect(second).toBeGreaterThan(first);
  });

  it("have the size of their components", () => {
    const [first, second] = offsets("float3 x = (0.5, 0, 0)", "float3 y = (0.5, 0, 1)");
    expect(second - first).toBe(12);
    expect(offsets("double x = 0.1", "quatd y = (1, 2, 3, 4)").reduce((x, y) => y - x)).toBe(8);
  });

  it("do not change in the layer", () => {
    const value = [1, 2, 3, 4];
    const attribute = { name: "x", type: "quatf[]", value: [value, value] };
    const layer = makeLayer({ children: [{ name: "A", properties: [attribute] }] });
    const before = dumpLayer(layer);
    writeUsdc(layer);
    expect(dumpLayer(layer)).toBe(before);
  });
});
