/** Rotations; exact for multiples of 90 degrees. */
import {
  axisRotationMatrix,
  quaternionMatrix,
  rotationMatrix,
  type RowMatrix,
  type Vector3,
} from "@usdkit/service-scene";
import { invalidValue, type Named } from "../check/scene-error.ts";
import { checkFinite, checkVector, type VectorLike } from "./vectors.ts";

/**
 * A quaternion of any length above 0, with named components: the text of a scene has w first, gl-matrix has it last.
 */
export interface Quaternion {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly w: number;
}

/** @throws SceneError if the angle is not finite */
export function axisRotation(at: Named, axis: 0 | 1 | 2, degrees: number): RowMatrix {
  return axisRotationMatrix(axis, checkFinite(at, AXIS_NAMES[axis], degrees, "degrees"));
}

const AXIS_NAMES = ["rotateX", "rotateY", "rotateZ"] as const;

/** @throws SceneError if the axis has length 0, or a number is not finite */
export function anyRotation(at: Named, turn: VectorLike | Quaternion, degrees: number | undefined): RowMatrix {
  if (degrees === undefined) return quaternionRotation(at, turn as Quaternion);
  const axis = checkVector(at, "rotate.axis", turn as VectorLike);
  checkFinite(at, "rotate", degrees, "degrees");
  const index = axis.findIndex((each) => each !== 0);
  if (index < 0) throw invalidValue(at.path, "rotate.axis", turn, "a direction with a length");
  if (axis.filter((each) => each !== 0).length === 1) {
    return axisRotation(at, index as 0 | 1 | 2, axis[index] < 0 ? -degrees : degrees);
  }
  const largest = Math.max(...axis.map(Math.abs));
  return rotationMatrix(axis.map((each) => each / largest) as unknown as Vector3, degrees % 360);
}

function quaternionRotation(at: Named, given: Quaternion): RowMatrix {
  const isQuaternion = typeof given === "object" && given !== null && !Array.isArray(given);
  const parts = isQuaternion ? [given.w, given.x, given.y, given.z] : [];
  const largest = Math.max(...parts.map(Math.abs));
  if (parts.length !== 4 || !parts.every(Number.isFinite) || largest === 0) {
    const expected = "an axis and degrees, or a quaternion { x, y, z, w } with a length";
    throw invalidValue(at.path, "rotate", isQuaternion ? parts : given, expected);
  }
  const [w, x, y, z] = parts.map((each) => each / largest);
  const length = Math.hypot(w, x, y, z);
  return quaternionMatrix([w / length, x / length, y / length, z / length]);
}
