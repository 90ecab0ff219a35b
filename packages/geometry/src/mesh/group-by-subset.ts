/** Triangles in the order of the materials of their faces. */
import type { TriangleGroup } from "../model/drawable.ts";
import type { FaceSubset } from "../model/prim-reader.ts";

/** Triangles, those of a subset together. */
export interface GroupedTriangles {
  readonly indices: Uint32Array;
  readonly groups: readonly TriangleGroup[];
}

/**
 * Returns triangles by subset, those of no subset first. A face that is in several subsets belongs to the first.
 *
 * @param faceOf of each triangle: its face in the mesh
 * @param indices three vertices a triangle
 */
export function groupBySubset(
  subsets: readonly FaceSubset[],
  faceOf: Uint32Array,
  indices: Uint32Array,
): GroupedTriangles {
  if (subsets.length === 0) return { indices, groups: [{ subset: null, firstTriangle: 0, triangles: faceOf.length }] };
  const subsetOf = subsetOfFaces(subsets);
  const groupOf = faceOf.map((face) => 1 + (subsetOf.get(face) ?? -1));
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

/** Returns of each face in a subset the index of that subset. */
function subsetOfFaces(subsets: readonly FaceSubset[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const [i, { faces }] of subsets.entries()) for (const face of faces) if (!found.has(face)) found.set(face, i);
  return found;
}
