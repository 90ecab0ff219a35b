import * as fc from "fast-check";
import { expect, test } from "vitest";
import { greatest, least } from "./least-and-greatest.ts";

test("are those of Math for coordinates of corners", () => {
  const coordinate = fc.integer({ min: -(2 ** 25), max: 2 ** 25 });
  fc.assert(
    fc.property(coordinate, coordinate, (a, b) => {
      expect([least(a, b), greatest(a, b)]).toStrictEqual([Math.min(a, b), Math.max(a, b)]);
    }),
  );
  expect([least(-3, -3), greatest(-3, -3)]).toStrictEqual([-3, -3]);
});
