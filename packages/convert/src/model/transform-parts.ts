/** Transforms as scale, rotation and translation. */
import type { RowMatrix } from "@usdkit/transforms";
import type { Quaternion, Triple } from "./numbers.ts";
import type { NodeTransform } from "./scene.ts";

/** Scale first, then rotation, then translation. */
export interface TransformParts {
  readonly translation: Triple;
  readonly rotation: Quaternion;
  readonly scale: Triple;
  /** Whether they are the whole transform: a matrix may also shear. */
  readonly isWhole: boolean;
}

/** Lengths that differ less than this, relative to the largest, count as equal. */
const TOLERANCE = 1e-6;

/** Returns the parts of a transform; those of a matrix that shears are close to it. */
export function transformParts(transform: NodeTransform): TransformParts {
  return transform.kind === "trs" ? { ...transform, isWhole: true } : matrixParts(transform.matrix);
}

/** Returns the parts of a matrix. A mirroring is a negative scale of all axes. */
export function matrixParts(m: RowMatrix): TransformParts {
  const rows = [0, 4, 8].map((at) => [m[at], m[at + 1], m[at + 2]] as const);
  const lengths = rows.map(([x, y, z]) => Math.hypot(x, y, z));
  const [a, b, c] = rows;
  const determinant =
    a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  const sign = determinant < 0 ? -1 : 1;
  const units = rows.map((row, i) => (lengths[i] > 0 ? row.map((value) => (sign * value) / lengths[i]) : [0, 0, 0]));
  const isOrthogonal = [
    [0, 1],
    [0, 2],
    [1, 2],
  ].every(([i, k]) => Math.abs(units[i].reduce((sum, value, c) => sum + value * units[k][c], 0)) < TOLERANCE);
  const isAffine = m[3] === 0 && m[7] === 0 && m[11] === 0 && m[15] === 1;
  return {
    translation: [m[12], m[13], m[14]],
    rotation: lengths.every((length) => length > 0) ? rotationOf(units) : [1, 0, 0, 0],
    scale: [sign * lengths[0], sign * lengths[1], sign * lengths[2]],
    isWhole: isOrthogonal && isAffine && lengths.every((length) => length > 0),
  };
}

/** The quaternion of the images of the axes, by Shepperd's method: the largest component first. */
function rotationOf([x, y, z]: readonly (readonly number[])[]): Quaternion {
  const trace = x[0] + y[1] + z[2];
  let quaternion: [number, number, number, number];
  if (trace > 0) {
    const s = 2 * Math.sqrt(trace + 1);
    quaternion = [s / 4, (y[2] - z[1]) / s, (z[0] - x[2]) / s, (x[1] - y[0]) / s];
  } else if (x[0] > y[1] && x[0] > z[2]) {
    const s = 2 * Math.sqrt(1 + x[0] - y[1] - z[2]);
    quaternion = [(y[2] - z[1]) / s, s / 4, (x[1] + y[0]) / s, (z[0] + x[2]) / s];
  } else if (y[1] > z[2]) {
    const s = 2 * Math.sqrt(1 + y[1] - x[0] - z[2]);
    quaternion = [(z[0] - x[2]) / s, (x[1] + y[0]) / s, s / 4, (y[2] + z[1]) / s];
  } else {
    const s = 2 * Math.sqrt(1 + z[2] - x[0] - y[1]);
    quaternion = [(x[1] - y[0]) / s, (z[0] + x[2]) / s, (y[2] + z[1]) / s, s / 4];
  }
  const length = Math.hypot(...quaternion);
  return quaternion.map((value) => value / length) as unknown as Quaternion;
}
