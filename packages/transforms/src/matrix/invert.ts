/**
 * Inverse and determinant. `mat4.invert` of gl-matrix is not used: it compares the determinant with 0, so that a singular
 * matrix may have an inverse of large numbers, and a very small one none.
 */
import { isAffineMatrix, unsafeRowMatrix, type RowMatrix } from "./row-matrix.ts";

/**
 * A matrix is singular if its determinant is below this fraction of the product of its rows' lengths (Hadamard's bound).
 * It is 16 ulps, the rounding error of a determinant that is zero. As it is relative, a model in millimetres, whose
 * determinant is 1e-9, does not count as singular.
 */
const SINGULAR = 16 * Number.EPSILON;

/** Returns the determinant; 0 for a singular matrix. Not finite if an element is not, or if it overflows. */
export function determinant(m: RowMatrix): number {
  return isAffineMatrix(m) ? determinant3(m, [0, 4, 8]) : determinant4(m);
}

/**
 * Returns the inverse; undefined if the matrix is singular (its determinant is at most 16 ulps of the product of its rows'
 * lengths) or has an element that is not finite. The translation does not affect this.
 *
 * @example
 * const toCamera = invertMatrix(cameraToWorld);
 */
export function invertMatrix(m: RowMatrix): RowMatrix | undefined {
  const inverse = isAffineMatrix(m) ? invertAffine(m) : invertGeneral(m);
  // Without negative zeros.
  return inverse?.every((value) => Number.isFinite(value)) === true
    ? unsafeRowMatrix(inverse.map((value) => value + 0))
    : undefined;
}

/** Three rows that start at these indices. */
type Rows = readonly [a: number, b: number, c: number];

function determinant3(m: readonly number[], [a, b, c]: Rows): number {
  return (
    m[a] * (m[b + 1] * m[c + 2] - m[b + 2] * m[c + 1]) -
    m[a + 1] * (m[b] * m[c + 2] - m[b + 2] * m[c]) +
    m[a + 2] * (m[b] * m[c + 1] - m[b + 1] * m[c])
  );
}

/** Returns the 2×2 determinants of the upper and of the lower two rows, from which all cofactors are computed. */
function pairs(m: readonly number[], row: number): number[] {
  const of = (i: number, j: number): number => m[row + i] * m[row + 4 + j] - m[row + j] * m[row + 4 + i];
  return [of(0, 1), of(0, 2), of(0, 3), of(1, 2), of(1, 3), of(2, 3)];
}

function determinant4(m: readonly number[]): number {
  const s = pairs(m, 0);
  const c = pairs(m, 8);
  return s[0] * c[5] - s[1] * c[4] + s[2] * c[3] + s[3] * c[2] - s[4] * c[1] + s[5] * c[0];
}

/** Inverts the upper left 3×3 by cofactors, and transforms the negated translation by the result. */
function invertAffine(m: RowMatrix): number[] | undefined {
  const scaled = withRowsNearOne(m, 3);
  if (scaled === undefined) return undefined;
  const { rows: r, factors } = scaled;
  const d = determinant3(r, [0, 4, 8]);
  if (isSingular(d, r, 3)) return undefined;
  const of = (i: number, j: number, k: number, l: number): number => (r[i] * r[l] - r[j] * r[k]) / d;
  const [x, y, z] = factors;
  // oxfmt-ignore
  const inverse = [
    of(5, 6, 9, 10) * x, of(2, 1, 10, 9) * y, of(1, 2, 5, 6) * z, 0,
    of(6, 4, 10, 8) * x, of(0, 2, 8, 10) * y, of(2, 0, 6, 4) * z, 0,
    of(4, 5, 8, 9) * x, of(1, 0, 9, 8) * y, of(0, 1, 4, 5) * z, 0,
  ];
  for (let column = 0; column < 3; column++) {
    const moved = m[12] * inverse[column] + m[13] * inverse[column + 4] + m[14] * inverse[column + 8];
    inverse.push(-moved);
  }
  inverse.push(1);
  return inverse;
}

function invertGeneral(m: RowMatrix): number[] | undefined {
  const scaled = withRowsNearOne(m, 4);
  if (scaled === undefined) return undefined;
  const { rows: r, factors } = scaled;
  const d = determinant4(r);
  if (isSingular(d, r, 4)) return undefined;
  const s = pairs(r, 0);
  const c = pairs(r, 8);
  // oxfmt-ignore
  const inverse = [
    r[5] * c[5] - r[6] * c[4] + r[7] * c[3], -r[1] * c[5] + r[2] * c[4] - r[3] * c[3],
    r[13] * s[5] - r[14] * s[4] + r[15] * s[3], -r[9] * s[5] + r[10] * s[4] - r[11] * s[3],
    -r[4] * c[5] + r[6] * c[2] - r[7] * c[1], r[0] * c[5] - r[2] * c[2] + r[3] * c[1],
    -r[12] * s[5] + r[14] * s[2] - r[15] * s[1], r[8] * s[5] - r[10] * s[2] + r[11] * s[1],
    r[4] * c[4] - r[5] * c[2] + r[7] * c[0], -r[0] * c[4] + r[1] * c[2] - r[3] * c[0],
    r[12] * s[4] - r[13] * s[2] + r[15] * s[0], -r[8] * s[4] + r[9] * s[2] - r[11] * s[0],
    -r[4] * c[3] + r[5] * c[1] - r[6] * c[0], r[0] * c[3] - r[1] * c[1] + r[2] * c[0],
    -r[12] * s[3] + r[13] * s[1] - r[14] * s[0], r[8] * s[3] - r[9] * s[1] + r[10] * s[0],
  ];
  return inverse.map((value, i) => (value / d) * factors[i % 4]);
}

/**
 * Scales each row by a power of two so that its largest number is between 1 and 2: products neither overflow nor underflow.
 * `inverse(F · M) · F` is the inverse of M, so the factors belong to the columns of the result.
 */
function withRowsNearOne(m: RowMatrix, size: 3 | 4): { rows: number[]; factors: number[] } | undefined {
  const rows = Array.from(m);
  const factors: number[] = [];
  for (let row = 0; row < size * 4; row += 4) {
    let largest = 0;
    for (let i = row; i < row + size; i++) largest = Math.max(largest, Math.abs(m[i]));
    if (!(largest > 0 && largest < Number.POSITIVE_INFINITY)) return undefined;
    const factor = 2 ** Math.min(1023, -Math.floor(Math.log2(largest)));
    for (let i = row; i < row + size; i++) rows[i] *= factor;
    factors.push(factor);
  }
  return { rows, factors };
}

function isSingular(determinant: number, rows: readonly number[], size: 3 | 4): boolean {
  let bound = SINGULAR;
  for (let row = 0; row < size * 4; row += 4) bound *= Math.hypot(...rows.slice(row, row + size));
  // False for NaN as well.
  return !(Math.abs(determinant) > bound);
}
