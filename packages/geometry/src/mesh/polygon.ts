/** Polygons in the plane that fits them best. */

/** The corners of a face. */
export interface Polygon {
  /** All points, flat. */
  readonly points: Float32Array;
  /** Of each corner: its point. */
  readonly corners: Int32Array;
}

/**
 * Returns the corners in two dimensions, flat: the axis along which the polygon's normal is longest is left out, so that the polygon goes
 * counterclockwise. The normal is Newell's: the sum of the cross products of all edges.
 */
export function flattened({ points, corners }: Polygon): Float64Array {
  const count = corners.length;
  let [x, y, z] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    const [a, b] = [3 * corners[i], 3 * corners[(i + 1) % count]];
    x += (points[a + 1] - points[b + 1]) * (points[a + 2] + points[b + 2]);
    y += (points[a + 2] - points[b + 2]) * (points[a] + points[b]);
    z += (points[a] - points[b]) * (points[a + 1] + points[b + 1]);
  }
  const sizes = [x, y, z].map(Math.abs);
  const axis = sizes[0] > sizes[1] ? (sizes[0] > sizes[2] ? 0 : 2) : sizes[1] > sizes[2] ? 1 : 2;
  const isPositive = [x, y, z][axis] >= 0;
  const [first, second] = isPositive ? [(axis + 1) % 3, (axis + 2) % 3] : [(axis + 2) % 3, (axis + 1) % 3];
  const flat = new Float64Array(2 * count);
  for (let i = 0; i < count; i++) {
    flat[2 * i] = points[3 * corners[i] + first];
    flat[2 * i + 1] = points[3 * corners[i] + second];
  }
  return flat;
}

/**
 * Returns whether a face of four corners is surely convex: in space, all of its corners turn to the same side. It may be convex in its plane
 * where this is false.
 *
 * @param first its first corner, as an index into the list of corners
 */
export function isConvexQuad(points: Float32Array, corners: Int32Array, first: number): boolean {
  // No arrays: this is called for each face.
  const a = 3 * corners[first];
  const b = 3 * corners[first + 1];
  const c = 3 * corners[first + 2];
  const d = 3 * corners[first + 3];
  const [ax, ay, az] = [points[a], points[a + 1], points[a + 2]];
  const abx = points[b] - ax;
  const aby = points[b + 1] - ay;
  const abz = points[b + 2] - az;
  const acx = points[c] - ax;
  const acy = points[c + 1] - ay;
  const acz = points[c + 2] - az;
  const adx = points[d] - ax;
  const ady = points[d + 1] - ay;
  const adz = points[d + 2] - az;
  const bdx = adx - abx;
  const bdy = ady - aby;
  const bdz = adz - abz;
  // The normal of the quadrilateral: the cross product of its diagonals.
  const x = acy * bdz - acz * bdy;
  const y = acz * bdx - acx * bdz;
  const z = acx * bdy - acy * bdx;
  // Of the triangles at its corners twice the areas along the normal: those of a convex one are positive.
  const atB = x * (aby * acz - abz * acy) + y * (abz * acx - abx * acz) + z * (abx * acy - aby * acx);
  const atD = x * (acy * adz - acz * ady) + y * (acz * adx - acx * adz) + z * (acx * ady - acy * adx);
  const atA = x * (aby * adz - abz * ady) + y * (abz * adx - abx * adz) + z * (abx * ady - aby * adx);
  return atB > 0 && atD > 0 && atA > 0 && atB + atD - atA > 0;
}

/** Returns twice the area of the triangle of three corners: positive if it goes counterclockwise. */
export function turn(flat: Float64Array, a: number, b: number, c: number): number {
  const [ax, ay] = [flat[2 * a], flat[2 * a + 1]];
  return (flat[2 * b] - ax) * (flat[2 * c + 1] - ay) - (flat[2 * b + 1] - ay) * (flat[2 * c] - ax);
}

/** Returns whether no corner turns inwards. */
export function isConvex(flat: Float64Array): boolean {
  const count = flat.length / 2;
  for (let i = 0; i < count; i++) if (turn(flat, i, (i + 1) % count, (i + 2) % count) < 0) return false;
  return true;
}
