/** Shapes that stand in for models: the edges of their bounds, and their axes. */
import type { CurveGeometry, VertexPrimvars } from "../model/geometry.ts";

/** Least x, y, z, then greatest. */
export type Bounds = readonly [number, number, number, number, number, number];

/** Width of lines, as a share of the diagonal of the bounds, or of the length of an axis. */
const WIDTH = 1 / 100;

/** Returns the twelve edges of bounds. */
export function boxEdges(bounds: Bounds, color: readonly number[]): CurveGeometry {
  const corner = (i: number): number[] => [0, 1, 2].map((axis) => bounds[axis + (((i >> axis) & 1) === 0 ? 0 : 3)]);
  const positions: number[] = [];
  for (let i = 0; i < 8; i++) {
    for (let axis = 0; axis < 3; axis++) {
      if (((i >> axis) & 1) === 0) positions.push(...corner(i), ...corner(i | (1 << axis)));
    }
  }
  const diagonal = Math.sqrt([0, 1, 2].reduce((sum, axis) => sum + (bounds[3 + axis] - bounds[axis]) ** 2, 0));
  return lines(positions, color, WIDTH * diagonal);
}

/** Returns lines of length 1 from the origin along the axes. */
export function axes(color: readonly number[]): CurveGeometry {
  return lines([0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1], color, WIDTH);
}

function lines(positions: readonly number[], color: readonly number[], width: number): CurveGeometry {
  return {
    type: "curves",
    positions: Float32Array.from(positions),
    counts: new Uint32Array(positions.length / 6).fill(2),
    isClosed: false,
    widths: { components: 1, values: Float32Array.of(width), isConstant: true },
    normals: null,
    primvars: colorPrimvars(color),
  };
}

/** Returns the primvars of a shape with one color. */
export function colorPrimvars(color: readonly number[]): VertexPrimvars {
  return new Map([["displayColor", { components: 3, values: Float32Array.from(color), isConstant: true }]]);
}
