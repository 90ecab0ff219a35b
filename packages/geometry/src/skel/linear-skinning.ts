/** Linear blend skinning: points are moved by the weighted mean of the matrices of their joints. */
import type { Influences } from "./skin.ts";

/**
 * Returns points that are moved by joints.
 *
 * @param points flat
 * @param bind from the space of the points to that of the matrices
 * @param transforms of joints, 16 numbers each
 */
export function skinPoints(
  points: Float32Array,
  bind: ArrayLike<number>,
  transforms: Float64Array,
  { joints, weights, perPoint }: Influences,
): Float32Array {
  const moved = new Float32Array(points.length);
  const count = Math.floor(points.length / 3);
  for (let i = 0; i < count; i++) {
    const [px, py, pz] = [points[3 * i], points[3 * i + 1], points[3 * i + 2]];
    const bx = px * bind[0] + py * bind[4] + pz * bind[8] + bind[12];
    const by = px * bind[1] + py * bind[5] + pz * bind[9] + bind[13];
    const bz = px * bind[2] + py * bind[6] + pz * bind[10] + bind[14];
    let [x, y, z] = [0, 0, 0];
    for (let k = perPoint * i; k < perPoint * (i + 1); k++) {
      const weight = weights[k];
      if (weight === 0) continue;
      const m = 16 * joints[k];
      x += weight * (bx * transforms[m] + by * transforms[m + 4] + bz * transforms[m + 8] + transforms[m + 12]);
      y += weight * (bx * transforms[m + 1] + by * transforms[m + 5] + bz * transforms[m + 9] + transforms[m + 13]);
      z += weight * (bx * transforms[m + 2] + by * transforms[m + 6] + bz * transforms[m + 10] + transforms[m + 14]);
    }
    moved[3 * i] = x;
    moved[3 * i + 1] = y;
    moved[3 * i + 2] = z;
  }
  return moved;
}

/**
 * Returns normals that are turned by joints, of any length.
 *
 * @param normals flat
 * @param pointOf of each normal its point; null: normals are in the order of points
 * @param bind from the space of the normals to that of the matrices, nine numbers
 * @param transforms inverse transposes of the matrices of joints, nine numbers each
 */
export function skinNormals(
  normals: Float32Array,
  pointOf: Int32Array | null,
  { bind, transforms }: NormalTransforms,
  { joints, weights, perPoint }: Influences,
): Float32Array {
  const turned = new Float32Array(normals.length);
  const count = Math.floor(normals.length / 3);
  for (let i = 0; i < count; i++) {
    const [px, py, pz] = [normals[3 * i], normals[3 * i + 1], normals[3 * i + 2]];
    const bx = px * bind[0] + py * bind[3] + pz * bind[6];
    const by = px * bind[1] + py * bind[4] + pz * bind[7];
    const bz = px * bind[2] + py * bind[5] + pz * bind[8];
    const point = pointOf === null ? i : pointOf[i];
    let [x, y, z] = [0, 0, 0];
    for (let k = perPoint * point; k < perPoint * (point + 1); k++) {
      const weight = weights[k];
      if (weight === 0) continue;
      const m = 9 * joints[k];
      x += weight * (bx * transforms[m] + by * transforms[m + 3] + bz * transforms[m + 6]);
      y += weight * (bx * transforms[m + 1] + by * transforms[m + 4] + bz * transforms[m + 7]);
      z += weight * (bx * transforms[m + 2] + by * transforms[m + 5] + bz * transforms[m + 8]);
    }
    turned[3 * i] = x;
    turned[3 * i + 1] = y;
    turned[3 * i + 2] = z;
  }
  return turned;
}

/** Matrices of nine numbers for normals. */
export interface NormalTransforms {
  readonly bind: ArrayLike<number>;
  readonly transforms: Float64Array;
}
