import * as fc from "fast-check";
import { expect, test } from "vitest";
import { uniqueEdges } from "./unique-edges.ts";

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
