/** Affine matrices. Used by kernels: it must not import modules that only read scenes. */
import type { Affine } from "./scene-data.ts";

/** Returns the product: `local` applied first, then `parent`. */
export function multiplyAffine(local: Affine, parent: Affine): Affine {
  // As large as it will be: arrays that grow take more memory, and a scene may have a million.
  const product = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (let row = 0; row < 12; row += 3) {
    for (let column = 0; column < 3; column++) {
      product[row + column] =
        local[row] * parent[column] +
        local[row + 1] * parent[column + 3] +
        local[row + 2] * parent[column + 6] +
        (row === 9 ? parent[column + 9] : 0);
    }
  }
  return product;
}

/** Returns the determinant of the upper three rows; negative for a mirroring matrix. */
export function handedness(m: Affine): number {
  return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6]);
}

/** Returns the inverse; undefined if the matrix is singular to double precision. */
export function invertAffine(m: Affine): Affine | undefined {
  let scale = 0;
  for (let k = 0; k < 9; k++) scale = Math.max(scale, Math.abs(m[k]));
  if (!(scale > 0 && scale < Infinity)) return undefined;
  // Normalized rows, so that neither products nor quotients overflow.
  const [a, b, c] = [m[0] / scale, m[1] / scale, m[2] / scale];
  const [d, e, f] = [m[3] / scale, m[4] / scale, m[5] / scale];
  const [g, h, i] = [m[6] / scale, m[7] / scale, m[8] / scale];
  const [A, B, C] = [e * i - f * h, f * g - d * i, d * h - e * g];
  const determinant = a * A + b * B + c * C;
  // A singular matrix has a determinant of some ulps of the product of its row lengths, by rounding.
  const bound = lengthOf(a, b, c) * lengthOf(d, e, f) * lengthOf(g, h, i);
  if (!(Math.abs(determinant) > 16 * Number.EPSILON * bound)) return undefined;
  const k = 1 / (determinant * scale);
  const inverse = [
    A * k,
    (c * h - b * i) * k,
    (b * f - c * e) * k,
    B * k,
    (a * i - c * g) * k,
    (c * d - a * f) * k,
    C * k,
    (b * g - a * h) * k,
    (a * e - b * d) * k,
  ];
  for (let column = 0; column < 3; column++) {
    inverse.push(-(m[9] * inverse[column] + m[10] * inverse[column + 3] + m[11] * inverse[column + 6]));
  }
  return inverse.every((value) => Number.isFinite(value)) ? inverse : undefined;
}

/** Used instead of Math.hypot, whose last bits depend on the engine. */
export function lengthOf(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}
