/** Translation, rotation and scale matrices. */
// oxlint-disable-next-line typescript/triple-slash-reference -- programs that start at another package need the types too
/// <reference path="./gl-matrix.d.ts" />
import { fromScaling, fromTranslation } from "gl-matrix/esm/mat4.js";
import { multiplyMatrices, unsafeRowMatrix, zeros, type RowMatrix, type Vector3 } from "./row-matrix.ts";

/** The axes of a sequence of rotations, the first one applied first. */
export type RotationOrder = "XYZ" | "XZY" | "YXZ" | "YZX" | "ZXY" | "ZYX";

/** Returns the translation by x, y and z, in the units of the space. */
export function translationMatrix(by: Vector3): RowMatrix {
  return unsafeRowMatrix(fromTranslation(zeros(), by));
}

/** Returns the scale along the axes. */
export function scaleMatrix(by: Vector3): RowMatrix {
  return unsafeRowMatrix(fromScaling(zeros(), by));
}

/**
 * Returns the rotation about an axis through the origin by an angle in degrees, counterclockwise when looking against the
 * axis. The axis may have any length above 0; (0, 0, 0) returns the identity.
 */
export function rotationMatrix(axis: Vector3, degrees: number): RowMatrix {
  const largest = Math.max(...axis.map(Math.abs));
  if (largest === 0) return quaternionMatrix([1, 0, 0, 0]);
  // Other angles use a quaternion, as in the reference.
  if (degrees % 90 === 0 && axis.filter((each) => each !== 0).length === 1) {
    const index = axis.findIndex((each) => each !== 0);
    return axisRotationMatrix(index as 0 | 1 | 2, axis[index] < 0 ? -degrees : degrees);
  }
  // Divided by the largest first, as squares of tiny numbers underflow.
  const [x, y, z] = axis.map((value) => value / largest);
  const half = (degrees * Math.PI) / 360;
  const sine = Math.sin(half) / Math.hypot(x, y, z);
  return quaternionMatrix([Math.cos(half), x * sine, y * sine, z * sine]);
}

/**
 * Returns the rotation about the x (0), y (1) or z axis (2) by an angle in degrees; exact for multiples of 90, where
 * `mat4.fromRotation` of gl-matrix has the cosine of π/2, 6e-17.
 */
export function axisRotationMatrix(axis: 0 | 1 | 2, degrees: number): RowMatrix {
  const [cosine, sine] = unitCircle(degrees);
  const numbers = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const [a, b] = [(axis + 1) % 3, (axis + 2) % 3];
  numbers[a * 4 + a] = cosine;
  numbers[a * 4 + b] = sine;
  numbers[b * 4 + a] = 0 - sine;
  numbers[b * 4 + b] = cosine;
  return unsafeRowMatrix(numbers);
}

/** Returns cosine and sine of an angle in degrees; exactly -1, 0 or 1 for multiples of 90. */
function unitCircle(degrees: number): readonly [cosine: number, sine: number] {
  const angle = degrees % 360;
  if (angle % 90 === 0) return QUARTERS[(angle / 90 + 4) % 4];
  const radians = (angle * Math.PI) / 180;
  return [Math.cos(radians), Math.sin(radians)];
}

const QUARTERS: readonly (readonly [number, number])[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

/** Returns the rotation by the given degrees about x, y and z, by default in this order (`xformOp:rotateXYZ`). */
export function eulerMatrix([x, y, z]: Vector3, order: RotationOrder): RowMatrix {
  const turns = { X: rotationMatrix([1, 0, 0], x), Y: rotationMatrix([0, 1, 0], y), Z: rotationMatrix([0, 0, 1], z) };
  const [first, second, third] = order.split("").map((axis) => turns[axis as "X" | "Y" | "Z"]);
  return multiplyMatrices(multiplyMatrices(first, second), third);
}

/**
 * Returns the rotation of a quaternion of length 1, real part first as in the text. Does not normalize it, like
 * `GfMatrix4d::SetRotate`, whose order of operations it has; `mat4.fromQuat` of gl-matrix rounds otherwise.
 */
export function quaternionMatrix([w, x, y, z]: readonly [w: number, x: number, y: number, z: number]): RowMatrix {
  // oxfmt-ignore
  return unsafeRowMatrix([
    1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (z * x - y * w), 0,
    2 * (x * y - z * w), 1 - 2 * (z * z + x * x), 2 * (y * z + x * w), 0,
    2 * (z * x + y * w), 2 * (y * z - x * w), 1 - 2 * (y * y + x * x), 0,
    0, 0, 0, 1,
  ]);
}
