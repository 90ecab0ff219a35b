/** What is wrong with the matrix of a place. */
export type MatrixFault = "not-finite" | "transposed" | "not-affine" | "singular";

/** What rounding leaves in a column that should be 0, 0, 0, 1. */
const EPSILON = 1e-9;
/** Of the volume that the three axes would span if they were square to each other. */
const FLAT = 1e-12;

/** The first fault of 16 numbers, row by row; undefined for a matrix that places something. */
export function matrixFault(m: ArrayLike<number>): MatrixFault | undefined {
  for (let i = 0; i < 16; i++) if (!Number.isFinite(m[i])) return "not-finite";
  const isColumnRight = isNear(m[3], 0) && isNear(m[7], 0) && isNear(m[11], 0) && isNear(m[15], 1);
  if (!isColumnRight) {
    const isRowEmpty = m[12] === 0 && m[13] === 0 && m[14] === 0 && isNear(m[15], 1);
    return isRowEmpty ? "transposed" : "not-affine";
  }
  return isFlat(m) ? "singular" : undefined;
}

/** Compares the determinant with the axes' lengths, so that a small matrix is not a singular one. */
function isFlat(m: ArrayLike<number>): boolean {
  const lengths =
    (m[0] * m[0] + m[1] * m[1] + m[2] * m[2]) *
    (m[4] * m[4] + m[5] * m[5] + m[6] * m[6]) *
    (m[8] * m[8] + m[9] * m[9] + m[10] * m[10]);
  // Nearly always; elsewhere squares would vanish or overflow.
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

/** A row as a direction of length 1; undefined for one of length 0. */
function axis(m: ArrayLike<number>, start: number): readonly [number, number, number] | undefined {
  const [x, y, z] = [m[start], m[start + 1], m[start + 2]];
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (largest === 0) return undefined;
  // Divided first, so that squares neither overflow nor vanish.
  const length = Math.hypot(x / largest, y / largest, z / largest);
  return [x / largest / length, y / largest / length, z / largest / length];
}

function isNear(value: number, wanted: number): boolean {
  return Math.abs(value - wanted) <= EPSILON;
}

/** Rows for columns. */
export function transposed(m: ArrayLike<number>): number[] {
  return Array.from({ length: 16 }, (_, i) => m[(i % 4) * 4 + (i >> 2)]);
}
