/** Matrices of joints. */
import { multiplyMatrices, unsafeRowMatrix, type RowMatrix } from "@usdkit/transforms";

/** Translations, rotations and scales of joints: flat, quaternions with the real part first. */
export interface JointComponents {
  readonly translations: Float32Array;
  readonly rotations: Float32Array;
  readonly scales: Float32Array;
}

/** Returns the matrices of joints, scaled first, then rotated, then moved; undefined if their numbers differ. */
export function composedTransforms({ translations, rotations, scales }: JointComponents): RowMatrix[] | undefined {
  const count = translations.length / 3;
  if (rotations.length !== 4 * count || scales.length !== 3 * count) return undefined;
  return Array.from({ length: count }, (_, i) => {
    const [w, x, y, z] = rotations.subarray(4 * i, 4 * i + 4);
    const [sx, sy, sz] = scales.subarray(3 * i, 3 * i + 3);
    const [tx, ty, tz] = translations.subarray(3 * i, 3 * i + 3);
    const [xx, yy, zz] = [single(x * x), single(y * y), single(z * z)];
    const [xy, zx, yz] = [single(x * y), single(z * x), single(y * z)];
    const [xw, yw, zw] = [single(x * w), single(y * w), single(z * w)];
    // oxfmt-ignore
    return unsafeRowMatrix([
      diagonal(yy, zz, sx), mixed(xy, zw, sx), mixed(zx, -yw, sx), 0,
      mixed(xy, -zw, sy), diagonal(zz, xx, sy), mixed(yz, xw, sy), 0,
      mixed(zx, yw, sz), mixed(yz, -xw, sz), diagonal(yy, xx, sz), 0,
      tx, ty, tz, 1,
    ]);
  });
}

const single = Math.fround;

/** An element of a rotation, scaled. The reference computes rotations of joints in single precision. */
function diagonal(a: number, b: number, scale: number): number {
  return single(single(1 - 2 * single(a + b)) * scale);
}

function mixed(a: number, b: number, scale: number): number {
  return single(single(2 * single(a + b)) * scale);
}

/** Returns the matrices from the spaces of joints to that of the skeleton. */
export function skeletonSpace(parents: Int32Array, local: readonly RowMatrix[]): RowMatrix[] {
  const result: RowMatrix[] = [];
  for (const [i, matrix] of local.entries()) {
    const parent = parents[i];
    result.push(parent < 0 ? matrix : multiplyMatrices(matrix, result[parent]));
  }
  return result;
}
