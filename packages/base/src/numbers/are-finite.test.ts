import * as fc from "fast-check";
import { expect, test } from "vitest";
import { areFinite } from "./are-finite.ts";

test("agrees with a test of each number", () => {
  fc.assert(
    fc.property(fc.float32Array(), (numbers) => {
      expect(areFinite(numbers)).toBe(numbers.every((value) => Number.isFinite(value)));
    }),
  );
});
