/** Finds faults of transformation matrices. */
export type MatrixFault = "not-finite" | "transposed" | "not-affine" | "singular";

/** Tolerance for rounding errors in the column that should be 0, 0, 0, 1. */
const EPSILON = 1e-9;
/** Smallest determinant of a regular matrix, as a fraction of the product of the axes' lengths. */
const FLAT = 1e-12;

/** Returns the first fault of a matrix of 16 numbers, row by row; undefined for a valid one. */
export function matrixFault(m: ArrayLike<number>): MatrixFault | undefined {
  for (let i = 0; i < 16; i++) if (!Number.isFinite(m[i])) return "not-finite";
  const isColumnRight = isNear(m[3], 0) && isNear(m[7], 0) && isNear(m[11], 0) && isNear(m[15], 1);
  if (!isColumnRight) {
    const isRowEmpty = m[12] === 0 && m[13] === 0 && m[14] === 0 && isNear(m[15], 1);
    return isRowEmpty ? "transposed" : "not-affine";
  }
  return isFlat(m) ? "singular" : undefined;
}

/** Compares the determinant with the axes' lengths, so that a small scale does not count as singular. */
function isFlat(m: ArrayLike<number>): boolean {
  const lengths =
    (m[0] * m[0] + m[1] * m[1] + m[2] * m[2]) *
    (m[4] * m[4] + m[5] * m[5] + m[6] * m[6]) *
    (m[8] * m[8] + m[9] * m[9] + m[10] * m[10]);
  // The common case; otherwise squares would underflow or overflow.
  if (lengths > 1e-200 && lengths < 1e200) {
    const volume =
      m[0] * (m[5] * m[10] - m[6] * m[9]) - m[1] * (m[4] * m[10] - m[6] * m[8]) + m[2] * (m[4] * m[9] - m[5] * m[8]);
    return volume * volume < FLAT * FLAT * lengths;
  }
  return isFlatByDirections(m);
}

function isFlatByDirections(m: ArrayLike<number>): boolean {
  const a = axis(m, 0);
  const b = axis(m, 4);
  const c = axis(m, 8);
  if (a === undefined || b === undefined || c === undefined) return true;
  const volume =
    a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  return Math.abs(volume) < FLAT;
}

/** Returns a row as a unit vector; undefined if its length is 0. */
function axis(m: ArrayLike<number>, start: number): readonly [number, number, number] | undefined {
  const [x, y, z] = [m[start], m[start + 1], m[start + 2]];
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (largest === 0) return undefined;
  // Divided first, so that squares neither overflow nor underflow.
  const length = Math.hypot(x / largest, y / largest, z / largest);
  return [x / largest / length, y / largest / length, z / largest / length];
}

function isNear(value: number, wanted: number): boolean {
  return Math.abs(value - wanted) <= EPSILON;
}

/** Returns the transposed matrix. */
export function transposed(m: ArrayLike<number>): number[] {
  return Array.from({ length: 16 }, (_, i) => m[(i % 4) * 4 + (i >> 2)]);
}
