/** Boxes: a range in a space of its own, and the matrix from that space (`GfRange3d`, `GfBBox3d`). */
import { identityMatrix, multiplyMatrices, scaleMatrix, type RowMatrix, type Vector3 } from "@usdkit/transforms";
import { cofactorInverse } from "./cofactor-inverse.ts";

/** A range of three dimensions. It is empty if a minimum is larger than its maximum. */
export interface Range {
  readonly minimum: Vector3;
  readonly maximum: Vector3;
}

/** A range in a space that a matrix transforms to another one: boxes need not be along the axes. */
export interface Box {
  readonly range: Range;
  /** For row vectors. */
  readonly matrix: RowMatrix;
}

const LARGEST_FLOAT = Math.fround(3.4028234663852886e38);

/** The range without a point, with the numbers of `GfRange3d`. */
export const emptyRange: Range = {
  minimum: [LARGEST_FLOAT, LARGEST_FLOAT, LARGEST_FLOAT],
  maximum: [-LARGEST_FLOAT, -LARGEST_FLOAT, -LARGEST_FLOAT],
};

/** The box without a point. */
export const emptyBox: Box = { range: emptyRange, matrix: identityMatrix };

/** Whether a range has no point. */
export function isEmptyRange({ minimum, maximum }: Range): boolean {
  return minimum[0] > maximum[0] || minimum[1] > maximum[1] || minimum[2] > maximum[2];
}

/** Returns the smallest range that contains two others. */
export function unionOf(a: Range, b: Range): Range {
  return {
    minimum: [
      lesser(a.minimum[0], b.minimum[0]),
      lesser(a.minimum[1], b.minimum[1]),
      lesser(a.minimum[2], b.minimum[2]),
    ],
    maximum: [
      larger(a.maximum[0], b.maximum[0]),
      larger(a.maximum[1], b.maximum[1]),
      larger(a.maximum[2], b.maximum[2]),
    ],
  };
}

/** Returns a box in the space that a matrix transforms its space to. */
export function transformBox({ range, matrix }: Box, by: RowMatrix): Box {
  return { range, matrix: multiplyMatrices(matrix, by) };
}

/**
 * Returns the range along the axes that contains a box (`ComputeAlignedRange`).
 *
 * Source: J. Arvo, "Transforming axis-aligned bounding boxes", Graphics Gems, 1990.
 */
export function alignedRange({ range, matrix }: Box): Range {
  if (isEmptyRange(range) || matrix === identityMatrix) return range;
  const minimum = [matrix[12], matrix[13], matrix[14]];
  const maximum = [...minimum];
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      const a = range.minimum[row] * matrix[row * 4 + column];
      const b = range.maximum[row] * matrix[row * 4 + column];
      minimum[column] += a < b ? a : b;
      maximum[column] += a < b ? b : a;
    }
  }
  return { minimum: [minimum[0], minimum[1], minimum[2]], maximum: [maximum[0], maximum[1], maximum[2]] };
}

/** Determinants up to this one are those of matrices without an inverse. */
const PRECISION_LIMIT = 1e-13;

/**
 * Returns a box that contains two others, in the space of one of them: of the two results the one with the smaller volume
 * (`GfBBox3d::Combine`).
 */
export function combineBoxes(a: Box, b: Box): Box {
  if (isEmptyRange(a.range)) return b;
  if (isEmptyRange(b.range)) return a;
  const [inverseA, inverseB] = [inverseOf(a), inverseOf(b)];
  if (inverseA === undefined && inverseB === undefined) {
    return { range: unionOf(alignedRange(a), alignedRange(b)), matrix: identityMatrix };
  }
  if (inverseA === undefined) return combineIn(b, inverseB ?? identityMatrix, a);
  if (inverseB === undefined) return combineIn(a, inverseA, b);
  const [inA, inB] = [combineIn(a, inverseA, b), combineIn(b, inverseB, a)];
  const [volumeA, volumeB] = [volumeOf(inA), volumeOf(inB)];
  const tolerance = Math.max(1e-10, 1e-6 * Math.abs(Math.max(volumeA, volumeB)));
  return Math.abs(volumeA - volumeB) <= tolerance || volumeA < volumeB ? inA : inB;
}

/** Returns the inverse of a matrix; without one a scale by the largest float, as `GfMatrix4d::GetInverse` does. */
export function inverseMatrix(matrix: RowMatrix): RowMatrix {
  if (matrix === identityMatrix) return matrix;
  return cofactorInverse(matrix).inverse ?? scaleMatrix([LARGEST_FLOAT, LARGEST_FLOAT, LARGEST_FLOAT]);
}

function combineIn(box: Box, inverse: RowMatrix, other: Box): Box {
  return { range: unionOf(box.range, alignedRange(transformBox(other, inverse))), matrix: box.matrix };
}

/** Undefined for a matrix that is degenerate. */
function inverseOf({ matrix }: Box): RowMatrix | undefined {
  if (matrix === identityMatrix) return matrix;
  const { determinant, inverse } = cofactorInverse(matrix);
  return Math.abs(determinant) > PRECISION_LIMIT ? inverse : undefined;
}

function volumeOf({ range: { minimum, maximum }, matrix: m }: Box): number {
  const size = maximum.map((each, i) => each - minimum[i]);
  const upper =
    m[0] * m[5] * m[10] +
    m[1] * m[6] * m[8] +
    m[2] * m[4] * m[9] -
    m[0] * m[6] * m[9] -
    m[1] * m[4] * m[10] -
    m[2] * m[5] * m[8];
  return Math.abs(upper * size[0] * size[1] * size[2]);
}

/** Comparisons with NaN keep the first number, as in the reference. */
function lesser(a: number, b: number): number {
  return b < a ? b : a;
}

function larger(a: number, b: number): number {
  return b > a ? b : a;
}
