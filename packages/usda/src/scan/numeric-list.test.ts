import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { halfBitsToFloat } from "@usdkit/base";
import type { NumericArray } from "@usdkit/layer";
import type { NumericKind } from "./numeric-kinds.ts";
import { NumericListReader } from "./numeric-list.ts";

const encoder = new TextEncoder();

/** Reads a list with text after it, as in a file. */
function read(text: string, kind: NumericKind, [rows, columns] = [0, 0], tail = "\n}\n"): NumericArray | null {
  const bytes = encoder.encode(text + tail);
  const reader = new NumericListReader(bytes);
  // In JavaScript and in WebAssembly, with results equal bit by bit.
  reader.kernelBytes = Infinity;
  const plain = reader.readList(1, kind, rows, columns);
  const plainEnd = reader.end;
  reader.kernelBytes = 0;
  expect(reader.textKernel).toBeDefined();
  const list = reader.readList(1, kind, rows, columns);
  expect(list === null ? null : bits(list)).toEqual(plain === null ? null : bits(plain));
  if (list !== null) expect(reader.end).toBe(plainEnd);
  if (list !== null) {
    expect(reader.end).toBe(encoder.encode(text).length);
    expect(reader.count * Math.max(1, rows) * Math.max(1, columns)).toBe(list.length);
    expect(list.buffer.byteLength).toBe(list.byteLength);
  }
  return list;
}

function bits({ buffer, byteOffset, byteLength }: NumericArray): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("hex");
}

const values = (list: NumericArray | null): (number | bigint)[] | null => list && Array.from<number | bigint>(list);

describe("the grammar, each case as in usd-core 26.11", () => {
  test.each([
    ["[]", []],
    ["[\t ]", []],
    ["[\n1\n]", [1]],
    ["[1,]", [1]],
    ["[1 , \n]", [1]],
    ["[1,\n2]", [1, 2]],
    ["[1 ,2]", [1, 2]],
    ["[1,\r2\r]", [1, 2]],
    ["[1,\r\n\n2 \n ]", [1, 2]],
    ["[007,-0]", [7, 0]],
  ])("int[] %j", (text, expected) => expect(values(read(text, "int"))).toEqual(expected));

  test.each([
    "[\n]",
    "[,]",
    "[,1]",
    "[1\n,2]",
    "[1,,2]",
    "[1\n,]",
    "[1;2]",
    "[1 2]",
    "[1a]",
    "[1_]",
    "[- 1]",
    "[1e]",
    "[.]",
  ])("int[] rejects %j", (text) => expect(read(text, "int")).toBeNull());

  test.each([
    "[-]",
    "[inf]",
    "[true]",
    '["1"]',
    "[[1]]",
    "[(1)]",
    "[1\v]",
    "[1:2]",
    "[1é]",
    "[1-2]",
    "[1 # c\n]",
    "[1.5]",
  ])("int[] leaves %j to the slower parser", (text) => expect(read(text, "int")).toBeNull());

  test.each([
    ["[inf, -inf ,nan]", [Infinity, -Infinity, NaN]],
    ["[-0, -0.0, -.0]", [-0, -0, -0]],
    ["[1., .5, 1.e2, 1E-2, 1e+2]", [1, 0.5, 100, Math.fround(0.01), 100]],
    ["[1e39, 1e400, 1e-400]", [Infinity, Infinity, 0]],
    ["[16777217]", [16777216]],
  ])("float[] %j", (text, expected) => expect(values(read(text, "float"))).toEqual(expected));

  test.each([
    "[-nan]",
    "[Inf]",
    "[infinity]",
    "[inf1]",
    "[1inf]",
    "[+1]",
    "[1.5.5]",
    "[1.2 .3]",
    "[1..2]",
    "[1e2.5]",
    "[.5a]",
  ])("float[] rejects %j", (text) => expect(read(text, "float")).toBeNull());

  test.each([
    "[(1,2,3)]",
    "[ ( 1,2,3 ) ]",
    "[(1,2,3 , )]",
    "[(\n1,\n2,3,\n)\n]",
    "[(1,2,3),\n]",
    "[(\r1,\r2,\r3\r)\r]",
  ])("float3[] %j", (text) => expect(values(read(text, "float", [0, 3]))).toEqual([1, 2, 3]));

  test.each([
    "[(1\n,2,3)]",
    "[(1,2,3)\n,(1,2,3)]",
    "[(1,2)]",
    "[(1,2,3,4)]",
    "[(,1,2,3)]",
    "[()]",
    "[((1,2,3))]",
    "[1,2,3]",
    "[(1,2,3),4]",
    "[(1,2,3)(1,2,3)]",
    "[(1,2,3) (1,2,3)]",
    "[(1,2,3,,)]",
    "[(1 2 3)]",
  ])("float3[] rejects %j", (text) => expect(read(text, "float", [0, 3])).toBeNull());

  test.each(["[((1,0),(0,1))]", "[(\n(1,0),\n( 0 , 1 ,) , ) ,]"])("matrix2d[] %j", (text) =>
    expect(values(read(text, "double", [2, 2]))).toEqual([1, 0, 0, 1]),
  );

  test.each([
    "[((1,0)\n,(0,1))]",
    "[(1,0,0,1)]",
    "[((1,0,0,1))]",
    "[((1,0),(0,1),(1,2))]",
    "[((1,0),(0))]",
    "[((1,0))]",
  ])("matrix2d[] rejects %j", (text) => expect(read(text, "double", [2, 2])).toBeNull());
});

