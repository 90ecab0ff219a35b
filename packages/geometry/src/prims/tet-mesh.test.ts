import { expect, test } from "vitest";
import { volumeOf } from "../test-support/measure.ts";
import { plainPrim } from "../test-support/plain-prim.ts";
import { tetMesh } from "./tet-mesh.ts";

const POINTS = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1];

test("a TetMesh is the triangles that only one tetrahedron has", () => {
  const prim = plainPrim({ attributes: { points: POINTS, tetVertexIndices: [0, 1, 2, 3, 1, 2, 3, 4] } });
  const geometry = tetMesh(prim, { subdivisionLevel: 0 });
  if (geometry === undefined) throw new Error("nothing is drawn");
  expect(prim.problems).toEqual([]);
  expect(geometry.indices.length / 3).toBe(6);
  expect(geometry.normals?.length).toBe(15);
  // The first tetrahedron has a volume of 1/6, the second of 1/3.
  expect(volumeOf(geometry)).toBeCloseTo(0.5, 6);
});

test("the authored surface counts, and tetrahedra without points are left out", () => {
  const authored = plainPrim({
    attributes: { points: POINTS, tetVertexIndices: [0, 1, 2, 3], surfaceFaceVertexIndices: [0, 2, 1, 0, 1, 9] },
  });
  expect(tetMesh(authored, { subdivisionLevel: 0 })?.indices).toEqual(Uint32Array.of(0, 2, 1));
  expect(authored.problems).toEqual(["faceVertexIndices: 1 face is not drawn: a corner is no point of the mesh"]);
  const bad = plainPrim({ attributes: { points: POINTS, tetVertexIndices: [0, 1, 2, -1, 0, 1, 2, 3, 7] } });
  expect(tetMesh(bad, { subdivisionLevel: 0 })?.indices.length).toBe(12);
});
