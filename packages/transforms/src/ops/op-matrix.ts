/** The matrix of one op, as by `UsdGeomXformOp::GetOpTransform`. */
import { invertMatrix } from "../matrix/invert.ts";
import {
  eulerMatrix,
  rotationMatrix,
  scaleMatrix,
  translationMatrix,
  type RotationOrder,
} from "../matrix/make-matrix.ts";
import { identityMatrix, rowMatrix, type RowMatrix, type Vector3 } from "../matrix/row-matrix.ts";
import type { TransformOpType } from "./op-name.ts";

type Numbers = readonly number[];

/** The number of components of each type of op, and the function that makes its matrix. Angles are degrees. */
const makers: Readonly<Record<TransformOpType, readonly [count: number, make: (n: Numbers) => RowMatrix]>> = {
  translate: [3, (n) => translationMatrix(vector(n))],
  translateX: [1, ([x]) => translationMatrix([x, 0, 0])],
  translateY: [1, ([y]) => translationMatrix([0, y, 0])],
  translateZ: [1, ([z]) => translationMatrix([0, 0, z])],
  scale: [3, (n) => scaleMatrix(vector(n))],
  scaleX: [1, ([x]) => scaleMatrix([x, 1, 1])],
  scaleY: [1, ([y]) => scaleMatrix([1, y, 1])],
  scaleZ: [1, ([z]) => scaleMatrix([1, 1, z])],
  rotateX: [1, ([degrees]) => rotationMatrix([1, 0, 0], degrees)],
  rotateY: [1, ([degrees]) => rotationMatrix([0, 1, 0], degrees)],
  rotateZ: [1, ([degrees]) => rotationMatrix([0, 0, 1], degrees)],
  rotateXYZ: euler("XYZ"),
  rotateXZY: euler("XZY"),
  rotateYXZ: euler("YXZ"),
  rotateYZX: euler("YZX"),
  rotateZXY: euler("ZXY"),
  rotateZYX: euler("ZYX"),
  orient: [4, orientation],
  transform: [16, (n) => rowMatrix(n)],
};

function euler(order: RotationOrder): readonly [count: number, make: (n: Numbers) => RowMatrix] {
  return [3, (n) => eulerMatrix(vector(n), order)];
}

function vector([x, y, z]: Numbers): Vector3 {
  return [x, y, z];
}

/**
 * Returns the rotation of a quaternion. The reference takes the angle from the real part and the axis from the others
 * (`GfRotation::SetQuat`) and does not normalize the quaternion: (3, 1, 0, 0) gives the identity.
 */
function orientation([w, x, y, z]: Numbers): RowMatrix {
  const length = Math.hypot(x, y, z);
  // GF_MIN_VECTOR_LENGTH
  if (!(length > 1e-10)) return identityMatrix;
  const radians = 2 * Math.acos(Math.min(1, Math.max(-1, w)));
  return rotationMatrix([x / length, y / length, z / length], (radians * 180) / Math.PI);
}

/** The type of an attribute's values, as `ValueType` of `@usdkit/layer` has it. */
export interface OpValueType {
  readonly kind: string;
  readonly components: number;
  readonly quaternion: boolean;
}

/** Whether an op can have values of this type. Values of ops are not arrays. */
export function isOpValueType(type: TransformOpType, { kind, components, quaternion }: OpValueType): boolean {
  const isReal = kind === "double" || kind === "float" || kind === "half";
  return isReal && components === makers[type][0] && quaternion === (type === "orient");
}

/**
 * Returns the op's matrix. Equals that of the reference bit for bit, except for rotations: there sine and cosine of the platform
 * decide about the last digit.
 *
 * @param numbers the value, of a type for which {@link isOpValueType} is true: 1, 3, 4 (real part first) or 16 numbers
 *
 * @example
 * opMatrix("rotateXYZ", [90, 0, 0]);
 */
export function opMatrix(type: TransformOpType, numbers: readonly number[]): RowMatrix {
  return makers[type][1](numbers);
}

/**
 * Returns the inverse of an op's matrix; undefined if it is singular. Rotations and translations are inverted without division.
 *
 * The inverse of `scaleX`, `scaleY` or `scaleZ` scales by the negated number: the reference negates every single number
 * (usd-core 26.11), and the result must match it.
 */
export function invertOpMatrix(type: TransformOpType, m: RowMatrix): RowMatrix | undefined {
  if (type.startsWith("translate")) return translationMatrix([0 - m[12], 0 - m[13], 0 - m[14]]);
  if (type === "scaleX") return scaleMatrix([-m[0], 1, 1]);
  if (type === "scaleY") return scaleMatrix([1, -m[5], 1]);
  if (type === "scaleZ") return scaleMatrix([1, 1, -m[10]]);
  if (type === "scale") {
    return m[0] * m[5] * m[10] === 0 ? undefined : scaleMatrix([1 / m[0], 1 / m[5], 1 / m[10]]);
  }
  if (type === "transform") return invertMatrix(m);
  return rowMatrix([m[0], m[4], m[8], 0, m[1], m[5], m[9], 0, m[2], m[6], m[10], 0, 0, 0, 0, 1]);
}
