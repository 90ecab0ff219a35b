/** Shapes that are given by a few numbers. */
import type { TriangleGeometry } from "../model/geometry.ts";
import type { PrimReader } from "../model/prim-reader.ts";
import { shapePrimvars, type ShapeMesh } from "./shape-primvars.ts";

/** Vertices and triangles of a shape. */
export interface Shape {
  /** Flat, three numbers a vertex. */
  readonly positions: readonly number[];
  /** Flat, three numbers a vertex: unit vectors. */
  readonly normals: readonly number[];
  /** Flat, three vertices a triangle. */
  readonly indices: readonly number[];
}

/** The axis along which a shape stands. */
export type Axis = "X" | "Y" | "Z";

/** Returns the axis of a prim; Z for a value that is none. */
export function axisOf(prim: PrimReader): Axis {
  const axis = prim.token("axis");
  if (axis === "X" || axis === "Y" || axis === "Z") return axis;
  prim.problem("axis", `Expected "X", "Y" or "Z", found ${JSON.stringify(axis)}: the shape stands along Z`);
  return "Z";
}

/** Returns a length that is finite; undefined, with a problem, for another one. */
export function lengthOf(prim: PrimReader, name: string): number | undefined {
  const value = prim.number(name);
  if (value !== undefined && Number.isFinite(value)) return value;
  prim.problem(name, `Expected a finite length, found ${value ?? "no value"}: the prim is not drawn`);
  return undefined;
}

/** Turns a shape that stands along Z to another axis, without mirroring it. */
export function alongAxis(shape: Shape, axis: Axis): Shape {
  if (axis === "Z") return shape;
  // Of each vector x, y, z: z, x, y for X, and y, z, x for Y.
  const [first, second, third] = axis === "X" ? [2, 0, 1] : [1, 2, 0];
  const turned = (vectors: readonly number[]): number[] => {
    const result: number[] = [];
    for (let i = 0; i < vectors.length; i += 3)
      result.push(vectors[i + first], vectors[i + second], vectors[i + third]);
    return result;
  };
  return { positions: turned(shape.positions), normals: turned(shape.normals), indices: shape.indices };
}

/**
 * Returns the geometry of a prim with a shape: one group.
 *
 * @param mesh where its vertices lie on the mesh that the reference draws; without it every primvar has one value
 */
export function shapeGeometry(
  prim: PrimReader,
  { positions, normals, indices }: Shape,
  mesh?: ShapeMesh,
): TriangleGeometry {
  return {
    type: "triangles",
    positions: Float32Array.from(positions),
    normals: Float32Array.from(normals),
    primvars: shapePrimvars(prim, mesh),
    pointOf: null,
    indices: Uint32Array.from(indices),
    groups: [{ subset: null, firstTriangle: 0, triangles: indices.length / 3 }],
    isDoubleSided: prim.isTrue("doubleSided"),
  };
}
