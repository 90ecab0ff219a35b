import { expect, test } from "vitest";
import { ByteSource } from "../bytes/byte-source.ts";
import { ByteBuilder } from "../encode/byte-builder.ts";
import { readStructure } from "../structure/structure.ts";
import { writeText } from "../test-support/written-crate.ts";
import { Budget } from "./budget.ts";
import { Cursor, pathAt, stringAt, tokenAt } from "./cursor.ts";

const { bytes: crate } = writeText('def "A" {\nstring[] s = ["one", "two"]\n}');
const structure = readStructure(new ByteSource(crate));

test("reads the parts of values in order", () => {
  const bytes = new ByteBuilder()
    .append(Uint8Array.of(0xfe))
    .uint32(0xffff_fffe)
    .uint32(0xffff_fffe)
    .uint64(3)
    .append(new Uint8Array(Float64Array.of(1.5).buffer))
    .append(new Uint8Array(BigInt64Array.of(-5n).buffer))
    .uint32(1)
    .uint32(2)
    .finish();
  const cursor = new Cursor(new ByteSource(bytes), structure, 0);
  expect([cursor.uint8(), cursor.uint32(), cursor.int32(), cursor.uint64()]).toEqual([0xfe, 0xffff_fffe, -2, 3]);
  expect([cursor.float64(), cursor.bigInt64(), cursor.rep()]).toEqual([1.5, -5n, { low: 1, high: 2 }]);
  expect(cursor.position).toBe(bytes.length);
  expect(() => cursor.uint8()).toThrow("A value needs 1 bytes at offset 41");
});

test("indexes lead to strings, tokens and paths; others are errors at their offset", () => {
  const tokens = structure.tokens.length;
  const paths = structure.paths.length;
  const bytes = new ByteBuilder()
    .uint32(9)
    .uint32(1)
    .uint32(0)
    .uint32(1)
    .uint32(2)
    .uint32(tokens)
    .uint32(paths)
    .finish();
  const cursor = new Cursor(new ByteSource(bytes), structure, 4);
  expect([cursor.string(), cursor.token(), cursor.path()]).toEqual([
    "two",
    structure.tokens.text(0),
    structure.paths.text(1),
  ]);
  expect(() => cursor.string()).toThrow(expect.objectContaining({ message: "String index 2 of 2", offset: 16 }));
  expect(() => cursor.token()).toThrow(
    expect.objectContaining({ message: `Token index ${tokens} of ${tokens}`, offset: 20 }),
  );
  expect(() => cursor.path()).toThrow(
    expect.objectContaining({ message: `Path index ${paths} of ${paths}`, offset: 24 }),
  );
  expect([stringAt(structure, 0, 0), tokenAt(structure, tokens - 1, 0), pathAt(structure, 0, 0)]).toEqual([
    "one",
    structure.tokens.text(tokens - 1),
    "/",
  ]);
});

test("a count is at most what the file can have, and is taken from the budget", () => {
  const bytes = new ByteBuilder().uint64(2).uint32(0).uint32(0).uint64(3).uint64(0).finish();
  const taken: [number, number][] = [];
  const budget = new Budget(0);
  budget.takeItems = (count, offset) => taken.push([count, offset]);
  const cursor = new Cursor(new ByteSource(bytes), structure, 0, budget);
  expect(cursor.count(4)).toBe(2);
  expect(taken).toEqual([[2, 8]]);
  cursor.position = 16;
  expect(() => cursor.count(4)).toThrow("A list claims 3 elements of 4 bytes");
  expect(new Cursor(new ByteSource(bytes), structure, 0).count(4)).toBe(2);
});

test("a nested value is at least 8 bytes further, and inside of the file", () => {
  const bytes = new ByteBuilder().uint64(16).uint64(8).uint32(5).uint32(6).uint64(7).uint64(9).finish();
  const nested = (position: number): object => new Cursor(new ByteSource(bytes), structure, position).nested();
  expect(nested(0)).toEqual({ low: 5, high: 6 });
  expect(nested(8)).toEqual({ low: 5, high: 6 });
  expect(() => nested(24)).toThrow(
    expect.objectContaining({ message: "A nested value is 7 bytes further, expected 8 or more", offset: 24 }),
  );
  expect(() => nested(32)).toThrow("A nested value needs 8 bytes at offset 41");
  const cursor = new Cursor(new ByteSource(bytes), structure, 0);
  cursor.nested();
  expect(cursor.position).toBe(24);
});
