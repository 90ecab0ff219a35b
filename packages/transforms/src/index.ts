/**
 * Matrices of doubles for row vectors, and the transform ops of UsdGeom.
 *
 * @packageDocumentation
 */
export {
  identityMatrix,
  isAffineMatrix,
  isFiniteMatrix,
  isIdentityMatrix,
  multiplyMatrices,
  rowMatrix,
  rowMatrixFromColumnMajor,
  toColumnMajor,
  transformDirection,
  transformPoint,
  transposeMatrix,
  unsafeRowMatrix,
} from "./matrix/row-matrix.ts";
export type { ColumnMatrix, RowMatrix, Vector3 } from "./matrix/row-matrix.ts";
export { determinant, invertMatrix } from "./matrix/invert.ts";
export {
  axisRotationMatrix,
  eulerMatrix,
  quaternionMatrix,
  rotationMatrix,
  scaleMatrix,
  translationMatrix,
} from "./matrix/make-matrix.ts";
export type { RotationOrder } from "./matrix/make-matrix.ts";
export { isTransformOp, parseOpName, RESET_XFORM_STACK, transformOpTypes } from "./ops/op-name.ts";
export type { TransformOpName, TransformOpType } from "./ops/op-name.ts";
export { invertOpMatrix, isOpValueType, opMatrix } from "./ops/op-matrix.ts";
export type { OpValueType } from "./ops/op-matrix.ts";
export { multiplyOps } from "./ops/multiply-ops.ts";
export type { OpMatrix } from "./ops/multiply-ops.ts";
