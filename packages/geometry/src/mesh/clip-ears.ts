/** Triangles of polygons that are not convex. */
import { turn } from "./polygon.ts";

/**
 * Returns the triangles of a polygon, three corners each: an ear, a corner whose triangle has no other corner inside, is cut off until
 * three are left. Of a polygon that crosses itself, corners are cut off in order where no ear is left.
 *
 * @param flat corners in two dimensions, counterclockwise; the work grows with the square of their number
 */
export function clipEars(flat: Float64Array): number[] {
  const count = flat.length / 2;
  const next = Int32Array.from({ length: count }, (_, i) => (i + 1) % count);
  const previous = Int32Array.from({ length: count }, (_, i) => (i + count - 1) % count);
  const triangles: number[] = [];
  let corner = 0;
  let left = count;
  let tried = 0;
  while (left > 3) {
    if (tried < left && !isEar(flat, next, previous[corner], corner)) {
      corner = next[corner];
      tried++;
      continue;
    }
    triangles.push(previous[corner], corner, next[corner]);
    next[previous[corner]] = next[corner];
    previous[next[corner]] = previous[corner];
    corner = next[corner];
    left--;
    tried = 0;
  }
  triangles.push(previous[corner], corner, next[corner]);
  return triangles;
}

function isEar(flat: Float64Array, next: Int32Array, before: number, corner: number): boolean {
  const after = next[corner];
  if (turn(flat, before, corner, after) <= 0) return false;
  for (let other = next[after]; other !== before; other = next[other]) {
    const isInside =
      turn(flat, before, corner, other) >= 0 &&
      turn(flat, corner, after, other) >= 0 &&
      turn(flat, after, before, other) >= 0;
    if (isInside && !isSamePlace(flat, other, before) && !isSamePlace(flat, other, after)) return false;
  }
  return true;
}

/** Bridges to holes visit a place twice. */
function isSamePlace(flat: Float64Array, a: number, b: number): boolean {
  return flat[2 * a] === flat[2 * b] && flat[2 * a + 1] === flat[2 * b + 1];
}
