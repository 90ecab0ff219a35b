/** Dual quaternion skinning (Kavan et al. 2007): points are moved by the blended rotations and translations of their joints. */
import type { DecomposedTransforms } from "./dual-quaternions.ts";
import type { Influences } from "./skin.ts";

/** Below this length a blended quaternion is no rotation. */
const NO_ROTATION = 1e-10;

/**
 * Returns points that are moved by joints. Scales and shears are blended linearly, and applied first.
 *
 * @param points flat
 * @param bind from the space of the points to that of the matrices
 */
export function skinPointsByRotations(
  points: Float32Array,
  bind: ArrayLike<number>,
  transforms: DecomposedTransforms,
  influences: Influences,
): Float32Array {
  const moved = new Float32Array(points.length);
  const blended = new Float64Array(8);
  const scaled = new Float64Array(3);
  const count = Math.floor(points.length / 3);
  for (let i = 0; i < count; i++) {
    const [px, py, pz] = [points[3 * i], points[3 * i + 1], points[3 * i + 2]];
    scaled[0] = px * bind[0] + py * bind[4] + pz * bind[8] + bind[12];
    scaled[1] = px * bind[1] + py * bind[5] + pz * bind[9] + bind[13];
    scaled[2] = px * bind[2] + py * bind[6] + pz * bind[10] + bind[14];
    scale(scaled, transforms.scales, influences, i);
    blend(blended, transforms.duals, influences, i);
    rotate(moved, 3 * i, scaled, blended);
    const [x, y, z, w] = [blended[0], blended[1], blended[2], blended[3]];
    const [dx, dy, dz, dw] = [blended[4], blended[5], blended[6], blended[7]];
    // Twice the dual part times the conjugate of the rotation.
    moved[3 * i] += 2 * (dx * w - dw * x - dy * z + dz * y);
    moved[3 * i + 1] += 2 * (dy * w - dw * y - dz * x + dx * z);
    moved[3 * i + 2] += 2 * (dz * w - dw * z - dx * y + dy * x);
  }
  return moved;
}

/** Returns normals that are turned by joints; see `skinNormals`. */
export function turnNormals(
  normals: Float32Array,
  pointOf: Int32Array | null,
  { bind, transforms }: { readonly bind: ArrayLike<number>; readonly transforms: DecomposedTransforms },
  influences: Influences,
): Float32Array {
  const turned = new Float32Array(normals.length);
  const blended = new Float64Array(8);
  const scaled = new Float64Array(3);
  const count = Math.floor(normals.length / 3);
  for (let i = 0; i < count; i++) {
    const [px, py, pz] = [normals[3 * i], normals[3 * i + 1], normals[3 * i + 2]];
    const point = pointOf === null ? i : pointOf[i];
    for (let k = 0; k < 3; k++) scaled[k] = px * bind[k] + py * bind[3 + k] + pz * bind[6 + k];
    scale(scaled, transforms.scales, influences, point);
    blend(blended, transforms.duals, influences, point);
    rotate(turned, 3 * i, scaled, blended);
  }
  return turned;
}

/** Applies the mean of the scales of a point. */
function scale(
  vector: Float64Array,
  scales: Float64Array | null,
  { joints, weights, perPoint }: Influences,
  point: number,
): void {
  if (scales === null) return;
  const [px, py, pz] = [vector[0], vector[1], vector[2]];
  let [x, y, z] = [0, 0, 0];
  for (let k = perPoint * point; k < perPoint * (point + 1); k++) {
    const [weight, m] = [weights[k], 9 * joints[k]];
    x += weight * (px * scales[m] + py * scales[m + 3] + pz * scales[m + 6]);
    y += weight * (px * scales[m + 1] + py * scales[m + 4] + pz * scales[m + 7]);
    z += weight * (px * scales[m + 2] + py * scales[m + 5] + pz * scales[m + 8]);
  }
  vector[0] = x;
  vector[1] = y;
  vector[2] = z;
}

/** Writes the weighted sum of the dual quaternions of a point, all on the side of that with the largest weight, of length 1. */
function blend(out: Float64Array, duals: Float64Array, { joints, weights, perPoint }: Influences, point: number): void {
  out.fill(0);
  let pivot = perPoint * point;
  for (let k = pivot + 1; k < perPoint * (point + 1); k++) if (weights[k] > weights[pivot]) pivot = k;
  const p = 8 * joints[pivot];
  for (let k = perPoint * point; k < perPoint * (point + 1); k++) {
    const q = 8 * joints[k];
    const cosine =
      duals[q] * duals[p] + duals[q + 1] * duals[p + 1] + duals[q + 2] * duals[p + 2] + duals[q + 3] * duals[p + 3];
    const weight = cosine < 0 ? -weights[k] : weights[k];
    for (let c = 0; c < 8; c++) out[c] += weight * duals[q + c];
  }
  const length = Math.sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2] + out[3] * out[3]);
  if (length < NO_ROTATION) {
    out.fill(0);
    out[3] = 1;
    return;
  }
  for (let c = 0; c < 8; c++) out[c] /= length;
  // The dual part is perpendicular to the rotation.
  const along = out[0] * out[4] + out[1] * out[5] + out[2] * out[6] + out[3] * out[7];
  for (let c = 0; c < 4; c++) out[4 + c] -= along * out[c];
}

/** Writes a vector that is turned by a quaternion. */
function rotate(out: Float32Array, at: number, vector: Float64Array, quaternion: Float64Array): void {
  const [x, y, z, w] = [quaternion[0], quaternion[1], quaternion[2], quaternion[3]];
  const [px, py, pz] = [vector[0], vector[1], vector[2]];
  // p + 2 v × (v × p + w p)
  const [cx, cy, cz] = [y * pz - z * py + w * px, z * px - x * pz + w * py, x * py - y * px + w * pz];
  out[at] = px + 2 * (y * cz - z * cy);
  out[at + 1] = py + 2 * (z * cx - x * cz);
  out[at + 2] = pz + 2 * (x * cy - y * cx);
}
