// Values that are damaged in one place each: the report says what is wrong, at the offset of the value.

import { describe, expect, it } from "vitest";
import { ByteBuilder } from "../encode/byte-builder.ts";
import { writeText } from "../test-support/written-crate.ts";
import { CrateType } from "../values/crate-type.ts";
import type { ValueRep } from "../values/value-rep.ts";
import { IS_ARRAY_EDIT, arrayRep, inlinedRep, offsetRep, repPayload } from "../values/value-rep.ts";
import { readUsdc, type ReadUsdcResult } from "./read-usdc.ts";

// Tokens: ";-)" first, then names and texts. Two strings: "one" and "two".
const { bytes, reps } = writeText(
  'def "A" {\ndouble x.timeSamples = { 1: 0.1, 2: 0.2 }\nstring[] s = ["one", "two"]\n}',
);
/** Position of the representation of the second sample. */
const SAMPLE = repPayload(reps.get("/A.x timeSamples") ?? { low: 0, high: 0 }) + 40;
/** Position of what a test adds. */
const END = bytes.length;

/** Reads the crate with another value as its second sample, and with the bytes that this value needs at its end. */
function readWith(rep: ValueRep, added: ByteBuilder = new ByteBuilder()): ReadUsdcResult {
  const damaged = new ByteBuilder().append(bytes).append(added.finish()).finish();
  const view = new DataView(damaged.buffer, damaged.byteOffset);
  view.setUint32(SAMPLE, rep.low, true);
  view.setUint32(SAMPLE + 4, rep.high, true);
  return readUsdc(damaged, { checkArrays: true });
}

/** Returns the offset and the message of the first problem; offsets in what a test adds count from its start. */
function problemOf(rep: ValueRep, added?: ByteBuilder): string {
  const { ok, diagnostics } = readWith(rep, added);
  expect(ok).toBe(diagnostics.length === 0);
  const [first] = diagnostics;
  if (first === undefined) return "none";
  const { offset } = first;
  return `${offset === SAMPLE ? "sample" : offset >= END ? `+${offset - END}` : offset}: ${first.message}`;
}

const words = (...values: readonly number[]): ByteBuilder => {
  const builder = new ByteBuilder();
  for (const value of values) builder.uint32(value);
  return builder;
};

const { token, string, asset, float, int, double, matrix4d, pathExpression } = CrateType;

describe("a value", () => {
  it.each<readonly [string, ValueRep, string] | readonly [string, ValueRep, string, ByteBuilder]>([
    ["the last string", inlinedRep(string, 1), "none"],
    ["a string after the last", inlinedRep(string, 2), "sample: String index 2 of 2"],
    ["the last token", inlinedRep(token, 13), "none"],
    ["a token after the last", inlinedRep(token, 14), "sample: Token index 14 of 14"],
    ["an asset after the last token", inlinedRep(asset, 14), "sample: Token index 14 of 14"],
    ["the last bytes", offsetRep(double, END - 8), "none"],
    [
      "bytes after the last",
      offsetRep(double, END - 7),
      `${END - 7}: A value of type double needs 8 bytes at offset ${END - 7}, but the file ends at ${END}`,
    ],
    [
      "bytes after the last, of a larger type",
      offsetRep(matrix4d, END - 8),
      `${END - 8}: A value of type matrix4d needs 128 bytes at offset ${END - 8}, but the file ends at ${END}`,
    ],
    ["a path expression", offsetRep(pathExpression, END), "none", words(1)],
    ["a path expression of no string", offsetRep(pathExpression, END), "+0: String index 2 of 2", words(2)],
    ["a specifier", inlinedRep(CrateType.specifier, 1), "none"],
    ["a variability", inlinedRep(CrateType.variability, 1), "none"],
    ["a block", inlinedRep(CrateType.valueBlock, 0), "none"],
    ["an animation block", inlinedRep(CrateType.animationBlock, 0), "none"],
    [
      "the samples that it is part of",
      offsetRep(CrateType.timeSamples, SAMPLE - 40),
      "sample: A time sample has time samples",
    ],
  ])("%s", (...[, rep, expected, added]) => {
    expect(problemOf(rep, added)).toBe(expected);
  });
});

