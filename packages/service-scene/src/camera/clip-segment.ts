/** Cuts segments to what an image can show of them. */

/** A point in the space of a camera; z is the distance along its view. */
export type ViewPoint = readonly [x: number, y: number, z: number];

/** Returns the part of a segment that is not before the near plane; undefined if there is none. */
export function clipToNear(
  a: ViewPoint,
  b: ViewPoint,
  near: number,
): readonly [from: ViewPoint, to: ViewPoint] | undefined {
  if (!(a[2] >= near || b[2] >= near)) return undefined;
  if (a[2] < near) return [towards(a, b, near), b];
  return b[2] < near ? [a, towards(b, a, near)] : [a, b];
}

/** The point at a distance between two. */
function towards([x, y, z]: ViewPoint, [u, v, w]: ViewPoint, distance: number): ViewPoint {
  const t = (distance - z) / (w - z);
  return [x + (u - x) * t, y + (v - y) * t, distance];
}

/** A segment in an image: where it starts, and the way to its end, in pixels. */
export interface ImageSegment {
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
}

/** Returns the part of a segment, from 0 to 1, that is in an image (Liang–Barsky); undefined if there is none. */
export function clipToImage(
  { x, y, dx, dy }: ImageSegment,
  { width, height }: { readonly width: number; readonly height: number },
): readonly [first: number, last: number] | undefined {
  let [first, last] = [0, 1];
  for (const [p, q] of [
    [-dx, x],
    [dx, width - x],
    [-dy, y],
    [dy, height - y],
  ]) {
    if (p === 0) {
      if (q < 0) return undefined;
      continue;
    }
    const t = q / p;
    if (p < 0) first = Math.max(first, t);
    else last = Math.min(last, t);
  }
  return first < last ? [first, last] : undefined;
}
