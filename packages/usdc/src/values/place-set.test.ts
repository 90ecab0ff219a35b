import * as fc from "fast-check";
import { expect, it } from "vitest";
import { PlaceSet } from "./place-set.ts";

const place = fc.oneof(
  fc.nat(40),
  fc.nat(2 ** 31 - 1),
  fc.maxSafeNat().map((n) => n % 2 ** 44),
);

it("has what a set of pairs has", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(place, fc.nat(255)), { maxLength: 3000, size: "max" }), (pairs) => {
      const set = new PlaceSet();
      const expected = new Set<string>();
      for (const [at, number] of pairs) {
        const key = `${at} ${number}`;
        expect(set.add(at, number)).toBe(!expected.has(key));
        expected.add(key);
      }
    }),
    { numRuns: 20 },
  );
});
