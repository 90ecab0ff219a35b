/** Points of circles, the same on every machine. */

/**
 * Returns the points of the unit circle as x, y, counterclockwise from (1, 0). Only square roots are used: sines of engines differ
 * in their last bits.
 *
 * @param segments a power of two, 4 or more
 */
export function unitCircle(segments: number): Float64Array {
  let points = [1, 0, 0, 1, -1, 0, 0, -1];
  while (points.length < 2 * segments) {
    const finer: number[] = [];
    for (let i = 0; i < points.length; i += 2) {
      const [x, y] = [points[i], points[i + 1]];
      const next = (i + 2) % points.length;
      const [sumX, sumY] = [x + points[next], y + points[next + 1]];
      const length = Math.sqrt(sumX * sumX + sumY * sumY);
      finer.push(x, y, sumX / length, sumY / length);
    }
    points = finer;
  }
  return Float64Array.from(points);
}
