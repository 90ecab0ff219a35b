/** When two numbers are equal. */
import type { DiffOptions, ToleranceBounds } from "./types.ts";

/** Validated bounds; `exact` if both are 0. */
export interface Tolerance {
  readonly absolute: number;
  readonly relative: number;
  readonly exact: boolean;
  /** Treats quaternions that represent the same rotation as equal. */
  readonly rotations: boolean;
}

/** @throws RangeError if a bound is negative or not a number */
export function readTolerance({ tolerance = 0, quaternions }: DiffOptions): Tolerance {
  const bounds: ToleranceBounds = typeof tolerance === "number" ? { absolute: tolerance } : tolerance;
  const { absolute = 0, relative = 0 } = bounds;
  for (const bound of [absolute, relative]) {
    if (!(bound >= 0)) throw new RangeError(`A tolerance is a number from 0 on, not ${bound}`);
  }
  return { absolute, relative, exact: absolute === 0 && relative === 0, rotations: quaternions === "rotation" };
}

/** Exact: numbers that are written the same are equal. Otherwise NaN equals NaN, and an infinity equals only itself. */
export function sameFloat(a: number, b: number, { absolute, relative, exact }: Tolerance): boolean {
  if (exact) return a === b ? a !== 0 || Object.is(a, b) : a !== a && b !== b;
  if (a === b) return true;
  if (a !== a || b !== b) return a !== a && b !== b;
  if (!Number.isFinite(a) || !Number.isFinite(b)) return false;
  const distance = Math.abs(a - b);
  return distance <= absolute || distance <= relative * Math.max(Math.abs(a), Math.abs(b));
}

/** Returns the distance of two numbers; infinite if one of them is not finite. */
export function distanceOf(a: number, b: number): number {
  const distance = Math.abs(a - b);
  return distance === distance ? distance : Infinity;
}
