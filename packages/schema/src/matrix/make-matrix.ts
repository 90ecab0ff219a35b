/** Matrices that move, turn and scale. */
import { multiplyMatrices, unsafeRowMatrix, type RowMatrix, type Vector3 } from "./row-matrix.ts";

/** The axes of a sequence of turns, the first one done first. */
export type RotationOrder = "XYZ" | "XZY" | "YXZ" | "YZX" | "ZXY" | "ZYX";

/** Moves by x, y and z, in the units of the space. */
export function translationMatrix([x, y, z]: Vector3): RowMatrix {
  return unsafeRowMatrix([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1]);
}

/** Scales along the axes. */
export function scaleMatrix([x, y, z]: Vector3): RowMatrix {
  return unsafeRowMatrix([x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1]);
}

/**
 * Turns about an axis through the origin by an angle in degrees, counterclockwise for who looks against the axis. The axis
 * may have any length but none: with (0, 0, 0) nothing turns.
 */
export function rotationMatrix(axis: Vector3, degrees: number): RowMatrix {
  const largest = Math.max(...axis.map(Math.abs));
  if (largest === 0) return quaternionMatrix([1, 0, 0, 0]);
  // Other angles by a quaternion, as the reference does.
  if (degrees % 90 === 0 && axis.filter((each) => each !== 0).length === 1) {
    const index = axis.findIndex((each) => each !== 0);
    return axisRotationMatrix(index as 0 | 1 | 2, axis[index] < 0 ? -degrees : degrees);
  }
  // By the largest first: squares of tiny numbers vanish.
  const [x, y, z] = axis.map((value) => value / largest);
  const half = (degrees * Math.PI) / 360;
  const sine = Math.sin(half) / Math.hypot(x, y, z);
  return quaternionMatrix([Math.cos(half), x * sine, y * sine, z * sine]);
}

/** Rotates about the x (0), y (1) or z axis (2) by an angle in degrees; quarters of a circle are exact. */
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

/** Cosine and sine of an angle in degrees; exactly -1, 0 and 1 for quarters of a circle. */
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

/** Turns of the given degrees about x, y and z, one after the other in this order (`xformOp:rotateXYZ`). */
export function eulerMatrix([x, y, z]: Vector3, order: RotationOrder): RowMatrix {
  const turns = { X: rotationMatrix([1, 0, 0], x), Y: rotationMatrix([0, 1, 0], y), Z: rotationMatrix([0, 0, 1], z) };
  const [first, second, third] = order.split("").map((axis) => turns[axis as "X" | "Y" | "Z"]);
  return multiplyMatrices(multiplyMatrices(first, second), third);
}

/**
 * Returns the rotation of a quaternion of length 1, real part first as in the text. It is not normalized: `GfMatrix4d::SetRotate`
 * does not either.
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
