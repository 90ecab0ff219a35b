import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { TriangleGeometry } from "../model/geometry.ts";
import type { Primvar } from "../model/prim-reader.ts";
import { areaOf, areaVector } from "../test-support/measure.ts";
import { plainPrim, type PlainPrim } from "../test-support/plain-prim.ts";
import { mesh } from "./mesh.ts";

/** Two unit squares side by side, seen from +z. */
const SQUARES = {
  points: [0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 1, 0, 1, 1, 0, 2, 1, 0],
  faceVertexCounts: [4, 4],
  faceVertexIndices: [0, 1, 4, 3, 1, 2, 5, 4],
  subdivisionScheme: "none",
};

function draw(prim: PlainPrim, subdivisionLevel = 0): { geometry: TriangleGeometry; problems: readonly string[] } {
  const reader = plainPrim(prim);
  const geometry = mesh(reader, { subdivisionLevel });
  if (geometry === undefined) throw new Error("nothing is drawn");
  return { geometry, problems: reader.problems };
}

const repeated = (times: number, ...values: number[]): number[] => Array.from({ length: times }, () => values).flat();

const primvar = (interpolation: Primvar["interpolation"], components: number, ...values: number[]): Primvar => ({
  components,
  values: Float32Array.from(values),
  interpolation,
  indices: null,
});

test("faces share points, and are flat without normals", () => {
  const { geometry } = draw({ attributes: SQUARES });
  expect(geometry.positions.length).toBe(18);
  expect(Array.from(geometry.indices)).toEqual([0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4]);
  expect([geometry.normals, geometry.primvars.size]).toEqual([null, 0]);
  expect(geometry.groups).toEqual([{ subset: null, firstTriangle: 0, triangles: 4 }]);
});

test("a mesh with a subdivision scheme has smooth normals, whatever it authors", () => {
  const { geometry } = draw({
    attributes: { ...SQUARES, subdivisionScheme: "catmullClark" },
    primvars: { normals: primvar("constant", 3, 1, 0, 0) },
  });
  expect(Array.from(geometry.normals ?? [])).toEqual(repeated(6, 0, 0, 1));
});

test("corners with the same values share a vertex", () => {
  const { geometry } = draw({
    attributes: SQUARES,
    primvars: {
      normals: primvar("faceVarying", 3, ...repeated(8, 0, 0, 1)),
      st: { ...primvar("faceVarying", 2, 0, 0, 1, 0, 1, 1, 0, 1), indices: Int32Array.of(0, 1, 2, 3, 1, 0, 3, 2) },
    },
  });
  expect(geometry.positions.length).toBe(18);
  expect(Array.from(geometry.primvars.get("st")?.values ?? [])).toEqual([0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 0, 1]);
  expect(areaVector(geometry)).toEqual([0, 0, 2]);
});

test("a left-handed mesh faces the other side", () => {
  const right = draw({ attributes: SQUARES }).geometry;
  const left = draw({ attributes: { ...SQUARES, orientation: "leftHanded" } }).geometry;
  expect([areaVector(right), areaVector(left)]).toEqual([
    [0, 0, 2],
    [0, 0, -2],
  ]);
});

test("values by face or by corner give each corner a vertex, with its own values", () => {
  const { geometry } = draw({
    attributes: SQUARES,
    primvars: {
      displayColor: primvar("uniform", 3, 1, 0, 0, 0, 1, 0),
      displayOpacity: primvar("constant", 1, 0.5),
      st: { ...primvar("faceVarying", 2, 0, 0, 1, 1), indices: Int32Array.of(0, 1, 0, 1, 1, 0, 1, 0) },
      uv: primvar("vertex", 2, 0, 0, 1, 0, 2, 0, 0, 1, 1, 1, 2, 1),
    },
  });
  expect(geometry.positions.length).toBe(24);
  const valuesOf = (name: string): number[] => Array.from(geometry.primvars.get(name)?.values ?? []);
  expect(valuesOf("displayColor")).toEqual([...repeated(4, 1, 0, 0), ...repeated(4, 0, 1, 0)]);
  expect(geometry.primvars.get("displayOpacity")).toEqual({
    components: 1,
    values: Float32Array.of(0.5),
    isConstant: true,
  });
  expect(valuesOf("st")).toEqual([0, 0, 1, 1, 0, 0, 1, 1, 1, 1, 0, 0, 1, 1, 0, 0]);
  expect(valuesOf("uv")).toEqual([0, 0, 1, 0, 1, 1, 0, 1, 1, 0, 2, 0, 2, 1, 1, 1]);
  expect(areaVector(geometry)).toEqual([0, 0, 2]);
});

