/** The bones of a skeleton as triangles, as the reference's viewer has them (`UsdSkelImagingComputeBonePoints`). */
import type { RowMatrix } from "@usdkit/transforms";
import type { TriangleGeometry } from "../model/geometry.ts";

/** A pyramid: its tip, and the four corners of its base. */
const POINTS = 5;
const TRIANGLES = [0, 2, 1, 0, 3, 2, 0, 4, 3, 0, 1, 4];
/** Half the width of the base, in parts of the length. */
const WIDTH = 0.1;

/**
 * Returns a pyramid from each joint that has a parent, where its tip is, to that parent; undefined if no joint has one.
 *
 * @param parents of each joint its parent; −1 for a root
 * @param matrices from the spaces of joints to that of the skeleton
 */
export function bones(parents: Int32Array, matrices: readonly RowMatrix[]): TriangleGeometry | undefined {
  const joints = Array.from(parents.keys()).filter((joint) => parents[joint] >= 0);
  const points = joints.flatMap((joint) => bonePoints(matrices[joint], matrices[parents[joint]]));
  if (points.length === 0 || !points.every(Number.isFinite)) return undefined;
  return {
    type: "triangles",
    positions: Float32Array.from(points),
    normals: null,
    primvars: new Map(),
    pointOf: null,
    indices: Uint32Array.from(joints.flatMap((_, bone) => TRIANGLES.map((corner) => POINTS * bone + corner))),
    groups: [{ subset: null, firstTriangle: 0, triangles: (TRIANGLES.length / 3) * joints.length }],
    isDoubleSided: true,
  };
}

function bonePoints(joint: RowMatrix, parent: RowMatrix): number[] {
  const [x, y, z] = [parent[12], parent[13], parent[14]];
  const along = [joint[12] - x, joint[13] - y, joint[14] - z] as const;
  const length = Math.hypot(...along);
  // The base is along the two axes of the parent that the bone is not.
  const cosine = (row: number): number =>
    length === 0
      ? 0
      : Math.abs(along[0] * parent[4 * row] + along[1] * parent[4 * row + 1] + along[2] * parent[4 * row + 2]) / length;
  const main = [0, 1].find((row) => cosine(row) > Math.PI / 4) ?? 2;
  const i = sideOf(parent, main === 0 ? 1 : 0, WIDTH * length);
  const j = sideOf(parent, main === 2 ? 1 : 2, WIDTH * length);
  const corner = (a: number, b: number): number[] => [x, y, z].map((value, k) => value + a * i[k] + b * j[k]);
  return [joint[12], joint[13], joint[14], ...corner(1, 1), ...corner(1, -1), ...corner(-1, -1), ...corner(-1, 1)];
}

/** Returns an axis of a matrix with another length; zeros of an axis without a length. */
function sideOf(matrix: RowMatrix, row: number, size: number): readonly [number, number, number] {
  const [x, y, z] = [matrix[4 * row], matrix[4 * row + 1], matrix[4 * row + 2]];
  const length = Math.hypot(x, y, z);
  const scale = length === 0 ? 0 : size / length;
  return [scale * x, scale * y, scale * z];
}
