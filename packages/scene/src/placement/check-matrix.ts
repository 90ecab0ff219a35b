/** Checks matrices of prims. */
import { invertMatrix, type RowMatrix } from "@usdkit/service-scene";
import { invalidValue, rejection, type Named } from "../check/scene-error.ts";

const PROPERTY = "xformOp:transform";

/** Checks a matrix from the caller, as JavaScript callers have no type checks. */
export function checkGivenMatrix(at: Named, value: RowMatrix): RowMatrix {
  const given: unknown = value;
  const isList = Array.isArray(given) || ArrayBuffer.isView(given);
  const list: unknown[] = isList ? Array.from(given as ArrayLike<unknown>) : [];
  if (list.length !== 16 || !list.every((each) => typeof each === "number")) {
    throw invalidValue(at.path, PROPERTY, value, "a matrix of 16 numbers");
  }
  return checkMatrix(at, list as readonly number[] as RowMatrix);
}

/**
 * Returns the matrix, checked.
 *
 * @throws SceneError if a number is not finite, the fourth column is not 0, 0, 0, 1, or the matrix is singular
 */
export function checkMatrix(at: Named, matrix: RowMatrix): RowMatrix {
  let hasNegativeZero = false;
  for (let i = 0; i < 16; i++) {
    const each = matrix[i];
    if (!Number.isFinite(each)) throw invalidValue(at.path, PROPERTY, matrix, "a matrix of finite numbers");
    if (each === 0 && 1 / each < 0) hasNegativeZero = true;
  }
  if (matrix[3] !== 0 || matrix[7] !== 0 || matrix[11] !== 0 || matrix[15] !== 1) throw notAffine(at, matrix);
  if (!isPlainlyInvertible(matrix) && invertMatrix(matrix) === undefined) {
    throw invalidValue(at.path, PROPERTY, matrix, {
      expected: "a matrix that keeps space three-dimensional",
      hint: "this one is singular",
    });
  }
  // The text would contain "-0".
  return hasNegativeZero ? (matrix.map((each) => each + 0) as readonly number[] as RowMatrix) : matrix;
}

function notAffine(at: Named, matrix: RowMatrix): Error {
  const isTransposed = matrix[12] === 0 && matrix[13] === 0 && matrix[14] === 0 && matrix[15] === 1;
  if (!isTransposed) return invalidValue(at.path, PROPERTY, matrix, "a matrix whose fourth column is 0, 0, 0, 1");
  return rejection(
    at.path,
    "the matrix has its translation in the fourth column, so it is transposed: the scene's matrices are for row vectors, with " +
      "the translation in the fourth row (numbers 12 to 14). For gl-matrix and three.js write transform(rowMatrixFromColumnMajor(m)), " +
      "for a matrix that is written with columns as columns transform(transposeMatrix(rowMatrix(m)))",
    { property: PROPERTY, value: matrix, expected: "a matrix whose fourth column is 0, 0, 0, 1" },
  );
}

/**
 * Returns whether the matrix is so far from singular that the slower {@link invertMatrix}, which the rules use, need not be
 * called. The bounds are stricter than its own.
 */
function isPlainlyInvertible(m: RowMatrix): boolean {
  let bound = 1e-6;
  for (let row = 0; row < 12; row += 4) {
    const length = Math.sqrt(m[row] * m[row] + m[row + 1] * m[row + 1] + m[row + 2] * m[row + 2]);
    if (!(length > 1e-50 && length < 1e50)) return false;
    bound *= length;
  }
  const isNear = Math.abs(m[12]) < 1e100 && Math.abs(m[13]) < 1e100 && Math.abs(m[14]) < 1e100;
  const determinant =
    m[0] * (m[5] * m[10] - m[6] * m[9]) - m[1] * (m[4] * m[10] - m[6] * m[8]) + m[2] * (m[4] * m[9] - m[5] * m[8]);
  return isNear && Math.abs(determinant) > bound;
}