describe("an array of texts", () => {
  it.each([
    ["string", string, 2],
    ["token", token, 14],
    ["asset", asset, 2],
  ] as const)("of type %s has indexes of its table", (name, type, limit) => {
    expect(problemOf(arrayRep(type, END), words(2, 0, 0, limit - 1))).toBe("none");
    expect(problemOf(arrayRep(type, END), words(2, 0, 0, limit))).toBe(
      `+12: Index ${limit} of ${limit} in an array of ${name}`,
    );
    expect(problemOf(arrayRep(type, END), words(2, 0, 0))).toMatch(/^\+8: An array claims 2 elements of 4 bytes/u);
    expect(problemOf(arrayRep(type, 0))).toBe("none");
  });

  it.each([
    ["tokens", CrateType.tokenVector, 14],
    ["strings", CrateType.stringVector, 2],
    ["paths", CrateType.pathVector, 4],
  ] as const)("that is a list of %s has indexes of its table", (_, type, limit) => {
    expect(problemOf(offsetRep(type, END), words(2, 0, 0, limit - 1))).toBe("none");
    expect(problemOf(offsetRep(type, END), words(2, 0, limit, 0))).toBe(`+8: Index ${limit} of ${limit} in a list`);
    expect(problemOf(offsetRep(type, END), words(2, 0, 0))).toMatch(/^\+8: A list claims 2 elements of 4 bytes/u);
  });
});

describe("an edit of an array", () => {
  /** Returns the edit of an array of whole numbers with two literals, at `+` 24 and 8 bytes for each code. */
  function edit(...codes: readonly bigint[]): string {
    const added = words(2, 0, 7, 8).uint64(codes.length);
    for (const code of codes) added.bigUint64(BigInt.asUintN(64, code));
    const start = END + added.length;
    for (const { low, high } of [arrayRep(int, END), arrayRep(CrateType.int64, END + 16)]) {
      added.uint32(low).uint32(high);
    }
    return problemOf(offsetRep(int, start, IS_ARRAY_EDIT), added.uint8(0));
  }
  const instruction = (number: number, repeat: number): bigint => (BigInt(number) << 56n) | BigInt(repeat);
  const write = instruction(0, 1);

  it.each<readonly [string, readonly bigint[], string]>([
    ["the last literal", [write, 1n, 0n], "none"],
    ["a literal after the last", [write, 2n, 0n], "+48: Damaged array edit: literal 2 of 2"],
    ["a literal before the first", [write, -1n, 0n], "+48: Damaged array edit: literal -1 of 2"],
    ["two operations of an instruction", [instruction(0, 2), 0n, 0n, 1n, 1n], "none"],
    ["the last instruction", [instruction(9, 1), 1n], "none"],
    ["an instruction after the last", [instruction(10, 1), 1n], "+40: Damaged array edit: unknown instruction 10"],
    ["an instruction for nothing", [instruction(4, 0)], "+32: Damaged array edit: arguments are missing"],
    [
      "an instruction for less than nothing",
      [0x04ff_ffff_ffff_ffffn],
      "+32: Damaged array edit: arguments are missing",
    ],
    ["no argument", [instruction(4, 1)], "+32: Damaged array edit: arguments are missing"],
    ["one argument of two", [write, 1n], "+40: Damaged array edit: arguments are missing"],
    ["one operation of two", [instruction(4, 2), 1n], "+40: Damaged array edit: arguments are missing"],
  ])("%s", (_, codes, expected) => {
    expect(edit(...codes)).toBe(expected);
  });
});

describe("a compressed array", () => {
  const compressed = (type: number, count: number, rest: ByteBuilder): string =>
    problemOf(arrayRep(type, END, true), new ByteBuilder().uint64(count).append(rest.finish()));

  it("of floats has a known form", () => {
    expect(compressed(float, 16, new ByteBuilder().uint8(0x78))).toBe(
      "+8: Unknown compression 120 of an array of float",
    );
  });

  it("that is short is not compressed", () => {
    expect(compressed(float, 15, new ByteBuilder().uint8(0x78))).toMatch(
      /^\+8: An array claims 15 elements of 4 bytes/u,
    );
  });

  it("is inside of the file, as is its table", () => {
    expect(compressed(int, 16, words(100, 0))).toMatch(/^\+16: A compressed array claims 100 elements of 1 bytes/u);
    expect(compressed(float, 16, new ByteBuilder().uint8(0x74).uint32(9))).toMatch(
      /^\+13: The table of a compressed array claims 9 elements of 4 bytes/u,
    );
  });
});
