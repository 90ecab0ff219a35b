/** The surface of tetrahedra. */

/** The corners of the triangles of a tetrahedron, counterclockwise seen from outside of a right-handed one. */
const TRIANGLES = [
  [1, 2, 3],
  [0, 3, 2],
  [0, 1, 3],
  [0, 2, 1],
] as const;

/**
 * Returns the triangles that only one tetrahedron has, flat, in the order of the tetrahedra. Those with corners that are no points are left
 * out.
 *
 * @param tetrahedra four points each
 * @param points their number
 */
export function surfaceTriangles(tetrahedra: Int32Array, points: number): Int32Array {
  const corners = new Int32Array(3 * 4 * Math.floor(tetrahedra.length / 4));
  let count = 0;
  for (let tet = 0; tet + 3 < tetrahedra.length; tet += 4) {
    const isGood = [0, 1, 2, 3].every((i) => tetrahedra[tet + i] >= 0 && tetrahedra[tet + i] < points);
    if (!isGood) continue;
    for (const [a, b, c] of TRIANGLES) {
      corners[3 * count] = tetrahedra[tet + a];
      corners[3 * count + 1] = tetrahedra[tet + b];
      corners[3 * count + 2] = tetrahedra[tet + c];
      count++;
    }
  }
  const single = triangleIsSingle(corners.subarray(0, 3 * count), points);
  const surface: number[] = [];
  for (let i = 0; i < count; i++) {
    if (single[i] === 1) surface.push(corners[3 * i], corners[3 * i + 1], corners[3 * i + 2]);
  }
  return Int32Array.from(surface);
}

/** Returns of each triangle 1 if no other one has the same corners, in any order. */
function triangleIsSingle(corners: Int32Array, points: number): Uint8Array {
  const count = corners.length / 3;
  const sorted = new Int32Array(3 * count);
  for (let i = 0; i < sorted.length; i += 3) {
    const [a, b, c] = [corners[i], corners[i + 1], corners[i + 2]];
    sorted[i] = Math.min(a, b, c);
    sorted[i + 2] = Math.max(a, b, c);
    sorted[i + 1] = a + b + c - sorted[i] - sorted[i + 2];
  }
  let order = Uint32Array.from({ length: count }, (_, i) => i);
  for (const key of [2, 1, 0]) order = sortedBy(order, sorted, key, points);
  const isSingle = new Uint8Array(count).fill(1);
  for (let i = 1; i < count; i++) {
    const [a, b] = [3 * order[i - 1], 3 * order[i]];
    const isSame = sorted[a] === sorted[b] && sorted[a + 1] === sorted[b + 1] && sorted[a + 2] === sorted[b + 2];
    if (isSame) isSingle[order[i - 1]] = isSingle[order[i]] = 0;
  }
  return isSingle;
}

/** Returns triangles in the order of one of their corners; those with the same one keep their order. */
function sortedBy(order: Uint32Array, corners: Int32Array, key: number, points: number): Uint32Array<ArrayBuffer> {
  const starts = new Uint32Array(points + 1);
  for (const triangle of order) starts[corners[3 * triangle + key] + 1]++;
  for (let i = 1; i <= points; i++) starts[i] += starts[i - 1];
  const result = new Uint32Array(order.length);
  for (const triangle of order) result[starts[corners[3 * triangle + key]]++] = triangle;
  return result;
}
