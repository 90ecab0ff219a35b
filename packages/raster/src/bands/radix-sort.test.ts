import * as fc from "fast-check";
import { expect, test } from "vitest";
import { keyOfFloat, sortByKey } from "./radix-sort.ts";
import { ThreadMemory } from "./thread-memory.ts";

const keys = fc.oneof(
  fc.array(fc.integer({ min: 0, max: 0xffffffff }), { maxLength: 300 }),
  // Many of the same, and close ones.
  fc.array(fc.integer({ min: 0x40000000, max: 0x40000010 }), { minLength: 60, maxLength: 300 }),
);

test("sorts as a stable sort does", () => {
  const memory = new ThreadMemory();
  fc.assert(
    fc.property(keys, (list) => {
      const expected = list.map((key, i) => [key, i]).toSorted(([a], [b]) => a - b);
      const [sorted, values] = [Uint32Array.from(list), Uint32Array.from(list.keys())];
      sortByKey(sorted, values, list.length, memory);
      expect(Array.from(sorted, (key, i) => [key, values[i]])).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

test("keys of floats have their order", () => {
  const float = fc.float({ noNaN: true });
  fc.assert(
    fc.property(float, float, (a, b) => {
      if (a === b) return;
      expect(keyOfFloat(a) < keyOfFloat(b)).toBe(a < b);
    }),
    { numRuns: 2_000 },
  );
});
