/** Whether the arrays of a mesh fit together. */

/** The arrays that make the faces of a mesh. */
export interface MeshTopology {
  /** `faceVertexCounts`. */
  readonly counts: Int32Array;
  /** `faceVertexIndices`. */
  readonly indices: Int32Array;
  /** The number of points. */
  readonly points: number;
}

/** What is wrong with the faces of a mesh. */
export type TopologyProblem =
  | { readonly kind: "noPoints" | "noFaces" }
  | { readonly kind: "negativeCount"; readonly face: number; readonly count: number }
  | { readonly kind: "sum"; readonly sum: number; readonly indices: number }
  | { readonly kind: "index"; readonly corner: number; readonly index: number; readonly points: number };

/** Returns the first problem of the faces of a mesh; undefined if they can be used (`UsdGeomMesh::ValidateTopology`). */
export function topologyProblem({ counts, indices, points }: MeshTopology): TopologyProblem | undefined {
  if (points === 0) return { kind: "noPoints" };
  if (counts.length === 0 || indices.length === 0) return { kind: "noFaces" };
  let sum = 0;
  for (let face = 0; face < counts.length; face++) {
    const count = counts[face];
    if (count < 0) return { kind: "negativeCount", face, count };
    sum += count;
  }
  if (sum !== indices.length) return { kind: "sum", sum, indices: indices.length };
  for (let corner = 0; corner < indices.length; corner++) {
    const index = indices[corner];
    if (index < 0 || index >= points) return { kind: "index", corner, index, points };
  }
  return undefined;
}

/** Returns the number of points that no face uses, and the first one. */
export function unusedPoints({ indices, points }: MeshTopology): { readonly count: number; readonly first: number } {
  const isUsed = new Uint8Array(points);
  for (const index of indices) isUsed[index] = 1;
  let count = 0;
  for (let point = 0; point < points; point++) count += 1 - isUsed[point];
  return { count, first: count === 0 ? -1 : isUsed.indexOf(0) };
}

/** Returns the elements that have an index, ascending; indices are from 0 to `count`, without it. */
export function elementsInUse(indices: ArrayLike<number>, count: number): Int32Array {
  const isUsed = new Uint8Array(count);
  for (let i = 0; i < indices.length; i++) isUsed[indices[i]] = 1;
  return Int32Array.from(isUsed.keys()).filter((element) => isUsed[element] === 1);
}

/** Returns the number of triangles of the faces: two less than corners each. */
export function triangleCount(counts: Int32Array): number {
  let triangles = 0;
  for (const count of counts) triangles += Math.max(0, count - 2);
  return triangles;
}
