/** Normals of surfaces whose points have none. */

/**
 * Returns the normals of points: the mean of those of the triangles around, by their areas. Zero for points of no triangle.
 *
 * @param indices three vertices a triangle
 * @param pointOf of each vertex its point; null: vertices are points
 */
export function smoothNormals(points: Float32Array, indices: Uint32Array, pointOf: Uint32Array | null): Float32Array {
  const sums = new Float64Array(points.length);
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] =
      pointOf === null
        ? [3 * indices[i], 3 * indices[i + 1], 3 * indices[i + 2]]
        : [3 * pointOf[indices[i]], 3 * pointOf[indices[i + 1]], 3 * pointOf[indices[i + 2]]];
    const [ux, uy, uz] = [points[b] - points[a], points[b + 1] - points[a + 1], points[b + 2] - points[a + 2]];
    const [vx, vy, vz] = [points[c] - points[a], points[c + 1] - points[a + 1], points[c + 2] - points[a + 2]];
    const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    sums[a] += x;
    sums[a + 1] += y;
    sums[a + 2] += z;
    sums[b] += x;
    sums[b + 1] += y;
    sums[b + 2] += z;
    sums[c] += x;
    sums[c + 1] += y;
    sums[c + 2] += z;
  }
  return normalized(sums);
}

/** Returns vectors of length 1; zero for those that are zero or not finite. */
export function normalized(vectors: Float32Array | Float64Array): Float32Array {
  const units = new Float32Array(vectors.length);
  for (let i = 0; i + 2 < vectors.length; i += 3) {
    const [x, y, z] = [vectors[i], vectors[i + 1], vectors[i + 2]];
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 0 && length < Infinity)) continue;
    units[i] = x / length;
    units[i + 1] = y / length;
    units[i + 2] = z / length;
  }
  return units;
}
