/** Transforms vertices by a common matrix or by one matrix per vertex. */
import type { RowMatrix } from "@usdkit/transforms";

/** Twelve numbers of a matrix per vertex: three rows, then the translation. `stride` 0 is one matrix for all. */
export interface VertexMatrices {
  readonly numbers: Float64Array;
  readonly stride: 0 | 12;
}

/** One matrix for all; the fourth column is dropped, as glTF transforms are affine. */
export function oneMatrix(m: RowMatrix): VertexMatrices {
  return {
    numbers: Float64Array.of(m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10], m[12], m[13], m[14]),
    stride: 0,
  };
}

export function movedPositions(positions: Float32Array, { numbers: m, stride }: VertexMatrices): Float32Array {
  const moved = new Float32Array(positions.length);
  for (let i = 0, k = 0; i < positions.length; i += 3, k += stride) {
    const [x, y, z] = [positions[i], positions[i + 1], positions[i + 2]];
    moved[i] = x * m[k] + y * m[k + 3] + z * m[k + 6] + m[k + 9];
    moved[i + 1] = x * m[k + 1] + y * m[k + 4] + z * m[k + 7] + m[k + 10];
    moved[i + 2] = x * m[k + 2] + y * m[k + 5] + z * m[k + 8] + m[k + 11];
  }
  return moved;
}

/**
 * Returns unit normals by the cofactor matrix, which transforms normals without an inverse. A zero
 * or non-finite normal becomes NaN, which `fixNormals` replaces. Under a mirroring matrix, normals keep their side.
 */
export function movedNormals(normals: Float32Array, { numbers, stride }: VertexMatrices): Float32Array {
  const moved = new Float32Array(normals.length);
  const cofactor = new Float64Array(9);
  for (let i = 0, k = 0; i < normals.length; i += 3, k += stride) {
    if (i === 0 || stride > 0) cofactors(numbers, k, cofactor);
    const x = normals[i] * cofactor[0] + normals[i + 1] * cofactor[3] + normals[i + 2] * cofactor[6];
    const y = normals[i] * cofactor[1] + normals[i + 1] * cofactor[4] + normals[i + 2] * cofactor[7];
    const z = normals[i] * cofactor[2] + normals[i + 1] * cofactor[5] + normals[i + 2] * cofactor[8];
    const scale = 1 / Math.sqrt(x * x + y * y + z * z);
    moved[i] = x * scale;
    moved[i + 1] = y * scale;
    moved[i + 2] = z * scale;
  }
  return moved;
}

/** The cofactors of the 3×3 matrix at `k`, with the sign of its determinant, so that mirroring does not flip normals. */
function cofactors(m: Float64Array, k: number, out: Float64Array): void {
  for (let row = 0; row < 3; row++) {
    const next = k + 3 * ((row + 1) % 3);
    const last = k + 3 * ((row + 2) % 3);
    out[3 * row] = m[next + 1] * m[last + 2] - m[next + 2] * m[last + 1];
    out[3 * row + 1] = m[next + 2] * m[last] - m[next] * m[last + 2];
    out[3 * row + 2] = m[next] * m[last + 1] - m[next + 1] * m[last];
  }
  if (m[k] * out[0] + m[k + 1] * out[1] + m[k + 2] * out[2] >= 0) return;
  for (let i = 0; i < 9; i++) out[i] = -out[i];
}

/** Returns tangents that the matrices have moved, of length 1; flat length 4n, the sign of the bitangent last. */
export function movedTangents(tangents: Float32Array, { numbers: m, stride }: VertexMatrices): Float32Array {
  const moved = new Float32Array(tangents.length);
  for (let i = 0, k = 0; i < tangents.length; i += 4, k += stride) {
    const [x, y, z] = [tangents[i], tangents[i + 1], tangents[i + 2]];
    const tx = x * m[k] + y * m[k + 3] + z * m[k + 6];
    const ty = x * m[k + 1] + y * m[k + 4] + z * m[k + 7];
    const tz = x * m[k + 2] + y * m[k + 5] + z * m[k + 8];
    const scale = 1 / Math.sqrt(tx * tx + ty * ty + tz * tz);
    moved[i] = tx * scale;
    moved[i + 1] = ty * scale;
    moved[i + 2] = tz * scale;
    moved[i + 3] = tangents[i + 3];
  }
  return moved;
}

/** Returns whether the common matrix mirrors, or most matrices of single vertices do: an armature may be mirrored as a whole. */
export function mirrors({ numbers, stride }: VertexMatrices): boolean {
  let balance = 0;
  for (let k = 0; k + 9 <= numbers.length; k += 12) {
    const [a, b, c, d, e, f, g, h, j] = numbers.subarray(k, k + 9);
    balance += a * (e * j - f * h) + b * (f * g - d * j) + c * (d * h - e * g) < 0 ? -1 : 1;
    if (stride === 0) break;
  }
  return balance < 0;
}

/** Returns the lengths of the axes of the common matrix; 1 for matrices of single vertices. */
export function axisLengths({ numbers: m, stride }: VertexMatrices): readonly [number, number, number] {
  if (stride !== 0) return [1, 1, 1];
  const length = (k: number): number => Math.sqrt(m[k] * m[k] + m[k + 1] * m[k + 1] + m[k + 2] * m[k + 2]);
  return [length(0), length(3), length(6)];
}

/** Replaces invalid normals by those of the adjacent triangles; normals of unused vertices point along z. */
export function fixNormals(normals: Float32Array, positions: Float32Array, triangles: Uint32Array): void {
  let isWhole = true;
  for (let i = 0; i < normals.length && isWhole; i++) isWhole = Number.isFinite(normals[i]);
  if (isWhole) return;
  const sums = new Float64Array(normals.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const [ux, uy, uz] = [0, 1, 2].map((k) => positions[b + k] - positions[a + k]);
    const [vx, vy, vz] = [0, 1, 2].map((k) => positions[c + k] - positions[a + k]);
    const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    for (const corner of [a, b, c]) for (let k = 0; k < 3; k++) sums[corner + k] += normal[k];
  }
  for (let i = 0; i < normals.length; i += 3) {
    if (Number.isFinite(normals[i] + normals[i + 1] + normals[i + 2])) continue;
    const [x, y, z] = sums.subarray(i, i + 3);
    const length = Math.sqrt(x * x + y * y + z * z);
    normals.set(length > 0 ? [x / length, y / length, z / length] : [0, 0, 1], i);
  }
}

/** Moves non-finite vertices, which no triangle uses, to a used one: bounds include all vertices. */
export function settlePositions(positions: Float32Array, triangles: Uint32Array): void {
  const place = triangles.length > 0 ? positions.slice(3 * triangles[0], 3 * triangles[0] + 3) : new Float32Array(3);
  for (let i = 0; i < positions.length; i += 3) {
    if (!Number.isFinite(positions[i] + positions[i + 1] + positions[i + 2])) positions.set(place, i);
  }
}
