import { describe, expect, test } from "vitest";
import type { NumericArray } from "@usdkit/layer";
import { NumericSampleReader } from "./numeric-samples.ts";

const encoder = new TextEncoder();

function samples(text: string, columns = 0, rows = 0): [number[], number[]] | null {
  const reader = new NumericSampleReader(encoder.encode(`${text}\n}\n`));
  // In JavaScript, and in WebAssembly.
  reader.lists.kernelBytes = Infinity;
  const plain = reader.readSamples(1, "float", rows, columns);
  reader.lists.kernelBytes = 0;
  const read = reader.readSamples(1, "float", rows, columns);
  expect(read).toEqual(plain);
  if (read === null) return null;
  expect(reader.end).toBe(encoder.encode(text).length);
  return [[...read.times], Array.from<number | bigint>(read.values).map(Number)];
}

function listSamples(text: string, columns = 0): [number[], NumericArray[]] | null {
  const reader = new NumericSampleReader(encoder.encode(`${text}\n}\n`));
  const read = reader.readListSamples(1, "float", 0, columns);
  if (read === null) return null;
  expect(reader.end).toBe(encoder.encode(text).length);
  return [[...read.times], [...read.lists]];
}

describe("readSamples, each case as in usd-core 26.11", () => {
  test.each<[string, [number[], number[]]]>([
    ["{}", [[], []]],
    ["{ \n }", [[], []]],
    ["{1:2}", [[1], [2]]],
    ["{ 1 \t:\t 2 }", [[1], [2]]],
    ["{\r1:2,\r\n}", [[1], [2]]],
    [
      "{1:2,\n3:4\n\n}",
      [
        [1, 3],
        [2, 4],
      ],
    ],
    [
      "{2:1 ,1:2,2:3,}",
      [
        [2, 1, 2],
        [1, 2, 3],
      ],
    ],
    [
      "{-0:1, inf: -inf, 1.5e1: 16777217}",
      [
        [-0, Infinity, 15],
        [1, -Infinity, 16777216],
      ],
    ],
    ["{9007199254740993:1152921573326323713}", [[9007199254740992], [2 ** 60 + 2 ** 37]]],
  ])("%j", (text, expected) => expect(samples(text)).toEqual(expected));

  test.each([
    "{1\n:2}",
    "{1:\n2}",
    "{1:2\n,3:4}",
    "{1:2;3:4}",
    "{1:2 3:4}",
    "{,}",
    "{1:2,,}",
    "{1a:2}",
    "{1:2a}",
    "{1}",
    "{1:}",
  ])("rejects %j", (text) => expect(samples(text)).toBeNull());

  test.each(["{1: None}", "{1: 2 # c\n}", '{1: "2"}', "{1: [2]}", "{1: (2)}"])(
    "leaves %j to the slower parser",
    (text) => expect(samples(text)).toBeNull(),
  );

  test("tuples and matrices", () => {
    expect(samples("{0: (1, 2), 1: ( 3 ,4,),\n}", 2)).toEqual([
      [0, 1],
      [1, 2, 3, 4],
    ]);
    expect(samples("{0: ((1, 2), (3, 4))}", 2, 2)).toEqual([[0], [1, 2, 3, 4]]);
    expect(samples("{0: (1, 2), 1: (3, 4, 5)}", 2)).toBeNull();
  });

  test("more than a chunk, one reader for many blocks", () => {
    const text = `{${Array.from({ length: 5000 }, (_, i) => `\n  ${i}.5: (${i}, ${-i}, 0.25),`).join("")}\n}`;
    const reader = new NumericSampleReader(encoder.encode(`${text} {1: (2, 3, 4)}\n}`));
    const first = reader.readSamples(1, "double", 0, 3);
    expect(first?.times.length).toBe(5000);
    expect(first?.values.slice(-3)).toEqual(Float64Array.of(4999, -4999, 0.25));
    expect(reader.readSamples(reader.end + 2, "int", 0, 3)?.values).toEqual(Int32Array.of(2, 3, 4));
    expect(first?.times[4999]).toBe(4999.5);
  });

  test("integers out of range and 64-bit integers", () => {
    const read = (text: string, kind: "int" | "uint64"): NumericArray | undefined =>
      new NumericSampleReader(encoder.encode(text)).readSamples(1, kind, 0, 0)?.values;
    expect(read("{1: 2147483648}", "int")).toBeUndefined();
    expect(read("{9007199254740993: 18446744073709551615, 1.5: 1}", "uint64")).toEqual(
      BigUint64Array.of(2n ** 64n - 1n, 1n),
    );
  });
});

describe("readListSamples", () => {
  test("lists of scalars and tuples, empty ones too", () => {
    expect(listSamples("{1: [1, 2], 2 :[ ],\n}")).toEqual([
      [1, 2],
      [Float32Array.of(1, 2), new Float32Array(0)],
    ]);
    expect(listSamples("{1: [(1, 2)]\n}", 2)).toEqual([[1], [Float32Array.of(1, 2)]]);
    expect(listSamples("{}")).toEqual([[], []]);
  });

  test.each(["{1: [1]\n,2: [3]}", "{1: None}", "{1: 2}", "{1: [(1, 2)]}", "{1: [1}"])("rejects %j", (text) =>
    expect(listSamples(text)).toBeNull(),
  );
});
