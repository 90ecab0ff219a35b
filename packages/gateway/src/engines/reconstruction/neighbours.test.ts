import * as fc from "fast-check";
import { expect, test } from "vitest";
import { randomOf } from "../random.ts";
import { findNeighbours } from "./neighbours.ts";

const COUNT = 4;

function nearest(positions: Float32Array, point: number): number[] {
  const distances: number[] = [];
  for (let other = 0; other < positions.length / 3; other++) {
    if (other === point) continue;
    const steps = [0, 1, 2].map((axis) => (positions[3 * other + axis] ?? 0) - (positions[3 * point + axis] ?? 0));
    distances.push(Math.hypot(...steps));
  }
  return distances.toSorted((a, b) => a - b).slice(0, COUNT);
}

test("finds the nearest points of evenly spread ones, as brute force does", () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 50, max: 300 }), (seed, points) => {
      const random = randomOf(seed);
      const positions = Float32Array.from({ length: 3 * points }, () => random() * 10 - 5);
      const { indices, distances } = findNeighbours(positions, COUNT);
      for (let point = 0; point < points; point++) {
        const found = [...distances.subarray(point * COUNT, (point + 1) * COUNT)];
        expect(found).toEqual(nearest(positions, point));
        const ids = indices.subarray(point * COUNT, (point + 1) * COUNT);
        expect(new Set(ids).size).toBe(COUNT);
        expect(ids).not.toContain(point);
      }
    }),
    { numRuns: 20 },
  );
});

test("returns no neighbours for an outlier or a single point", () => {
  const random = randomOf("far");
  const positions = Float32Array.from({ length: 300 }, () => random());
  positions.set([1000, 1000, 1000], 0);
  const { indices } = findNeighbours(positions, COUNT);
  expect([...indices.subarray(0, COUNT)]).toEqual([-1, -1, -1, -1]);
  expect([...indices.subarray(COUNT)].every((other) => other > 0)).toBe(true);
  expect([...findNeighbours(new Float32Array(3), 2).indices]).toEqual([-1, -1]);
});

test("coincident points are neighbours at distance 0", () => {
  const { distances } = findNeighbours(new Float32Array(30).fill(2), COUNT);
  expect(distances.every((distance) => distance === 0)).toBe(true);
});
