import * as fc from "fast-check";
import { rowMatrix } from "@usdkit/transforms";
import { expect, test } from "vitest";
import { nodeMatrix } from "./node-matrix.ts";
import type { Quaternion, Triple } from "./numbers.ts";
import { matrixParts } from "./transform-parts.ts";

const number = fc.double({ min: -10, max: 10, noNaN: true });
const scale = fc.oneof(fc.double({ min: 0.1, max: 10, noNaN: true }), fc.double({ min: -10, max: -0.1, noNaN: true }));
const triple = (each: fc.Arbitrary<number>): fc.Arbitrary<Triple> => fc.tuple(each, each, each);
const rotation = fc
  .tuple(number, number, number, number)
  .filter((q) => Math.hypot(...q) > 0.1)
  .map((q) => q.map((value) => value / Math.hypot(...q)) as unknown as Quaternion);

test("the parts of a matrix make it again, mirrored ones too", () => {
  fc.assert(
    fc.property(triple(number), rotation, triple(scale), (translation, rotation, scale) => {
      const matrix = nodeMatrix({ kind: "trs", translation, rotation, scale });
      const parts = matrixParts(matrix);
      expect(parts.isWhole).toBe(true);
      const again = nodeMatrix({ kind: "trs", ...parts });
      for (let k = 0; k < 16; k++) expect(again[k]).toBeCloseTo(matrix[k], 8);
    }),
  );
});

test("a matrix that shears is more than its parts", () => {
  expect(matrixParts(rowMatrix([1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])).isWhole).toBe(false);
});
