/**
 * The inverse of a matrix in the order of operations of the reference (`GfMatrix4d::GetInverse`): where a prim is almost flat, the
 * digits of its bounds are those of rounding errors. `invertMatrix` is more exact, and such matrices have no inverse there.
 */
import { rowMatrix, type RowMatrix } from "@usdkit/transforms";

/** A determinant, and the inverse unless the determinant is 0. */
export interface CofactorInverse {
  readonly determinant: number;
  readonly inverse: RowMatrix | undefined;
}

type Four = readonly [number, number, number, number];
/** Of rows 0 and 1, 0 and 2, 0 and 3, 1 and 2, 1 and 3, 2 and 3. */
type Minors = readonly [number, number, number, number, number, number];

/** Returns the inverse of a matrix by its cofactors. */
export function cofactorInverse(m: RowMatrix): CofactorInverse {
  const [left, right] = [minors(m, 0), minors(m, 2)];
  // Columns of cofactors are rows of the inverse.
  const first = odd(column(m, 1), right);
  const determinant = m[12] * first[3] + m[8] * first[2] + m[4] * first[1] + m[0] * first[0];
  if (!(Math.abs(determinant) > 0)) return { determinant, inverse: undefined };
  const cofactors = [...first, ...even(column(m, 0), right), ...odd(column(m, 3), left), ...even(column(m, 2), left)];
  const reciprocal = 1 / determinant;
  return { determinant, inverse: rowMatrix(cofactors.map((each) => each * reciprocal)) };
}

function column(m: RowMatrix, at: number): Four {
  return [m[at], m[at + 4], m[at + 8], m[at + 12]];
}

/** Returns the 2×2 determinants of a column and the next one. */
function minors(m: RowMatrix, at: number): Minors {
  const of = (a: number, b: number): number => m[a * 4 + at] * m[b * 4 + at + 1] - m[b * 4 + at] * m[a * 4 + at + 1];
  return [of(0, 1), of(0, 2), of(0, 3), of(1, 2), of(1, 3), of(2, 3)];
}

/** Returns the cofactors of the column after the given one, and the minors of the other two. */
function even([a, b, c, d]: Four, [m01, m02, m03, m12, m13, m23]: Minors): Four {
  return [
    c * m13 - d * m12 - b * m23,
    a * m23 - c * m03 + d * m02,
    b * m03 - d * m01 - a * m13,
    a * m12 - b * m02 + c * m01,
  ];
}

/** Returns the cofactors of the column before the given one, and the minors of the other two. */
function odd([a, b, c, d]: Four, [m01, m02, m03, m12, m13, m23]: Minors): Four {
  return [
    b * m23 - c * m13 + d * m12,
    c * m03 - d * m02 - a * m23,
    a * m13 - b * m03 + d * m01,
    b * m02 - c * m01 - a * m12,
  ];
}
