/** Meshes that are subdivided: faces, edges and what is sharp. */

/** Sharpness from which an edge or a vertex stays sharp for good. */
export const INFINITE = 10;

/** A mesh without positions. */
export interface ControlMesh {
  readonly vertices: number;
  /** Corners of each face. */
  readonly counts: Int32Array;
  /** The vertex of each corner, face by face. */
  readonly corners: Int32Array;
  /** Of each face: the one that it is a part of, in the mesh before the first subdivision. */
  readonly faceOf: Int32Array;
  /** Sharpness of edges by {@link edgeKey}; 0 for others. */
  readonly sharpEdges: ReadonlyMap<number, number>;
  /** Sharpness of vertices; 0 for others. */
  readonly sharpVertices: ReadonlyMap<number, number>;
}

/** Returns a number for the edge between two vertices, in any order. */
export function edgeKey(vertices: number, a: number, b: number): number {
  return Math.min(a, b) * vertices + Math.max(a, b);
}

/** The edges of a mesh, in the order in which its faces have them. */
export interface MeshEdges {
  readonly count: number;
  /** Two vertices an edge. */
  readonly ends: Uint32Array;
  /** Of each corner: the edge to the next corner of its face. */
  readonly ofCorner: Uint32Array;
  /** Of each edge: how many faces it has. */
  readonly faces: Uint32Array;
  /** Of each edge: the first two of its faces; only the first counts where it has one. */
  readonly sides: Uint32Array;
  /** Of each edge: how sharp it is. Edges that are not between two faces are sharp for good. */
  readonly sharpness: Float64Array;
}

/** Returns the edges of a mesh. */
export function meshEdges({ vertices, counts, corners, sharpEdges }: ControlMesh): MeshEdges {
  const known = new Map<number, number>();
  const ends: number[] = [];
  const faces: number[] = [];
  const sides: number[] = [];
  const ofCorner = new Uint32Array(corners.length);
  let first = 0;
  for (let face = 0; face < counts.length; face++) {
    const count = counts[face];
    for (let i = 0; i < count; i++) {
      const [a, b] = [corners[first + i], corners[first + ((i + 1) % count)]];
      const key = edgeKey(vertices, a, b);
      let edge = known.get(key);
      if (edge === undefined) {
        edge = faces.length;
        known.set(key, edge);
        ends.push(a, b);
        faces.push(0);
        sides.push(0, 0);
      }
      if (faces[edge] < 2) sides[2 * edge + faces[edge]] = face;
      faces[edge]++;
      ofCorner[first + i] = edge;
    }
    first += count;
  }
  const sharpness = Float64Array.from(faces, (count) => (count === 2 ? 0 : INFINITE));
  for (const [key, edge] of known) if (faces[edge] === 2) sharpness[edge] = sharpEdges.get(key) ?? 0;
  return {
    count: faces.length,
    ends: Uint32Array.from(ends),
    ofCorner,
    faces: Uint32Array.from(faces),
    sides: Uint32Array.from(sides),
    sharpness,
  };
}

/** Returns the sharpness after one subdivision. */
export function decreased(sharpness: number): number {
  return sharpness >= INFINITE ? INFINITE : Math.max(0, sharpness - 1);
}

/** Returns of each face its first corner, and after the last the number of corners. */
export function firstCorners(counts: Int32Array): Uint32Array {
  const firsts = new Uint32Array(counts.length + 1);
  for (let i = 0; i < counts.length; i++) firsts[i + 1] = firsts[i] + counts[i];
  return firsts;
}
