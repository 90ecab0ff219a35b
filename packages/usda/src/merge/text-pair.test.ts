import * as fc from "fast-check";
import { expect, test } from "vitest";
import { TextPair } from "./text-pair.ts";

const bytes = fc.uint8Array({ max: 2, maxLength: 40 });

test("ranges are the same if their bytes are, wherever the texts differ", () => {
  const edited = fc.tuple(bytes, fc.nat(40), fc.nat(4), bytes).map(([a, at, size, middle]) => {
    return [a, Uint8Array.from([...a.subarray(0, at), ...middle.subarray(0, 4), ...a.subarray(at + size)])] as const;
  });
  fc.assert(
    fc.property(
      fc.oneof(edited, fc.tuple(bytes, bytes)),
      fc.nat(40),
      fc.nat(40),
      fc.nat(12),
      ([a, b], left, right, size) => {
        const pair = new TextPair(a, b);
        expect(pair.isEqual).toBe(Buffer.compare(a, b) === 0);
        const [from, to] = [Math.min(left, a.length), Math.min(right, b.length)];
        const length = Math.min(size, a.length - from, b.length - to);
        const same = Buffer.compare(a.subarray(from, from + length), b.subarray(to, to + length)) === 0;
        expect(pair.same({ start: from, end: from + length }, { start: to, end: to + length })).toBe(same);
        // The same distance from the start, and from the end.
        const end = Math.min(a.length, b.length);
        expect(pair.same({ start: Math.min(from, end), end }, { start: Math.min(from, end), end })).toBe(
          Buffer.compare(a.subarray(Math.min(from, end), end), b.subarray(Math.min(from, end), end)) === 0,
        );
        const tail = Math.min(left, end);
        expect(pair.same({ start: a.length - tail, end: a.length }, { start: b.length - tail, end: b.length })).toBe(
          Buffer.compare(a.subarray(a.length - tail), b.subarray(b.length - tail)) === 0,
        );
        expect(pair.same({ start: 0, end: 1 }, { start: 0, end: 2 })).toBe(false);
        expect(pair.same(undefined, { start: 0, end: 1 })).toBe(false);
      },
    ),
    { numRuns: 500 },
  );
});
