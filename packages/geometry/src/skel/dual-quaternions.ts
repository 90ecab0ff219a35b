/** Rigid transformations as dual quaternions, and what is left of a matrix without them. */
import { normalPart, polarRotation, product3 } from "./matrix3.ts";

/** Matrices as a scale and shear that are applied first, a rotation and a translation. */
export interface DecomposedTransforms {
  /** Of each matrix eight numbers: the rotation as quaternion x, y, z, w, and the dual part; zeros for a singular matrix. */
  readonly duals: Float64Array;
  /** Of each matrix nine numbers: scale and shear; null if no matrix has any. */
  readonly scales: Float64Array | null;
}

/** Numbers up to which scale and shear are none. */
const NO_SCALE = 1e-6;

/** @param transforms 16 numbers each */
export function decomposedTransforms(transforms: Float64Array): DecomposedTransforms {
  const count = transforms.length / 16;
  const duals = new Float64Array(8 * count);
  const scales = new Float64Array(9 * count);
  let hasScale = false;
  for (let i = 0; i < count; i++) {
    const matrix = normalPart(transforms, 16 * i);
    const rotation = polarRotation(matrix);
    if (rotation === undefined) {
      scales.set([1, 0, 0, 0, 1, 0, 0, 0, 1], 9 * i);
      continue;
    }
    const [x, y, z, w] = quaternionOf(rotation);
    const [tx, ty, tz] = transforms.subarray(16 * i + 12, 16 * i + 15);
    // Half of the translation as a quaternion, times the rotation.
    const dual = [
      (tx * w + ty * z - tz * y) / 2,
      (ty * w + tz * x - tx * z) / 2,
      (tz * w + tx * y - ty * x) / 2,
      -(tx * x + ty * y + tz * z) / 2,
    ];
    duals.set([x, y, z, w, ...dual], 8 * i);
    const [a, b, c, d, e, f, g, h, k] = rotation;
    // The inverse of a rotation is its transpose.
    const scale = product3(matrix, [a, d, g, b, e, h, c, f, k]);
    scales.set(scale, 9 * i);
    hasScale ||= scale.some((value, at) => !(Math.abs(value - (at % 4 === 0 ? 1 : 0)) < NO_SCALE));
  }
  return { duals, scales: hasScale ? scales : null };
}

/** Returns the quaternion x, y, z, w of a rotation for row vectors. */
function quaternionOf(m: readonly number[]): readonly [x: number, y: number, z: number, w: number] {
  const [xx, yy, zz] = [m[0], m[4], m[8]];
  const [yz, zx, xy] = [m[5] - m[7], m[6] - m[2], m[1] - m[3]];
  const trace = xx + yy + zz;
  // The largest component is computed by a root, the others by a division by it.
  if (trace > xx && trace > yy && trace > zz) {
    const w = Math.sqrt(1 + trace) / 2;
    return [yz / (4 * w), zx / (4 * w), xy / (4 * w), w];
  }
  if (xx > yy && xx > zz) {
    const x = Math.sqrt(1 + xx - yy - zz) / 2;
    return [x, (m[1] + m[3]) / (4 * x), (m[2] + m[6]) / (4 * x), yz / (4 * x)];
  }
  if (yy > zz) {
    const y = Math.sqrt(1 + yy - xx - zz) / 2;
    return [(m[1] + m[3]) / (4 * y), y, (m[5] + m[7]) / (4 * y), zx / (4 * y)];
  }
  const z = Math.sqrt(1 + zz - xx - yy) / 2;
  return [(m[2] + m[6]) / (4 * z), (m[5] + m[7]) / (4 * z), z, xy / (4 * z)];
}
