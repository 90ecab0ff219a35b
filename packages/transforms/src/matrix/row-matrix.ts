/** 4×4 matrices of doubles for row vectors, as in the text, and types that reject the other convention. */
// oxlint-disable-next-line typescript/triple-slash-reference -- programs that start at another package need the types too
/// <reference path="./gl-matrix.d.ts" />
import { multiply, transpose } from "gl-matrix/esm/mat4.js";

declare const convention: unique symbol;

/**
 * A matrix for row vectors as 16 numbers, row by row: a point is transformed as `p · M`, and the translation is in 12 to
 * 14, as in the text. Created only by functions of this package: {@link rowMatrix} for other numbers. Plain JSON.
 */
export type RowMatrix = readonly number[] & { readonly [convention]: "row-vector" };

/**
 * A matrix for column vectors as 16 numbers, column by column, as in gl-matrix and three.js (`M · p`).
 * See {@link rowMatrixFromColumnMajor}.
 */
export type ColumnMatrix = readonly number[] & { readonly [convention]: "column-major" };

/** A point or a direction. */
export type Vector3 = readonly [x: number, y: number, z: number];

/** The identity. */
export const identityMatrix: RowMatrix = unsafeRowMatrix([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);

/**
 * Returns a matrix of 16 numbers in the order of the text: four rows, the translation last. The numbers are copied.
 *
 * @throws {RangeError} if there are not 16.
 * @example
 * rowMatrix([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1]);   // moves by 5 along x
 */
export function rowMatrix(numbers: ArrayLike<number>): RowMatrix {
  return unsafeRowMatrix(sixteen(numbers));
}

/**
 * Returns the same transformation for row vectors. Changing from column to row vectors transposes a matrix, and so does
 * storing it row by row instead of column by column: **the 16 numbers stay as they are**. Do not transpose them.
 *
 * @throws {RangeError} if there are not 16 numbers.
 * @example
 * rowMatrixFromColumnMajor(mat4.fromTranslation(mat4.create(), [5, 0, 0]));
 */
export function rowMatrixFromColumnMajor(matrix: ArrayLike<number>): RowMatrix {
  return unsafeRowMatrix(sixteen(matrix));
}

/** Returns the same transformation for gl-matrix (`mat4`) or three.js (`Matrix4.fromArray`); see {@link rowMatrixFromColumnMajor}. */
export function toColumnMajor(matrix: RowMatrix): ColumnMatrix {
  return Array.from(matrix) as readonly number[] as ColumnMatrix;
}

/** Types 16 numbers as a matrix without a check or a copy; for this package. */
export function unsafeRowMatrix(numbers: readonly number[]): RowMatrix {
  return numbers as RowMatrix;
}

function sixteen(numbers: ArrayLike<number>): number[] {
  if (numbers.length !== 16) throw new RangeError(`A 4×4 matrix has 16 numbers, not ${numbers.length}`);
  const copy: number[] = [];
  for (let i = 0; i < 16; i++) copy.push(numbers[i]);
  return copy;
}

/**
 * Returns the matrix that applies `local` first and `parent` then: with row vectors `p · (local · parent)`, so a prim's matrix
 * comes before that of its parent.
 *
 * @example
 * multiplyMatrices(rotationMatrix([0, 1, 0], 30), translationMatrix([0, 0, -2]));   // rotates, then moves
 */
export function multiplyMatrices(local: RowMatrix, parent: RowMatrix): RowMatrix {
  // The same 16 numbers are matrices for column vectors, for which the parent's comes first.
  return unsafeRowMatrix(multiply(zeros(), parent, local));
}

/** Returns the matrix with rows and columns exchanged. */
export function transposeMatrix(m: RowMatrix): RowMatrix {
  return unsafeRowMatrix(transpose(zeros(), m));
}

/** Returns 16 doubles to write a matrix to. */
export function zeros(): number[] {
  return [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
}

/**
 * Returns `point · matrix`, divided by its fourth component if that is not 1 (`GfMatrix4d::Transform`); division by zero gives
 * infinities or NaN, where `vec3.transformMat4` of gl-matrix divides by 1.
 */
export function transformPoint(point: Vector3, m: RowMatrix): Vector3 {
  const [x, y, z] = point;
  const w = x * m[3] + y * m[7] + z * m[11] + m[15];
  const place: Vector3 = [
    x * m[0] + y * m[4] + z * m[8] + m[12],
    x * m[1] + y * m[5] + z * m[9] + m[13],
    x * m[2] + y * m[6] + z * m[10] + m[14],
  ];
  return w === 1 ? place : [place[0] / w, place[1] / w, place[2] / w];
}

/** Returns `direction · matrix` without the translation; the length changes with the scale of the matrix. */
export function transformDirection(direction: Vector3, m: RowMatrix): Vector3 {
  const [x, y, z] = direction;
  return [x * m[0] + y * m[4] + z * m[8], x * m[1] + y * m[5] + z * m[9], x * m[2] + y * m[6] + z * m[10]];
}

/** Returns whether the matrix is affine: its fourth column is exactly 0, 0, 0, 1. */
export function isAffineMatrix(m: RowMatrix): boolean {
  return m[3] === 0 && m[7] === 0 && m[11] === 0 && m[15] === 1;
}

/** Returns whether all numbers are finite. */
export function isFiniteMatrix(m: RowMatrix): boolean {
  return m.every((value) => Number.isFinite(value));
}

/** Returns whether the matrix is exactly the identity. */
export function isIdentityMatrix(m: RowMatrix): boolean {
  return m.every((value, i) => value === identityMatrix[i]);
}