test("triangles are grouped by subset, and holes are left out", () => {
  const { geometry } = draw({
    attributes: {
      ...SQUARES,
      faceVertexCounts: [4, 4, 3],
      faceVertexIndices: [0, 1, 4, 3, 1, 2, 5, 4, 0, 1, 5],
      holeIndices: [2],
    },
    subsets: [{ path: "/M/red", faces: Int32Array.of(0, 99) }],
  });
  expect(geometry.groups).toEqual([
    { subset: null, firstTriangle: 0, triangles: 2 },
    { subset: "/M/red", firstTriangle: 2, triangles: 2 },
  ]);
  expect(Array.from(geometry.indices)).toEqual([1, 2, 5, 1, 5, 4, 0, 1, 4, 0, 4, 3]);
});

test("faces that cannot be drawn are problems, and the rest is drawn", () => {
  const { geometry, problems } = draw({
    attributes: {
      ...SQUARES,
      points: [...SQUARES.points, NaN, 0, 0],
      faceVertexCounts: [4, 2, 3, 3, 3, 4, -1],
      faceVertexIndices: [0, 1, 4, 3, 0, 1, 0, 1, 7, 0, -1, 1, 0, 1, 6, 1],
    },
    primvars: {
      displayColor: primvar("vertex", 3, 1, 0, 0),
      st: { ...primvar("constant", 2, 0, 0), indices: Int32Array.of(4) },
    },
  });
  expect(areaOf(geometry)).toBe(1);
  expect(problems).toEqual([
    "faceVertexCounts: 1 face is not drawn: fewer than three corners",
    "faceVertexIndices: 2 faces are not drawn: a corner is no point of the mesh",
    "points: 1 face is not drawn: a coordinate is not finite",
    "faceVertexCounts: 2 faces are not drawn: the counts ask for more corners than there are indices",
    'primvars:displayColor: Expected 7 values for the interpolation "vertex", found 1: the mesh is drawn without it',
    "primvars:st: Index 4 is beyond the 1 values: the mesh is drawn without it",
  ]);
  const empty = plainPrim({
    attributes: { points: [0, 0, 0], faceVertexCounts: [2 ** 31 - 1], subdivisionScheme: "none" },
  });
  expect(mesh(empty, { subdivisionLevel: 3 })).toBe(undefined);
});

test("law: triangles cover a star-shaped face once, in any plane", () => {
  const radii = fc.array(fc.double({ min: 0.2, max: 1, noNaN: true }), { minLength: 4, maxLength: 24 });
  fc.assert(
    fc.property(radii, fc.constantFrom(0, 1, 2), fc.boolean(), (lengths, axis, isTurned) => {
      const corners = lengths.map((length, i) => {
        const angle = ((isTurned ? -2 : 2) * Math.PI * i) / lengths.length;
        const point = [0, 0, 0];
        [point[(axis + 1) % 3], point[(axis + 2) % 3]] = [length * Math.cos(angle), length * Math.sin(angle)];
        return point;
      });
      const { geometry } = draw({
        attributes: {
          points: corners.flat(),
          faceVertexCounts: [corners.length],
          faceVertexIndices: corners.map((_, i) => i),
          subdivisionScheme: "none",
        },
      });
      const expected =
        lengths.reduce((sum, length, i) => sum + length * lengths[(i + 1) % lengths.length], 0) *
        0.5 *
        Math.sin((2 * Math.PI) / lengths.length);
      expect(areaOf(geometry)).toBeCloseTo(expected, 5);
      expect(areaVector(geometry)[axis]).toBeCloseTo(isTurned ? -expected : expected, 5);
    }),
  );
});
