// What is checked when a file is opened, and what is left for when it is looked at.

import { LazyBytes } from "@usdkit/base";
import { describe, expect, it } from "vitest";
import { ByteSource } from "../bytes/byte-source.ts";
import { ByteBuilder } from "../encode/byte-builder.ts";
import { compressIntegers32 } from "../encode/integer-encode.ts";
import { readStructure } from "../structure/structure.ts";
import { addNested, addReps, crateWith, END } from "../test-support/added-values.ts";
import { CrateType } from "./crate-type.ts";
import { ValueChecker } from "./value-checker.ts";
import { ValueReader } from "./value-reader.ts";
import type { ValueRep } from "./value-rep.ts";
import { arrayRep, inlinedRep, IS_ARRAY_EDIT, offsetRep } from "./value-rep.ts";

interface Opened {
  /** Whether bytes are read when they are needed. */
  readonly isLazy?: boolean;
  readonly checksArrays?: boolean;
}

/** Returns the problem of a representation in a crate that ends with bytes which a test adds, or "none". */
function check(
  rep: ValueRep,
  added = new ByteBuilder(),
  { isLazy = false, checksArrays = false }: Opened = {},
): string {
  const bytes = new Uint8Array(crateWith(added));
  const read = (start: number, end: number, target = new Uint8Array(end - start)): Uint8Array<ArrayBuffer> => {
    target.set(bytes.subarray(start, end));
    return target;
  };
  const source = new ByteSource(isLazy ? LazyBytes.of({ name: "a.usdc", size: bytes.length, read }) : bytes);
  try {
    new ValueChecker(new ValueReader(source, readStructure(source)), checksArrays).check(rep);
    return "none";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const lazy = { isLazy: true };
const { int, float, string, dictionary, timeSamples, tokenVector } = CrateType;
const words = (...values: readonly number[]): ByteBuilder => {
  const builder = new ByteBuilder();
  for (const value of values) builder.uint32(value);
  return builder;
};

describe("a value that is not read at an offset", () => {
  it.each([
    ["an integer without the flag", offsetRep(int, 0xffff_ffff)],
    ["an integer with the flag", inlinedRep(int, 0xffff_ffff)],
    ["vectors of whole numbers", inlinedRep(CrateType.double3, 0xffff_ffff)],
    ["a specifier", offsetRep(CrateType.specifier, 0xffff_ffff)],
    ["a permission", offsetRep(CrateType.permission, 0xffff_ffff)],
    ["a variability", offsetRep(CrateType.variability, 0xffff_ffff)],
    ["a block", offsetRep(CrateType.valueBlock, 0xffff_ffff)],
    ["an animation block", offsetRep(CrateType.animationBlock, 0xffff_ffff)],
    ["an empty array", arrayRep(float, 0)],
  ])("%s", (_, rep) => {
    expect(check(rep)).toBe("none");
  });
});

describe("a value at an offset", () => {
  it.each([
    ["a tuple", offsetRep(CrateType.double3, END), "A value of type double3 needs 24 bytes"],
    ["an array", arrayRep(float, END + 1), "An array"],
    ["a dictionary", offsetRep(dictionary, END + 1), "A value"],
    ["time samples", offsetRep(timeSamples, END + 1), "A nested value"],
    ["a list of tokens", offsetRep(tokenVector, END + 1), "A value"],
    ["an unknown type", offsetRep(99, 0), "Unknown type 99"],
  ])("%s is inside of the file", (_, rep, problem) => {
    expect(check(rep)).toContain(problem);
  });

  it("of a list is read: its items are checked", () => {
    const added = addNested(words(1, 0, 9), inlinedRep(int, 1));
    expect(check(offsetRep(dictionary, END), added)).toContain("String index 9 of 2");
  });

  it("that is an edit of an array is read", () => {
    const added = addReps(words(), inlinedRep(int, 1), arrayRep(CrateType.int64, 0));
    expect(check(offsetRep(int, END, IS_ARRAY_EDIT), added)).toContain("Damaged array edit");
  });
});

describe("a compressed array", () => {
  const whole = compressIntegers32(Int32Array.from({ length: 20 }, (_, i) => i * i));
  const added = (bytes: Uint8Array): ByteBuilder => new ByteBuilder().uint64(20).uint64(bytes.length).append(bytes);
  const rep = arrayRep(int, END, true);
  const damaged = whole.slice().fill(0xff);

  it("is decompressed if arrays are checked", () => {
    expect(check(rep, added(whole), { checksArrays: true })).toBe("none");
    expect(check(rep, added(damaged), { checksArrays: true })).not.toBe("none");
  });

  it("is not decompressed otherwise", () => {
    expect(check(rep, added(damaged))).toBe("none");
  });

  it("that is not compressed is never read", () => {
    const plain = new ByteBuilder().uint64(2).uint32(1).uint32(2);
    expect(check(arrayRep(int, END), plain, { checksArrays: true })).toBe("none");
  });
});

describe("a file that is read when it is needed", () => {
  // Two times and three values, and an array of a string that there is not.
  const samples = addReps(addNested(words(), arrayRep(CrateType.double, 0)).uint64(8).uint64(1), inlinedRep(int, 1));
  const strings = words(1, 0, 9);

  it.each([
    ["time samples", offsetRep(timeSamples, END), samples, "Time samples have 0 times and 1 values"],
    ["an array", arrayRep(string, END), strings, "Index 9 of 2 in an array of string"],
  ])("has %s that are checked later", (_, rep, added, problem) => {
    expect(check(rep, added)).toContain(problem);
    expect(check(rep, added, lazy)).toBe("none");
    expect(check(rep, added, { isLazy: true, checksArrays: true })).toContain(problem);
  });

  it.each([
    ["time samples", timeSamples],
    ["an array", arrayRep(float, 0).high >>> 16],
  ])("has %s that begin inside of it", (_, type) => {
    const at = (payload: number): ValueRep => ({ low: payload, high: (type << 16) >>> 0 });
    expect(check(at(END), words(), lazy)).toBe("none");
    expect(check(at(END + 1), words(), lazy)).toContain(`A value needs 8 bytes at offset ${END + 1}`);
  });

  it.each([
    ["dictionaries", offsetRep(dictionary, END), words(9, 0)],
    ["lists of tokens", offsetRep(tokenVector, END), words(9, 0)],
    ["tuples", offsetRep(CrateType.double3, END), words(9, 0)],
    ["single texts", inlinedRep(string, 9), words()],
  ])("has %s that are checked", (_, rep, added) => {
    expect(check(rep, added, lazy)).not.toBe("none");
  });
});
