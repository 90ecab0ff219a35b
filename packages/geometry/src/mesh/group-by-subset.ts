/** Triangles in the order of the materials of their faces. */
import type { TriangleGroup } from "../model/geometry.ts";
import type { FaceSubset } from "../model/prim-reader.ts";

/** Triangles, those of a subset together. */
export interface GroupedTriangles {
  readonly indices: Uint32Array;
  readonly groups: readonly TriangleGroup[];
}

/**
 * Returns triangles by subset, those of no subset first. A face that is in several subsets belongs to the first.
 *
 * @param indices three vertices a triangle
 * @param facesOf returns of each triangle its face in the mesh
 */
export function groupBySubset(
  subsets: readonly FaceSubset[],
  indices: Uint32Array,
  facesOf: () => Uint32Array,
): GroupedTriangles {
  const triangles = indices.length / 3;
  if (subsets.length === 0) return { indices, groups: [{ subset: null, firstTriangle: 0, triangles }] };
  const faceOf = facesOf();
  const groupOf = groupOfTriangles(subsets, faceOf);
  const firsts = new Uint32Array(subsets.length + 2);
  for (const group of groupOf) firsts[group + 1]++;
  for (let i = 1; i < firsts.length; i++) firsts[i] += firsts[i - 1];
  const groups = [null, ...subsets.map(({ path }) => path)]
    .map((subset, i) => ({ subset, firstTriangle: firsts[i], triangles: firsts[i + 1] - firsts[i] }))
    .filter(({ triangles }) => triangles > 0);
  const grouped = new Uint32Array(indices.length);
  for (let triangle = 0; triangle < groupOf.length; triangle++) {
    const place = firsts[groupOf[triangle]]++;
    grouped.set(indices.subarray(3 * triangle, 3 * triangle + 3), 3 * place);
  }
  return { indices: grouped, groups };
}

/** Returns of each triangle 0, or one more than the index of the first subset that has its face. */
function groupOfTriangles(subsets: readonly FaceSubset[], faceOf: Uint32Array): Uint32Array {
  const highest = faceOf.reduce((most, face) => Math.max(most, face), 0);
  const subsetOf = new Int32Array(highest + 1);
  for (const [i, { faces }] of subsets.entries()) {
    for (const face of faces) if (face >= 0 && face <= highest && subsetOf[face] === 0) subsetOf[face] = i + 1;
  }
  return faceOf.map((face) => subsetOf[face]);
}
