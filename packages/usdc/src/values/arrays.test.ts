import { valueTypes, type ValueType } from "@usdkit/layer";
import { describe, expect, it, test } from "vitest";
import { ByteSource } from "../bytes/byte-source.ts";
import { ByteBuilder } from "../encode/byte-builder.ts";
import { compressIntegers32, compressIntegers64 } from "../encode/integer-encode.ts";
import { AS_INTEGERS, AS_TABLE, findArray, numbersAt, readNumbers, type ArrayPlace } from "./arrays.ts";

const COUNT = 20;
const indexes = Int32Array.from({ length: COUNT }, (_, i) => i % 3);
/** A value before each array, so that no place is 0. */
const START = 3;

function typeOf(name: string): ValueType {
  const type = valueTypes.get(name);
  if (type === undefined) throw new Error(`no type ${name}`);
  return type;
}

function builder(): ByteBuilder {
  return new ByteBuilder().append(new Uint8Array(START));
}

/** The parts of an array: its count, and what follows. */
function arrayOf(count: number, ...parts: readonly Uint8Array[]): ByteSource {
  const built = builder().uint64(count);
  for (const part of parts) built.append(part);
  return new ByteSource(built.finish());
}

function sized(bytes: Uint8Array): Uint8Array {
  return new ByteBuilder().uint64(bytes.length).append(bytes).finish();
}

/** Floats as indexes into a table. */
function tableOf(table: Float32Array | Float64Array | Uint16Array, codes: Int32Array): Uint8Array {
  return new ByteBuilder()
    .uint8(AS_TABLE)
    .uint32(table.length)
    .append(new Uint8Array(table.buffer))
    .append(sized(compressIntegers32(codes)))
    .finish();
}

function find(source: ByteSource, type: string, minor = 8): ArrayPlace {
  return findArray(source, typeOf(type), { offset: START, isCompressed: true }, minor);
}

