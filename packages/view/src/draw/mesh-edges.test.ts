import * as fc from "fast-check";
import { expect, test } from "vitest";
import { multiply, uniqueEdges } from "./mesh-edges.ts";

test("each edge once, whatever its direction and number of triangles", () => {
  const corner = fc.nat(9);
  fc.assert(
    fc.property(fc.array(fc.tuple(corner, corner, corner), { maxLength: 40 }), (triangles) => {
      const expected = new Set<string>();
      for (const [a, b, c] of triangles) {
        for (const [from, to] of [
          [a, b],
          [b, c],
          [c, a],
        ]) {
          expected.add(`${Math.min(from, to)} ${Math.max(from, to)}`);
        }
      }
      const edges = uniqueEdges(Uint32Array.from(triangles.flat()));
      const found = Array.from({ length: edges.length / 2 }, (_, i) => `${edges[2 * i]} ${edges[2 * i + 1]}`);
      expect(found.length).toBe(expected.size);
      expect(new Set(found)).toEqual(expected);
    }),
  );
});

test("affine matrices are multiplied for row vectors", () => {
  const move = [1, 0, 0, 0, 1, 0, 0, 0, 1, 5, 6, 7];
  const double = [2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0];
  expect(multiply(move, double)).toEqual([2, 0, 0, 0, 2, 0, 0, 0, 2, 10, 12, 14]);
  expect(multiply(double, move)).toEqual([2, 0, 0, 0, 2, 0, 0, 0, 2, 5, 6, 7]);
});
