/** Triangles of a primitive: expands strips and fans, and drops what cannot be drawn. */
import type { SkipCounter } from "../model/skip-counter.ts";

const TRIANGLES = 4;
const STRIP = 5;

/**
 * Returns the triangles of a primitive as three vertices each, whose order defines the front face. `indices` are null for an
 * unindexed primitive. Triangles with an invalid index are dropped.
 */
export function listTriangles(
  mode: number,
  indices: ArrayLike<number> | null,
  vertexCount: number,
  skips: SkipCounter,
): Uint32Array {
  const length = indices?.length ?? vertexCount;
  const count = triangleCount(mode, length);
  const list = new Uint32Array(3 * count);
  let m = 0;
  let outOfRange = 0;
  for (let t = 0; t < count; t++) {
    // The winding of a strip alternates (glTF 2.0, 3.7.2.1).
    const odd = mode === STRIP ? t & 1 : 0;
    const first = mode === TRIANGLES ? 3 * t : mode === STRIP ? t : t + 1;
    const second = mode === TRIANGLES ? 3 * t + 1 : mode === STRIP ? t + 1 + odd : t + 2;
    const third = mode === TRIANGLES ? 3 * t + 2 : mode === STRIP ? t + 2 - odd : 0;
    const a = indices === null ? first : indices[first];
    const b = indices === null ? second : indices[second];
    const c = indices === null ? third : indices[third];
    if (a >= vertexCount || b >= vertexCount || c >= vertexCount) {
      outOfRange++;
      continue;
    }
    list[m++] = a;
    list[m++] = b;
    list[m++] = c;
  }
  skips.add("indexOutOfRange", outOfRange);
  if (mode === TRIANGLES && length % 3 !== 0) skips.add("incompleteTriangle");
  return m === list.length ? list : list.slice(0, m);
}

/** Returns the number of triangles of so many vertices or indices; 0 for points and lines. */
export function triangleCount(mode: number, length: number): number {
  if (mode < TRIANGLES) return 0;
  return mode === TRIANGLES ? Math.floor(length / 3) : Math.max(0, length - 2);
}

/**
 * Returns the triangles with an area, without those with a non-finite corner. `flip` reverses the winding, for a
 * mirroring matrix.
 */
export function drawableTriangles(
  triangles: Uint32Array,
  positions: Float32Array,
  flip: boolean,
  skips: SkipCounter,
): Uint32Array {
  const list = new Uint32Array(triangles.length);
  let m = 0;
  let nonFinite = 0;
  let degenerate = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const ux = positions[b] - positions[a];
    const uy = positions[b + 1] - positions[a + 1];
    const uz = positions[b + 2] - positions[a + 2];
    const vx = positions[c] - positions[a];
    const vy = positions[c + 1] - positions[a + 1];
    const vz = positions[c + 2] - positions[a + 2];
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    // Products of floats cannot overflow a double, so a non-finite value was not finite before.
    const area = x * x + y * y + z * z;
    if (!(area - area === 0)) nonFinite++;
    else if (x === 0 && y === 0 && z === 0) degenerate++;
    else {
      list[m++] = triangles[t];
      list[m++] = triangles[flip ? t + 2 : t + 1];
      list[m++] = triangles[flip ? t + 1 : t + 2];
    }
  }
  skips.add("nonFinite", nonFinite);
  skips.add("degenerateTriangle", degenerate);
  return m === list.length ? list : list.slice(0, m);
}
