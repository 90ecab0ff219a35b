import { expect, test } from "vitest";
import type { TriangleGeometry } from "../model/geometry.ts";
import { boundsOf, leastAgreement, volumeOf } from "../test-support/measure.ts";
import { plainPrim } from "../test-support/plain-prim.ts";
import { geometryTypes } from "./registry.ts";

type Attributes = Readonly<Record<string, number | string>>;

function shapeOf(type: string, attributes: Attributes): TriangleGeometry {
  const prim = plainPrim({ attributes });
  const geometry = geometryTypes.get(type)?.(prim, { subdivisionLevel: 0 });
  expect(prim.problems).toEqual([]);
  if (geometry?.type !== "triangles") throw new Error(`${type} is not made of triangles`);
  return geometry;
}

const { PI } = Math;
// Extents are those that the reference computes for the same attributes.
test.each<[type: string, attributes: Attributes, volume: number, bounds: number[]]>([
  ["Cube", { size: 2 }, 8, [-1, -1, -1, 1, 1, 1]],
  ["Sphere", { radius: 2 }, (32 / 3) * PI, [-2, -2, -2, 2, 2, 2]],
  ["Cylinder", { radius: 1, height: 4, axis: "X" }, 4 * PI, [-2, -1, -1, 2, 1, 1]],
  ["Cylinder", { radius: 1, height: 4, axis: "Y" }, 4 * PI, [-1, -2, -1, 1, 2, 1]],
  ["Cylinder_1", { radiusBottom: 3, radiusTop: 1, height: 2, axis: "Z" }, (26 / 3) * PI, [-3, -3, -1, 3, 3, 1]],
  ["Cone", { radius: 1, height: 3, axis: "Z" }, PI, [-1, -1, -1.5, 1, 1, 1.5]],
  ["Capsule", { radius: 1, height: 2, axis: "Y" }, (10 / 3) * PI, [-1, -2, -1, 1, 2, 1]],
])("%s %o has its volume, extent and normals", (type, attributes, volume, bounds) => {
  const shape = shapeOf(type, attributes);
  expect(volumeOf(shape) / volume).toBeGreaterThan(0.99);
  expect(volumeOf(shape) / volume).toBeLessThan(1 + 1e-6);
  expect(boundsOf(shape)).toEqual(bounds);
  expect(leastAgreement(shape)).toBeGreaterThan(0);
});

test.each([
  ["X", [0, -3, -1, 0, 3, 1]],
  ["Y", [-1, 0, -3, 1, 0, 3]],
  ["Z", [-1, -3, 0, 1, 3, 0]],
])("a Plane along %s has its sides where the reference has them", (axis, bounds) => {
  const shape = shapeOf("Plane", { width: 2, length: 6, axis });
  expect(boundsOf(shape)).toEqual(bounds);
  expect(leastAgreement(shape)).toBeGreaterThan(0);
});

test("the caps of a Capsule_1 touch its wall, as in the reference", () => {
  const shape = shapeOf("Capsule_1", { radiusBottom: 3, radiusTop: 1, height: 1, axis: "Z" });
  const [, , low, , , high] = boundsOf(shape);
  expect([low, high]).toEqual([expect.closeTo(-13.208204, 5), expect.closeTo(0.73606795, 5)]);
  expect(volumeOf(shape)).toBeGreaterThan(0);
  expect(leastAgreement(shape)).toBeGreaterThan(0);
});

test("what is no length or axis is a problem", () => {
  const prim = plainPrim({ attributes: { radius: Infinity, height: 1, axis: "W" } });
  expect(geometryTypes.get("Cylinder")?.(prim, { subdivisionLevel: 0 })).toBe(undefined);
  const other = plainPrim({ attributes: { radius: 1, height: 1, axis: "W" } });
  expect(geometryTypes.get("Cylinder")?.(other, { subdivisionLevel: 0 })).toBeDefined();
  const flat = plainPrim({ attributes: { radiusBottom: 1, radiusTop: 2, height: 0, axis: "Z" } });
  expect(geometryTypes.get("Capsule_1")?.(flat, { subdivisionLevel: 0 })).toBe(undefined);
  expect([prim.problems, other.problems, flat.problems]).toEqual([
    ["radius: Expected a finite length, found Infinity: the prim is not drawn"],
    ['axis: Expected "X", "Y" or "Z", found "W": the shape stands along Z'],
    ["height: A capsule of height 0 cannot have two radii: the prim is not drawn"],
  ]);
});
