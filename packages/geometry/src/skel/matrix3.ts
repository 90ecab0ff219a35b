/** Matrices of nine numbers, for row vectors. */

/** Returns the upper left part of a matrix of 16 numbers. */
export function normalPart(m: ArrayLike<number>, at = 0): number[] {
  return [m[at], m[at + 1], m[at + 2], m[at + 4], m[at + 5], m[at + 6], m[at + 8], m[at + 9], m[at + 10]];
}

/** Returns the transpose of the inverse of a matrix; undefined if it is singular. */
export function inverseTranspose(m: readonly number[]): number[] | undefined {
  const [a, b, c, d, e, f, g, h, k] = m;
  const cofactors = [
    e * k - f * h,
    f * g - d * k,
    d * h - e * g,
    c * h - b * k,
    a * k - c * g,
    b * g - a * h,
    b * f - c * e,
    c * d - a * f,
    a * e - b * d,
  ];
  const determinant = a * cofactors[0] + b * cofactors[1] + c * cofactors[2];
  if (!(Math.abs(determinant) > 0 && Math.abs(determinant) < Infinity)) return undefined;
  return cofactors.map((value) => value / determinant);
}

/** Returns `a · b`. */
export function product3(a: readonly number[], b: readonly number[]): number[] {
  return Array.from({ length: 9 }, (_, i) => {
    const [row, column] = [3 * Math.floor(i / 3), i % 3];
    return a[row] * b[column] + a[row + 1] * b[column + 3] + a[row + 2] * b[column + 6];
  });
}

/** Steps of the iteration that finds a rotation; it doubles the number of right digits with each. */
const MOST_STEPS = 40;

/**
 * Returns the rotation that is closest to a matrix, which is a scale and shear along some axes and then this rotation; of a matrix that
 * mirrors, of its negative. Undefined for a singular matrix (Higham 1986: the mean of a matrix and its inverse transpose, repeated).
 */
export function polarRotation(matrix: readonly number[]): number[] | undefined {
  let current = matrix;
  for (let step = 0; step < MOST_STEPS; step++) {
    const other = inverseTranspose(current);
    if (other === undefined) return undefined;
    // Scaled first, so that it converges as fast for large and small matrices.
    const factor = Math.sqrt(norm(other) / norm(current));
    const next = current.map((value, i) => (factor * value + other[i] / factor) / 2);
    const change = norm(next.map((value, i) => value - current[i]));
    current = next;
    if (change < 1e-14) break;
  }
  const [a, b, c, d, e, f, g, h, k] = current;
  const determinant = a * (e * k - f * h) + b * (f * g - d * k) + c * (d * h - e * g);
  return current.map((value) => (determinant < 0 ? -value : value));
}

function norm(m: readonly number[]): number {
  return Math.sqrt(m.reduce((sum, value) => sum + value * value, 0));
}
