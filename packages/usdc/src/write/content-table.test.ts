import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inlinedRep, offsetRep, type ValueRep } from "../values/value-rep.ts";
import { ContentTable, KEPT_LENGTH } from "./content-table.ts";

/** Adds content; returns its representation and whether it was written. */
function add(table: ContentTable, key: number, bytes: Uint8Array, rep: ValueRep): readonly [ValueRep, boolean] {
  let isWritten = false;
  const found = table.addOnce(key, bytes, bytes.length, () => {
    isWritten = true;
    return rep;
  });
  return [found, isWritten];
}

const contents = fc.oneof(
  fc.uint8Array({ maxLength: 4 }),
  fc
    .tuple(fc.integer({ min: 62, max: 70 }), fc.nat(3))
    .map(([length, i]) => new Uint8Array(length).fill(7).fill(i, 60)),
  fc
    .tuple(fc.integer({ min: KEPT_LENGTH - 2, max: KEPT_LENGTH + 2 }), fc.nat(3))
    .map(([length, i]) => new Uint8Array(length).fill(i, length - 1)),
);

describe("a content table", () => {
  it("writes each content of a type once", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(2), contents), { maxLength: 60 }), (items) => {
        const table = new ContentTable();
        const expected = new Map<string, ValueRep>();
        for (const [i, [type, bytes]] of items.entries()) {
          const key = `${type} ${Buffer.from(bytes).toString("hex")}`;
          const known = expected.get(key);
          const rep = offsetRep(type, 2 ** 32 * i + 88 + i);
          expected.set(key, known ?? rep);
          expect(add(table, type, bytes, rep)).toEqual([known ?? rep, known === undefined]);
        }
      }),
    );
  });

  // Contents and keys with equal hashes.
  it.each([
    ["content", [1, [214, 163, 51, 244, 126, 26]], [1, [134, 192, 2, 118, 241, 185]]],
    ["length", [1, [183, 25, 244]], [1, [183, 25, 244, 23]]],
    ["type", [1, [217, 23, 33, 129, 9, 55]], [2, [202, 218, 2, 216, 89, 219]]],
  ] as const)("distinguishes contents with the same hash by their %s", (_, [firstKey, first], [secondKey, second]) => {
    const table = new ContentTable();
    const [one, other] = [Uint8Array.from(first), Uint8Array.from(second)];
    add(table, firstKey, one, inlinedRep(1, 1));
    expect(add(table, secondKey, other, inlinedRep(1, 2))).toEqual([inlinedRep(1, 2), true]);
    expect(add(table, firstKey, one, inlinedRep(1, 3))).toEqual([inlinedRep(1, 1), false]);
    expect(add(table, secondKey, other, inlinedRep(1, 3))).toEqual([inlinedRep(1, 2), false]);
  });

  it("compares the first bytes of a buffer only, and keeps a copy of short content", () => {
    const table = new ContentTable();
    const buffer = Uint8Array.of(1, 2, 3, 4);
    const write = (): ValueRep => inlinedRep(1, 1);
    const fail = (): never => expect.fail("written again");
    table.addOnce(1, buffer, 2, write);
    buffer[2] = 9;
    expect(table.addOnce(1, buffer, 2, fail)).toEqual(inlinedRep(1, 1));
    buffer[0] = 9;
    expect(add(table, 1, buffer.slice(0, 2), inlinedRep(1, 2))).toEqual([inlinedRep(1, 2), true]);
    expect(table.addOnce(1, Uint8Array.of(1, 2), 2, fail)).toEqual(inlinedRep(1, 1));
  });

  it("finds content after many, in more memory than one part", () => {
    const table = new ContentTable();
    const content = (i: number): Uint8Array => new Uint8Array(KEPT_LENGTH - 1 - (i % 3)).fill(i).fill(i >>> 8, 100);
    for (let i = 0; i < 300; i++) expect(add(table, 9, content(i), offsetRep(9, i))[1]).toBe(true);
    for (let i = 0; i < 300; i++) expect(add(table, 9, content(i), offsetRep(9, 0))).toEqual([offsetRep(9, i), false]);
  });

  it("finds words of an array that is aligned in one buffer and not in another", () => {
    const table = new ContentTable();
    const shifted = new Uint8Array(131).subarray(1, 129).fill(5);
    add(table, 9, shifted, offsetRep(9, 1));
    expect(add(table, 9, shifted.slice(), offsetRep(9, 2))[0]).toBeDefined();
    expect(add(table, 9, shifted.slice(), offsetRep(9, 3))[1]).toBe(false);
  });
});
