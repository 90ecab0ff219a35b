/** Measures of triangles. */
import type { TriangleGeometry } from "../model/geometry.ts";

/** Returns the volume inside of a closed surface: negative if its triangles face inwards. */
export function volumeOf({ positions, indices }: TriangleGeometry): number {
  let sum = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => Array.from(positions.subarray(3 * indices[i + k], 3 * indices[i + k] + 3)));
    sum += dot(a, cross(b, c)) / 6;
  }
  return sum;
}

/** Returns the sum of the areas of all triangles as a vector: for a plane surface its normal times its area. */
export function areaVector({ positions, indices }: TriangleGeometry): number[] {
  const sum = [0, 0, 0];
  for (let i = 0; i < indices.length; i += 3) {
    for (const [k, value] of triangleArea(positions, indices.subarray(i, i + 3)).entries()) sum[k] += value;
  }
  return sum;
}

/** Returns the sum of the areas of all triangles. */
export function areaOf({ positions, indices }: TriangleGeometry): number {
  let sum = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const area = triangleArea(positions, indices.subarray(i, i + 3));
    sum += Math.sqrt(dot(area, area));
  }
  return sum;
}

/** Returns the least and the greatest coordinates: x, y, z each. */
export function boundsOf({ positions }: { readonly positions: Float32Array }): number[] {
  const bounds = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (const [i, value] of positions.entries()) {
    bounds[i % 3] = Math.min(bounds[i % 3], value);
    bounds[3 + (i % 3)] = Math.max(bounds[3 + (i % 3)], value);
  }
  return bounds;
}

/** Returns the least of the products of a triangle's area vector with the normals of its corners: positive if they agree. */
export function leastAgreement({ positions, normals, indices }: TriangleGeometry): number {
  let least = Infinity;
  for (let i = 0; i < indices.length; i += 3) {
    const area = triangleArea(positions, indices.subarray(i, i + 3));
    for (const vertex of indices.subarray(i, i + 3)) {
      least = Math.min(least, dot(area, Array.from(normals?.subarray(3 * vertex, 3 * vertex + 3) ?? [0, 0, 0])));
    }
  }
  return least;
}

function triangleArea(positions: Float32Array, triangle: Uint32Array): number[] {
  const [a, b, c] = Array.from(triangle, (vertex) => Array.from(positions.subarray(3 * vertex, 3 * vertex + 3)));
  const from = (p: readonly number[]): number[] => p.map((value, k) => value - a[k]);
  return cross(from(b), from(c)).map((value) => value / 2);
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, k) => sum + value * b[k], 0);
}
