/** The vertices of a mesh that are drawn: its points, or the corners of its faces. */
import type { FaceArrays, MeshFaces } from "./mesh-faces.ts";
import type { Triangles } from "./triangulate.ts";

/** Vertices, and where they lie on the mesh. */
export interface Vertices {
  readonly count: number;
  /** Of each vertex: its point. */
  readonly points: Uint32Array;
  /** Of each vertex: its face in the mesh; null where vertices are points. A vertex is then the corner of its own index. */
  readonly faces: Uint32Array | null;
  /** Three vertices a triangle. */
  readonly indices: Uint32Array;
}

/** Returns the points as vertices: faces share them. */
export function pointVertices({ points, vertexIndices }: FaceArrays, { corners }: Triangles): Vertices {
  const count = Math.floor(points.length / 3);
  return {
    count,
    points: Uint32Array.from({ length: count }, (_, i) => i),
    faces: null,
    indices: corners.map((corner) => vertexIndices[corner]),
  };
}

/** Returns the corners as vertices, so that each face may have its own values. */
export function cornerVertices(
  { vertexIndices }: FaceArrays,
  { faces, ranges }: MeshFaces,
  { corners }: Triangles,
): Vertices {
  const points = new Uint32Array(vertexIndices.length);
  const faceOf = new Uint32Array(vertexIndices.length);
  for (let i = 0; i < faces.length; i++) {
    const [first, count] = [ranges[2 * i], ranges[2 * i + 1]];
    // Corners of other faces, whose points may not exist, keep point 0 and are in no triangle.
    points.set(vertexIndices.subarray(first, first + count), first);
    faceOf.fill(faces[i], first, first + count);
  }
  return { count: vertexIndices.length, points, faces: faceOf, indices: corners };
}