describe("kinds", () => {
  test.each<[NumericKind, string, (number | bigint)[] | null]>([
    ["bool", "[0, 1, -0, 5]", [0, 1, 0, 1]],
    ["uchar", "[0, 255]", [0, 255]],
    ["uchar", "[256]", null],
    ["uchar", "[-1]", null],
    ["int", "[2147483647, -2147483648]", [2147483647, -2147483648]],
    ["int", "[2147483648]", null],
    ["int", "[00000000000000002147483647]", [2147483647]],
    ["uint", "[4294967295, -0]", [4294967295, 0]],
    ["uint", "[4294967296]", null],
    ["int64", "[9223372036854775807, -9223372036854775808, -1]", [2n ** 63n - 1n, -(2n ** 63n), -1n]],
    ["int64", "[9223372036854775808]", null],
    ["uint64", "[18446744073709551615, 9007199254740993]", [2n ** 64n - 1n, 2n ** 53n + 1n]],
    ["uint64", "[18446744073709551616]", null],
    ["uint64", "[-1]", null],
  ])("%s %s", (kind, text, expected) => expect(values(read(text, kind))).toEqual(expected));

  test("half", () => {
    const list = read("[0.1, 65504, -65520, 1e-8]", "half");
    expect(values(list)?.map((bits) => halfBitsToFloat(Number(bits)))).toEqual([0.0999755859375, 65504, -Infinity, 0]);
  });

  test("whole numbers of 64 bits become float32 in one rounding, others in two", () => {
    const tie = 2 ** 60 + 2 ** 36;
    expect(values(read(`[${2n ** 60n + 2n ** 36n + 1n}, ${2n ** 60n + 2n ** 36n + 1n}.0]`, "float"))).toEqual([
      2 ** 60 + 2 ** 37,
      Math.fround(tie),
    ]);
    expect(values(read("[-4611686293305294849, 18446744073709551616]", "float"))).toEqual([
      -(2 ** 62 + 2 ** 39),
      2 ** 64,
    ]);
  });

  test("integers of 64 bits beyond a chunk", () => {
    const integers = Array.from({ length: 10_000 }, (_, i) =>
      i % 7 === 0 ? 2n ** 62n + BigInt(i) : BigInt(i) - 5000n,
    );
    expect(values(read(`[${integers.join(", ")}]`, "int64"))).toEqual(integers);
  });
});

const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => String(x).replace("+", "")),
  fc
    .tuple(fc.double({ min: -1e9, max: 1e9, noNaN: true }), fc.integer({ min: 0, max: 20 }))
    .map(([x, n]) => x.toFixed(n)),
  fc.integer().map(String),
  fc.constantFrom("0", "-0", ".5", "1.", "12345678.12345678", "999999999.1234567", "99999999.99999999", "0.00000001"),
);
const separator = fc.constantFrom(", ", ",", " , ", ",\n   ", ",\r\n", "\t,  ");
const tail = fc.constantFrom("}", "\n}\n", "\n}\n\n    \n", `\n}${" ".repeat(100)}`);

