/** Triangles of points: balls. */
import type { PointGeometry, TriangleGeometry, VertexValues } from "../model/geometry.ts";
import { ball as ballOf } from "../shapes/ball.ts";

/** Points of which each can be a ball. */
const MOST_BALLS = 1 << 17;
/** Triangles of all balls up to which they are finer. */
const MOST_FINE = 1 << 20;

/**
 * Returns points as balls of their widths. Undefined if they have no widths, or if there are more than 131,072: these are points without a
 * size.
 *
 * ```ts
 * const drawn = geometry.type === "points" ? (surfaceOfPoints(geometry) ?? geometry) : geometry;
 * ```
 */
export function surfaceOfPoints({ positions: centres, widths, primvars }: PointGeometry): TriangleGeometry | undefined {
  const count = centres.length / 3;
  if (widths === null || count > MOST_BALLS) return undefined;
  const ball = ballOf([3, 2].find((level) => count * 8 * 4 ** level <= MOST_FINE) ?? 1);
  const corners = ball.positions.length / 3;
  const positions = new Float32Array(3 * corners * count);
  const normals = new Float32Array(3 * corners * count);
  const indices = new Uint32Array(ball.indices.length * count);
  for (let i = 0; i < count; i++) {
    const radius = widths.values[widths.isConstant ? 0 : i] / 2;
    for (let k = 0; k < 3 * corners; k++) {
      positions[3 * corners * i + k] = centres[3 * i + (k % 3)] + radius * ball.positions[k];
    }
    normals.set(ball.normals, 3 * corners * i);
    for (let k = 0; k < ball.indices.length; k++) indices[ball.indices.length * i + k] = corners * i + ball.indices[k];
  }
  return {
    type: "triangles",
    positions,
    normals,
    primvars: new Map(Array.from(primvars, ([name, values]) => [name, repeated(values, corners, count)])),
    pointOf: null,
    indices,
    groups: [{ subset: null, firstTriangle: 0, triangles: indices.length / 3 }],
    isDoubleSided: false,
  };
}

function repeated({ components, values, isConstant }: VertexValues, times: number, count: number): VertexValues {
  if (isConstant) return { components, values, isConstant };
  const result = new Float32Array(components * times * count);
  for (let i = 0; i < times * count; i++) {
    const from = components * Math.floor(i / times);
    for (let k = 0; k < components; k++) result[components * i + k] = values[from + k];
  }
  return { components, values: result, isConstant };
}
