/** Matrices of joints. */
import { invertMatrix, multiplyMatrices, unsafeRowMatrix, type RowMatrix } from "@usdkit/transforms";
import type { Skeleton } from "./skin.ts";

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
    // oxfmt-ignore
    return unsafeRowMatrix([
      sx * (1 - 2 * (y * y + z * z)), sx * 2 * (x * y + z * w), sx * 2 * (z * x - y * w), 0,
      sy * 2 * (x * y - z * w), sy * (1 - 2 * (z * z + x * x)), sy * 2 * (y * z + x * w), 0,
      sz * 2 * (z * x + y * w), sz * 2 * (y * z - x * w), sz * (1 - 2 * (y * y + x * x)), 0,
      tx, ty, tz, 1,
    ]);
  });
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

/**
 * Returns of each joint the matrix that moves points from where they were bound to where the joint is, in the space of the skeleton.
 * Undefined if the skeleton has no bind transforms, or one of them has no inverse.
 */
export function skinningTransforms(
  { parents, bindTransforms }: Skeleton,
  local: readonly RowMatrix[],
): RowMatrix[] | undefined {
  if (bindTransforms === null) return undefined;
  const result: RowMatrix[] = [];
  for (const [i, matrix] of skeletonSpace(parents, local).entries()) {
    const inverse = invertMatrix(bindTransforms[i]);
    if (inverse === undefined) return undefined;
    result.push(multiplyMatrices(inverse, matrix));
  }
  return result;
}
