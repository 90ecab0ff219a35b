import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ContentTable, KEPT_LENGTH } from "./content-table.ts";
import { SAMPLED_LENGTH } from "./sampled-contents.ts";

test("long content is found by all of its bytes, at any alignment", () => {
  const length = KEPT_LENGTH + 6;
  fc.assert(
    fc.property(fc.nat(length - 1), fc.integer({ min: 1, max: 255 }), fc.nat(7), (place, difference, shift) => {
      const table = new ContentTable();
      const content = new Uint8Array(length).map((_, i) => i);
      const add = (bytes: Uint8Array, low: number): number =>
        table.addOnce(1, bytes, bytes.length, () => ({ low, high: 0 })).low;
      expect(add(content, 1)).toBe(1);
      expect(add(content.slice(), 2)).toBe(1);
      const moved = new Uint8Array(length + 8).subarray(4 * (shift >> 2), 4 * (shift >> 2) + length);
      moved.set(content);
      expect(add(moved, 3)).toBe(1);
      moved[place] ^= difference;
      expect(add(moved.slice(), 4)).toBe(4);
    }),
  );
});

describe("content of one hash", () => {
  const lengths = [
    0,
    1,
    3,
    4,
    63,
    64,
    65,
    KEPT_LENGTH - 1,
    KEPT_LENGTH,
    KEPT_LENGTH + 1,
    KEPT_LENGTH + 5,
    SAMPLED_LENGTH,
  ];

  /** Returns content at a place in a buffer, so that it is aligned to words or not. */
  function at(shift: number, length: number, change = -1): Uint8Array {
    const bytes = new Uint8Array(length + 8).subarray(shift, shift + length);
    for (let i = 0; i < length; i++) bytes[i] = i * 7;
    if (change >= 0) bytes[change] ^= 0x80;
    return bytes;
  }

  test("is told apart by its type, its length and each byte, at any alignment", () => {
    const table = new ContentTable(() => 7);
    let written = 0;
    const add = (key: number, bytes: Uint8Array): number =>
      table.addOnce(key, bytes, bytes.length, () => ({ low: ++written, high: key })).low;
    for (const length of lengths) {
      for (const key of [1, 2]) {
        const first = written + 1;
        expect(add(key, at(0, length))).toBe(first);
        for (const shift of [0, 1, 2, 4]) expect(add(key, at(shift, length))).toBe(first);
        const places = [0, 1, length - 5, length - 4, length - 2, length - 1].filter(
          (place) => place >= 0 && place < length,
        );
        for (const place of new Set(places)) {
          const changed = written + 1;
          expect(add(key, at(place % 3, length, place))).toBe(changed);
          expect(add(key, at((place + 1) % 3, length, place))).toBe(changed);
        }
        expect(add(key, at(0, length))).toBe(first);
      }
    }
  });

  test("is told apart by all of its bytes when a sample of it is the same", () => {
    const table = new ContentTable();
    const length = SAMPLED_LENGTH + 3;
    let written = 0;
    const add = (bytes: Uint8Array, key = 1): number =>
      table.addOnce(key, bytes, bytes.length, () => ({ low: ++written, high: key })).low;
    const first = at(0, length);
    expect(add(first)).toBe(1);
    expect(add(at(4, length))).toBe(1);
    // Of 256 neighbours at most two are in a sample.
    const changed = Array.from({ length: 256 }, (_, i) => at(0, length, 1000 + i));
    for (const [i, bytes] of changed.entries()) expect(add(bytes)).toBe(2 + i);
    for (const [i, bytes] of changed.entries()) expect(add(bytes.slice())).toBe(2 + i);
    expect(add(first, 2)).toBe(258);
    expect(add(first.subarray(0, length - 1))).toBe(259);
    expect(add(first)).toBe(1);
  });

  test("is found in every arena, also after the bytes that it came in have changed", () => {
    const table = new ContentTable(() => 7);
    const bytes = new Uint8Array(KEPT_LENGTH - 4);
    const words = new Uint32Array(bytes.buffer);
    const add = (low: number): number => table.addOnce(1, bytes, bytes.length, () => ({ low, high: 0 })).low;
    // 65,536 bytes each: the 65th content begins the second, the 129th the third.
    for (let i = 0; i < 140; i++) {
      words.fill(i);
      expect(add(i)).toBe(i);
    }
    for (let i = 0; i < 140; i++) {
      words.fill(i);
      expect(add(1000)).toBe(i);
    }
  });

  test("has the words of its representation as they are", () => {
    const table = new ContentTable();
    const rep = { low: 0xffff_fffe, high: 0x8000_0001 };
    const bytes = Uint8Array.of(1, 2, 3);
    expect(table.addOnce(1, bytes, 3, () => rep)).toEqual(rep);
    expect(table.addOnce(1, bytes, 3, () => ({ low: 0, high: 0 }))).toEqual(rep);
    expect(table.addOnce(1, bytes, 2, () => ({ low: 4, high: 5 }))).toEqual({ low: 4, high: 5 });
  });
});