describe("values", () => {
  test("scalars equal Number and Math.fround, wherever the file ends", () => {
    fc.assert(
      fc.property(fc.array(number, { minLength: 1 }), separator, tail, (texts, comma, rest) => {
        const text = `[${texts.join(comma)}]`;
        expect(values(read(text, "double", [0, 0], rest))).toEqual(texts.map(Number));
        expect(values(read(text, "float", [0, 0], rest))).toEqual(texts.map((x) => Math.fround(Number(x))));
      }),
      { numRuns: 2000 },
    );
  });

  test("tuples and matrices keep their order", () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(number, { minLength: 4, maxLength: 4 })),
        separator,
        tail,
        (tuples, comma, rest) => {
          const flat = tuples.flat().map(Number);
          const quads = tuples.map((tuple) => `(${tuple.join(comma)})`);
          expect(values(read(`[${quads.join(comma)}]`, "double", [0, 4], rest))).toEqual(flat);
          const matrices = tuples.map(([a, b, c, d]) => `( (${a}${comma}${b})${comma}(${c}, ${d}) )`);
          expect(values(read(`[${matrices.join(comma)}]`, "double", [2, 2], rest))).toEqual(flat);
        },
      ),
      { numRuns: 500 },
    );
  });

  test("lists of many chunks, and one reader for lists of all kinds", () => {
    const bytes = encoder.encode(
      `[${Array.from({ length: 20_000 }, (_, i) => `(${i}, ${i}.5, -${i})`).join(", ")}]  [${Array.from({ length: 9001 }, (_, i) => (i % 5 === 0 ? i : `${i}`.padStart(12, "0"))).join(",\n")}]\n}`,
    );
    const reader = new NumericListReader(bytes);
    for (let turn = 0; turn < 2; turn++) {
      const points = reader.readList(1, "float", 0, 3);
      expect(reader.count).toBe(20_000);
      expect(points?.slice(-3)).toEqual(Float32Array.of(19999, 19999.5, -19999));
      const indices = reader.readList(reader.end + 3, "int", 0, 0);
      expect(indices).toEqual(Int32Array.from({ length: 9001 }, (_, i) => i));
    }
  });
});

describe("the end of the file", () => {
  test("accepts no truncated text, and does not read past its end", () => {
    const text = "[(1.5, -2.25e1, 3), (12345678901234567890, .5, inf)]";
    for (let length = 1; length < text.length; length++) {
      for (const end of ["", "}"]) expect(read(text.slice(0, length), "float", [0, 3], end)).toBeNull();
    }
  });

  test("accepts bytes of a larger buffer", () => {
    const buffer = encoder.encode("999[1.25, 2.5]}999");
    const reader = new NumericListReader(buffer.subarray(3, 15));
    expect(reader.readList(1, "float", 0, 0)).toEqual(Float32Array.of(1.25, 2.5));
  });
});

test("readTuple writes at the offset", () => {
  const bytes = encoder.encode("(1, 2.5, -3) ((1, 2), (3, 4)) (1, 2) }");
  const reader = new NumericListReader(bytes);
  const out = new Float64Array(6);
  expect(reader.readTuple(1, "double", 0, 3, out, 2)).toBe(true);
  expect(reader.end).toBe(12);
  expect([...out]).toEqual([0, 0, 1, 2.5, -3, 0]);
  expect(reader.readTuple(14, "double", 2, 2, out, 0)).toBe(true);
  expect([...out]).toEqual([1, 2, 3, 4, -3, 0]);
  expect(reader.readTuple(31, "double", 0, 3, out, 0)).toBe(false);
});

test("readNumber reads one number, also at the very end", () => {
  const bytes = encoder.encode("x 1.5, 1a -inf 2e3 1.5.5 12");
  const reader = new NumericListReader(bytes);
  const at = (text: string): number =>
    reader.readNumber(encoder.encode("x 1.5, 1a -inf 2e3 1.5.5 12".split(text)[0]).length);
  expect([at("1.5,"), reader.value]).toEqual([5, 1.5]);
  expect(at("1a")).toBe(-1);
  expect([at("-inf"), reader.value]).toEqual([14, -Infinity]);
  expect([at("2e3"), reader.value]).toEqual([18, 2000]);
  expect(at("1.5.5")).toBe(-1);
  expect([at("12"), reader.value]).toEqual([27, 12]);
});