describe("compressed arrays", () => {
  it.each([
    ["int", sized(compressIntegers32(indexes)), indexes],
    ["uint", sized(compressIntegers32(indexes)), new Uint32Array(indexes)],
    ["int64", sized(compressIntegers64(BigInt64Array.from(indexes, BigInt))), BigInt64Array.from(indexes, BigInt)],
    ["uint64", sized(compressIntegers64(BigInt64Array.from(indexes, BigInt))), BigUint64Array.from(indexes, BigInt)],
    [
      "float",
      tableOf(Float32Array.of(0.5, Number.NaN, 2), indexes),
      Float32Array.from(indexes, (i) => [0.5, Number.NaN, 2][i]),
    ],
    ["double", tableOf(Float64Array.of(0.1, -0, 2), indexes), Float64Array.from(indexes, (i) => [0.1, -0, 2][i])],
    ["half", tableOf(Uint16Array.of(1, 0x7e01, 3), indexes), Uint16Array.from(indexes, (i) => [1, 0x7e01, 3][i])],
  ])("of %s", (type, bytes, expected) => {
    const source = arrayOf(COUNT, bytes);
    const place = find(source, type);
    expect(place).toEqual({ count: COUNT, start: START + 8, isCompressed: true });
    expect(readNumbers(source, typeOf(type), place)).toEqual(expected);
  });

  it.each([
    ["double", Float64Array.from(indexes)],
    ["float", Float32Array.from(indexes)],
    ["half", Uint16Array.from(indexes, (i) => [0, 0x3c00, 0x4000][i])],
  ])("of whole %ss as integers", (type, expected) => {
    const codes = sized(compressIntegers32(indexes));
    const source = arrayOf(COUNT, new ByteBuilder().uint8(AS_INTEGERS).append(codes).finish());
    expect(readNumbers(source, typeOf(type), find(source, type))).toEqual(expected);
  });

  it("exist from 16 elements on, of numbers, in versions that have them", () => {
    const plain = new Uint8Array(COUNT * 16);
    const isCompressed = (type: string, count: number, minor: number): boolean => {
      const codes = sized(compressIntegers32(indexes));
      const floats = new ByteBuilder().uint8(AS_INTEGERS).append(codes).finish();
      const part = /float|double|half/.test(type) && !/\d/.test(type) ? floats : codes;
      const built = builder();
      if (minor < 5) built.uint32(1);
      if (minor < 7) built.uint32(count);
      else built.uint64(count);
      return find(new ByteSource(built.append(part).append(plain).finish()), type, minor).isCompressed;
    };
    expect([isCompressed("int", 15, 8), isCompressed("int", 16, 8)]).toEqual([false, true]);
    expect(["int", "uint", "int64", "uint64"].map((type) => isCompressed(type, COUNT, 5))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(["int", "int64"].map((type) => isCompressed(type, COUNT, 4))).toEqual([false, false]);
    expect(["float", "double", "half"].map((type) => isCompressed(type, COUNT, 6))).toEqual([true, true, true]);
    expect(["float", "double", "half"].map((type) => isCompressed(type, COUNT, 5))).toEqual([false, false, false]);
    expect(["float2", "int2", "bool", "uchar", "timecode"].map((type) => isCompressed(type, COUNT, 8))).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it.each<readonly [string, string, Uint8Array, string]>([
    [
      "more bytes than the file has",
      "int",
      new ByteBuilder().uint64(99).finish(),
      "A compressed array claims 99 elements",
    ],
    [
      "more elements than its bytes can hold",
      "int",
      sized(new Uint8Array(0)),
      "0 compressed bytes cannot hold the 20 integers that are announced",
    ],
    ["an unknown compression", "float", Uint8Array.of(7), "Unknown compression 7 of an array of float"],
    [
      "a table that is longer than the file",
      "double",
      new ByteBuilder().uint8(AS_TABLE).uint32(9).finish(),
      "The table of a compressed array claims 9 elements of 8 bytes",
    ],
  ])("with %s are found out before they are read", (_, type, bytes, message) => {
    expect(() => find(arrayOf(COUNT, bytes), type)).toThrow(message);
  });

  it.each([
    [2, "Table index 2 of 2 in a compressed array"],
    [-1, "Table index 4294967295 of 2 in a compressed array"],
  ])("with the index %i into a table of two are errors", (index, message) => {
    const codes = Int32Array.from({ length: COUNT }, () => index);
    const source = arrayOf(COUNT, tableOf(Float32Array.of(1, 2), codes));
    const place = find(source, "float");
    expect(() => readNumbers(source, typeOf("float"), place)).toThrow(message);
  });
});

test("aligned numbers are a view, others a copy", () => {
  const bytes = new Uint8Array(24);
  bytes.set([1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0]);
  const aligned = numbersAt(bytes, "int", 4, 2);
  expect([...aligned]).toEqual([2, 3]);
  expect([aligned.buffer === bytes.buffer, aligned.byteOffset]).toEqual([true, 4]);
  const other = numbersAt(bytes, "int", 1, 2);
  expect([...other]).toEqual([0x0200_0000, 0x0300_0000]);
  expect([other.buffer === bytes.buffer, other.byteOffset, other.buffer.byteLength]).toEqual([false, 0, 8]);
  // A part of a larger buffer.
  expect(numbersAt(bytes.subarray(4), "int", 0, 1).byteOffset).toBe(4);
  expect(numbersAt(bytes.subarray(2), "int", 2, 1)[0]).toBe(2);
  expect(numbersAt(bytes, "bool", 3, 2).byteOffset).toBe(3);
});

test("quaternions have the real part first, of each width", () => {
  for (const [type, data] of [
    ["quath", Uint16Array.of(1, 2, 3, 4, 5, 6, 7, 8)],
    ["quatf", Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8)],
    ["quatd", Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8)],
  ] as const) {
    const source = arrayOf(2, new Uint8Array(data.buffer));
    const place = find(source, type);
    expect(place.isCompressed).toBe(false);
    expect([...readNumbers(source, typeOf(type), place)]).toEqual([4, 1, 2, 3, 8, 5, 6, 7]);
  }
});
