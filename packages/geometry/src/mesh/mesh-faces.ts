/** The faces of a mesh that can be drawn. */
import { areFinite, inBlocks } from "@usdkit/base";

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
  /** Corners that follow those of the last face. */
  readonly surplusCorners: number;
}

/** States of the points of a face, the worst one last. */
const [GOOD, NOT_FINITE, OUT_OF_RANGE] = [0, 1, 2];

/** Faces that are found one after another. */
interface FoundFaces {
  readonly counts: Int32Array;
  readonly vertexIndices: Int32Array;
  /** Of each point: 1 if it is finite. */
  readonly isFinite: Uint8Array;
  readonly faces: Int32Array;
  readonly ranges: Int32Array;
  kept: number;
  /** The first corner of the next face. */
  corner: number;
  tooSmall: number;
  outOfRange: number;
  notFinite: number;
}

/** Returns the faces that can be drawn, holes among them, and how many cannot. */
export function meshFaces({ points, counts, vertexIndices }: FaceArrays): { good: MeshFaces; bad: BadFaces } {
  const total = facesWithCorners(counts, vertexIndices.length);
  const found: FoundFaces = {
    counts,
    vertexIndices,
    isFinite: finitePoints(points),
    faces: new Int32Array(total),
    ranges: new Int32Array(2 * total),
    kept: 0,
    corner: 0,
    tooSmall: 0,
    outOfRange: 0,
    notFinite: 0,
  };
  inBlocks(total, (from, to) => findFaces(found, from, to));
  const { faces, ranges, kept, tooSmall, outOfRange, notFinite } = found;
  const good = { faces: faces.subarray(0, kept), ranges: ranges.subarray(0, 2 * kept) };
  const withoutCorners = counts.length - total;
  const surplusCorners = withoutCorners > 0 ? 0 : vertexIndices.length - found.corner;
  return { good, bad: { tooSmall, outOfRange, notFinite, withoutCorners, surplusCorners } };
}

function findFaces(found: FoundFaces, from: number, to: number): void {
  const { counts, vertexIndices, isFinite, faces, ranges } = found;
  let { kept, corner } = found;
  for (let face = from; face < to; face++) {
    const count = counts[face];
    let worst = GOOD;
    for (let i = corner; i < corner + count; i++) {
      const point = vertexIndices[i];
      const state = point < 0 || point >= isFinite.length ? OUT_OF_RANGE : isFinite[point] === 1 ? GOOD : NOT_FINITE;
      if (state > worst) worst = state;
    }
    if (count < 3) found.tooSmall++;
    else if (worst === OUT_OF_RANGE) found.outOfRange++;
    else if (worst === NOT_FINITE) found.notFinite++;
    else {
      faces[kept] = face;
      ranges[2 * kept] = corner;
      ranges[2 * kept + 1] = count;
      kept++;
    }
    corner += count;
  }
  found.kept = kept;
  found.corner = corner;
}

/** Returns how many faces there are before the first one for which there are no corners. */
function facesWithCorners(counts: Int32Array, corners: number): number {
  let left = corners;
  for (let face = 0; face < counts.length; face++) {
    if (counts[face] < 0 || counts[face] > left) return face;
    left -= counts[face];
  }
  return counts.length;
}

/** Returns of each point 1 if its coordinates are finite. */
export function finitePoints(points: Float32Array): Uint8Array {
  const found = new Uint8Array(Math.floor(points.length / 3));
  if (areFinite(points)) return found.fill(1);
  for (let i = 0; i < found.length; i++) {
    const at = 3 * i;
    found[i] = Number.isFinite(points[at] + points[at + 1] + points[at + 2]) ? 1 : 0;
  }
  return found;
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
