/** The faces of a mesh that can be drawn. */

/** The arrays of a mesh that make its faces. */
export interface FaceArrays {
  /** Flat, three numbers a point. */
  readonly points: Float32Array;
  readonly counts: Int32Array;
  readonly vertexIndices: Int32Array;
  readonly holes: Int32Array;
}

/** Faces of a mesh: all, or those that are drawn. */
export interface MeshFaces {
  /** Of each face: its index in the mesh. */
  readonly faces: Int32Array;
  /** Of each face: its first corner, as an index into `faceVertexIndices`, and how many it has; two numbers a face. */
  readonly ranges: Int32Array;
}

/** How many faces cannot be drawn, by reason. */
export interface BadFaces {
  /** Fewer than three corners. */
  readonly tooSmall: number;
  /** A corner is no point. */
  readonly outOfRange: number;
  /** A coordinate of a point is not finite. */
  readonly notFinite: number;
  /** The counts ask for more corners than there are, here and in all faces that follow. */
  readonly withoutCorners: number;
}

/** Returns the faces that can be drawn, holes among them, and how many cannot. */
export function meshFaces({ points, counts, vertexIndices }: FaceArrays): { good: MeshFaces; bad: BadFaces } {
  const faces: number[] = [];
  const ranges: number[] = [];
  let [tooSmall, outOfRange, notFinite, withoutCorners] = [0, 0, 0, 0];
  let corner = 0;
  for (let face = 0; face < counts.length; face++) {
    const count = counts[face];
    if (count < 0 || corner + count > vertexIndices.length) {
      withoutCorners = counts.length - face;
      break;
    }
    const corners = vertexIndices.subarray(corner, corner + count);
    if (count < 3) tooSmall++;
    else if (!corners.every((point) => point >= 0 && 3 * point + 2 < points.length)) outOfRange++;
    else if (!corners.every((point) => isFinitePoint(points, point))) notFinite++;
    else {
      faces.push(face);
      ranges.push(corner, count);
    }
    corner += count;
  }
  const good = { faces: Int32Array.from(faces), ranges: Int32Array.from(ranges) };
  return { good, bad: { tooSmall, outOfRange, notFinite, withoutCorners } };
}

/** Returns the faces that are no holes. */
export function withoutHoles({ faces, ranges }: MeshFaces, holes: Int32Array): MeshFaces {
  if (holes.length === 0) return { faces, ranges };
  const isHole = new Set(holes);
  const kept = Array.from(faces.keys()).filter((i) => !isHole.has(faces[i]));
  return {
    faces: Int32Array.from(kept, (i) => faces[i]),
    ranges: Int32Array.from(kept.flatMap((i) => [ranges[2 * i], ranges[2 * i + 1]])),
  };
}

function isFinitePoint(points: Float32Array, point: number): boolean {
  return Number.isFinite(points[3 * point] + points[3 * point + 1] + points[3 * point + 2]);
}
