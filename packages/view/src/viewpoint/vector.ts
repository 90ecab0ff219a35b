/** Vectors of three numbers. */
import type { Vector3 } from "@usdkit/service-scene";

export function add(a: Vector3, b: Vector3, times = 1): Vector3 {
  return [a[0] + b[0] * times, a[1] + b[1] * times, a[2] + b[2] * times];
}

export function length(a: Vector3): number {
  return Math.hypot(a[0], a[1], a[2]);
}

export function cross(a: Vector3, b: Vector3): Vector3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
