/** How the transform of a prim in the world scales it. */
import type { XformCache, PrimNode } from "@usdkit/usd";

/** What {@link worldScale} returns. */
export interface WorldScale {
  /** Whether all directions have the same scale. */
  readonly isUniform: boolean;
  /** Whether the directions of the scale are those of the axes of the prim. */
  readonly isAxisAligned: boolean;
}

/** Relative to the largest squared scale. */
const TOLERANCE = 1e-5;

/**
 * Returns how a prim is scaled: from the products of the rows of its matrix, which rotations after the scale leave as they are. One
 * that is not finite counts as not scaled.
 */
export function worldScale(xforms: XformCache, prim: PrimNode): WorldScale {
  const m = xforms.localToWorld(prim);
  const row = (a: number, b: number): number =>
    m[4 * a] * m[4 * b] + m[4 * a + 1] * m[4 * b + 1] + m[4 * a + 2] * m[4 * b + 2];
  const squares = [row(0, 0), row(1, 1), row(2, 2)];
  const largest = Math.max(...squares);
  if (!m.every(Number.isFinite)) return { isUniform: true, isAxisAligned: true };
  const isClose = (difference: number): boolean => Math.abs(difference) <= TOLERANCE * largest;
  const isAxisAligned = [row(0, 1), row(0, 2), row(1, 2)].every(isClose);
  return { isUniform: isAxisAligned && isClose(largest - Math.min(...squares)), isAxisAligned };
}
