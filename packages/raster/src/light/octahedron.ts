/**
 * Octahedral maps: directions on a square, whose corners are −y and whose centre is +y. Texels lie on the edges of the square, so
 * that both sides of a fold hold the same values and interpolation has no seam.
 */

/** Writes the coordinates of a direction on the square, −1 to 1 each, to `out`. */
export function directionToSquare(x: number, y: number, z: number, out: Float64Array): void {
  const scale = 1 / (Math.abs(x) + Math.abs(y) + Math.abs(z));
  const u = x * scale;
  const v = z * scale;
  out[0] = y >= 0 ? u : (1 - Math.abs(v)) * (u >= 0 ? 1 : -1);
  out[1] = y >= 0 ? v : (1 - Math.abs(u)) * (v >= 0 ? 1 : -1);
}

/** Returns the unit vector of a point of the square. */
export function squareToDirection(u: number, v: number): [x: number, y: number, z: number] {
  const y = 1 - Math.abs(u) - Math.abs(v);
  const x = y >= 0 ? u : (1 - Math.abs(v)) * (u >= 0 ? 1 : -1);
  const z = y >= 0 ? v : (1 - Math.abs(u)) * (v >= 0 ? 1 : -1);
  const length = Math.sqrt(x * x + y * y + z * z);
  return [x / length, y / length, z / length];
}
