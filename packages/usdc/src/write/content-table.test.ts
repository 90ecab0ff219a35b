import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ContentTable, KEPT_LENGTH } from "./content-table.ts";

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
