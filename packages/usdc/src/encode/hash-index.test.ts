import * as fc from "fast-check";
import { expect, test } from "vitest";
import { HashIndex } from "./hash-index.ts";
import { IntList } from "./int-list.ts";

test("an index finds every entry of a hash, and no other", () => {
  const hashes = fc.array(fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer()), { maxLength: 1000 });
  fc.assert(
    fc.property(hashes, (drawn) => {
      const index = new HashIndex();
      drawn.forEach((hash, i) => expect(index.add(hash)).toBe(i));
      for (const hash of new Set([...drawn, 7])) {
        const found: number[] = [];
        for (let entry = index.first(hash); entry >= 0; entry = index.next()) found.push(entry);
        const all = drawn.flatMap((other, i) => ((other | 0) === (hash | 0) ? [i] : []));
        expect(found.toSorted((a, b) => a - b)).toEqual(all);
      }
      index.clear();
      expect(index.first(drawn[0] ?? 0)).toBe(-1);
    }),
  );
});

test("a list keeps its numbers over the limits of its parts", () => {
  const list = new IntList();
  const size = 20_000;
  for (let i = 0; i < size; i++) expect(list.push(i * 7 - 50_000)).toBe(i);
  list.set(9000, 5);
  expect([list.length, list.get(0), list.get(9000), list.get(size - 1)]).toEqual([size, -50_000, 5, size * 7 - 50_007]);
  const all = list.take();
  expect(all).toEqual(Int32Array.from({ length: size }, (_, i) => (i === 9000 ? 5 : i * 7 - 50_000)));
  expect(list.length).toBe(0);
});
