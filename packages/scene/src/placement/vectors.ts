/** Points, directions and angles as callers give them. */
// oxlint-disable-next-line typescript/triple-slash-reference -- programs that start at another package need the types too
/// <reference path="./gl-matrix.d.ts" />
import { cross as writeCross } from "gl-matrix/esm/vec3.js";
import type { Vector3 } from "@usdkit/service-scene";
import { invalidValue, type Named } from "../check/scene-error.ts";

/** A typed array, or a vector of gl-matrix; an array without a fixed length is not one (it has `push`). */
export interface NumberBuffer {
  readonly length: number;
  readonly [index: number]: number;
  readonly push?: undefined;
}

/** A point or a direction: `[x, y, z]`, or a buffer of three numbers (`vec3` of gl-matrix). Checked when it is used. */
export type VectorLike = Vector3 | NumberBuffer;

/**
 * Returns the three numbers, checked.
 *
 * @param what The property in the error: `translate`, `lookAt.eye`
 * @throws SceneError if they are not three finite numbers
 */
export function checkVector(at: Named, what: string, value: VectorLike): Vector3 {
  const given: unknown = value;
  if (Array.isArray(given) || ArrayBuffer.isView(given)) {
    const list: unknown[] = Array.from(given as ArrayLike<unknown>);
    if (list.length === 3 && list.every(Number.isFinite)) return list as unknown as Vector3;
  }
  throw invalidValue(at.path, what, value, "three finite numbers [x, y, z]");
}

/** @throws SceneError if it is not a finite number */
export function checkFinite(at: Named, what: string, value: number, unit: string): number {
  if (!Number.isFinite(value)) throw invalidValue(at.path, what, value, `a finite number (${unit})`);
  return value;
}

export function cross(a: Vector3, b: Vector3): Vector3 {
  const product: [number, number, number] = [0, 0, 0];
  writeCross(product, a, b);
  return product;
}

/**
 * Returns the unit vector; undefined for length 0. Very long and very short vectors do not overflow, as they do in
 * `vec3.normalize` of gl-matrix, which also multiplies by a rounded reciprocal: divided numbers are as exact as doubles can be.
 */
export function normalized(vector: Vector3): Vector3 | undefined {
  const largest = Math.max(...vector.map(Math.abs));
  if (!(largest > 0 && largest < Infinity)) return undefined;
  const [x, y, z] = vector.map((each) => each / largest);
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}
