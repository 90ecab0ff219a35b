import { describe, expect, test } from "vitest";
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

describe("values that are not constant", () => {
  const drawn = (type: string, interpolation: "uniform" | "vertex" | "faceVarying", count: number) => {
    const values = Float32Array.from({ length: count }, (_, i) => i);
    const primvars = { glow: { components: 1, values, interpolation, indices: null } };
    const prim = plainPrim({ attributes: { size: 2, radius: 1 }, primvars });
    const geometry = geometryTypes.get(type)?.(prim, { subdivisionLevel: 0 });
    if (geometry?.type !== "triangles") throw new Error(`${type} is not made of triangles`);
    return { geometry, glow: geometry.primvars.get("glow"), problems: prim.problems };
  };

  // The order of the reference's mesh of a cube, as in its pictures of cubes with a color for each face and point.
  test("belong to the faces, points and corners of a Cube", () => {
    const { geometry, glow } = drawn("Cube", "uniform", 6);
    expect([...(glow?.values ?? [])]).toEqual([0, 1, 2, 3, 4, 5].flatMap((face) => [face, face, face, face]));
    const front = [...geometry.positions].slice(3 * 12, 3 * 16);
    expect(front).toEqual([-1, -1, -1, 1, -1, -1, 1, -1, 1, -1, -1, 1]);
    expect([...(drawn("Cube", "vertex", 8).glow?.values ?? [])].slice(12, 16)).toEqual([4, 7, 3, 2]);
    expect(drawn("Cube", "faceVarying", 24).glow?.values).toEqual(Float32Array.from({ length: 24 }, (_, i) => i));
  });

  test("are a problem if they do not fit, or on other shapes", () => {
    const short = drawn("Cube", "uniform", 4);
    expect(short.glow).toBe(undefined);
    expect(short.problems).toEqual([
      'primvars:glow: Expected 6 values for the interpolation "uniform", found 4: the shape is drawn without it',
    ]);
    const ball = drawn("Sphere", "vertex", 92);
    expect(ball.glow).toEqual({ components: 1, values: Float32Array.of(0), isConstant: true });
    expect(ball.problems).toEqual([
      'primvars:glow: Values by "vertex" are not drawn on this shape: it has the first one',
    ]);
  });
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
