/** Areas of faces, and how normals agree with them. */
import type { MeshTopology } from "./mesh-topology.ts";

/** The faces of a mesh with its points, flat. */
export interface MeshFaces extends MeshTopology {
  readonly positions: ArrayLike<number>;
}

type FacePoints = Pick<MeshFaces, "indices" | "positions">;

/** The sum of the vectors of a fan of triangles: twice the area of a face, in the direction of its normal. x, y and z. */
type AreaVector = Float64Array;

/** Computes the area vector of a face, from edges in single precision, as those of a `point3f[]`. */
function areaVector({ indices, positions }: FacePoints, corner: number, count: number, sum: AreaVector): void {
  const origin = 3 * indices[corner];
  const x0 = positions[origin];
  const y0 = positions[origin + 1];
  const z0 = positions[origin + 2];
  let [x, y, z, ax, ay, az] = [0, 0, 0, 0, 0, 0];
  for (let i = 1; i < count; i++) {
    const at = 3 * indices[corner + i];
    const bx = Math.fround(positions[at] - x0);
    const by = Math.fround(positions[at + 1] - y0);
    const bz = Math.fround(positions[at + 2] - z0);
    if (i > 1) {
      x += ay * bz - az * by;
      y += az * bx - ax * bz;
      z += ax * by - ay * bx;
    }
    // One by one: a list would be an object for each corner.
    ax = bx;
    ay = by;
    az = bz;
  }
  sum[0] = x;
  sum[1] = y;
  sum[2] = z;
}

/** Returns the number of faces without an area, and the first one; -1 if there is none. */
export function zeroAreaFaces(mesh: MeshFaces): { readonly count: number; readonly first: number } {
  const sum: AreaVector = new Float64Array(3);
  let count = 0;
  let first = -1;
  let corner = 0;
  for (let face = 0; face < mesh.counts.length; face++) {
    areaVector(mesh, corner, mesh.counts[face], sum);
    corner += mesh.counts[face];
    if (hasArea(sum)) continue;
    count++;
    if (first < 0) first = face;
  }
  return { count, first };
}

/** Returns the faces that draw something, and their corners: those of which not all points are on a line. */
export function facesInUse(mesh: MeshFaces): { readonly faces: Int32Array; readonly corners: Int32Array } {
  const faces: number[] = [];
  const corners: number[] = [];
  let corner = 0;
  for (let face = 0; face < mesh.counts.length; face++) {
    const count = mesh.counts[face];
    if (isDrawn(mesh, corner, count)) {
      faces.push(face);
      for (let i = 0; i < count; i++) corners.push(corner + i);
    }
    corner += count;
  }
  return { faces: Int32Array.from(faces), corners: Int32Array.from(corners) };
}

/** Whether a triangle of the fan of a face has an area: their sum may be 0 all the same. */
function isDrawn(mesh: FacePoints, corner: number, count: number): boolean {
  const sum: AreaVector = new Float64Array(3);
  const { indices, positions } = mesh;
  areaVector(mesh, corner, count, sum);
  for (let i = 1; !hasArea(sum) && i + 1 < count; i++) {
    const triangle = Int32Array.of(indices[corner], indices[corner + i], indices[corner + i + 1]);
    areaVector({ indices: triangle, positions }, 0, 3, sum);
  }
  return hasArea(sum);
}

function hasArea(sum: AreaVector): boolean {
  return sum[0] !== 0 || sum[1] !== 0 || sum[2] !== 0;
}

/** Normals of a mesh: which one each face, corner or point has. */
export interface NormalValues {
  /** Flat, three numbers a normal. */
  readonly values: ArrayLike<number>;
  /** Undefined if the normals are not indexed. */
  readonly indices: Int32Array | undefined;
  readonly per: "face" | "corner" | "point";
}

/**
 * Returns the sum of the scalar products of normals with the area vectors of their faces: positive if normals are on the side of
 * the faces from which these are counterclockwise.
 */
export function windingBias(mesh: MeshFaces, { values, indices, per }: NormalValues): number {
  const sum: AreaVector = new Float64Array(3);
  let bias = 0;
  let corner = 0;
  for (let face = 0; face < mesh.counts.length; face++) {
    const count = mesh.counts[face];
    areaVector(mesh, corner, count, sum);
    for (let i = 0; i < (per === "face" ? 1 : count) && count > 2; i++) {
      const element = per === "face" ? face : per === "corner" ? corner + i : mesh.indices[corner + i];
      const at = 3 * (indices === undefined ? element : indices[element]);
      bias += sum[0] * values[at] + sum[1] * values[at + 1] + sum[2] * values[at + 2];
    }
    corner += count;
  }
  return bias / 2;
}

/** What is wrong with single vectors of a list that should be of unit length. */
export interface UnitVectorProblem {
  readonly kind: "notFinite" | "notUnit";
  readonly index: number;
  readonly length: number;
}

/** Share of a tolerance within which rounding makes no difference. */
const SURE = 0.999;

/** Returns the first vector with a component that is not finite, otherwise the first one that is not of unit length. */
export function unitVectorProblem(values: ArrayLike<number>, tolerance: number): UnitVectorProblem | undefined {
  let notUnit: UnitVectorProblem | undefined;
  for (let at = 0; at + 2 < values.length; at += 3) {
    const x = values[at];
    const y = values[at + 1];
    const z = values[at + 2];
    // Most are of unit length by far, and `hypot` takes several times as long.
    if (Math.abs(Math.sqrt(x * x + y * y + z * z) - 1) < tolerance * SURE) continue;
    const length = Math.hypot(x, y, z);
    if (!Number.isFinite(length)) return { kind: "notFinite", index: at / 3, length };
    if (notUnit === undefined && Math.abs(length - 1) > tolerance) notUnit = { kind: "notUnit", index: at / 3, length };
  }
  return notUnit;
}
