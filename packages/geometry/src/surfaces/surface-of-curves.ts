/** Triangles of curves: round tubes and flat ribbons. */
// oxlint-disable-next-line typescript/triple-slash-reference -- programs that start at another package need the types too
/// <reference path="./gl-matrix.d.ts" />
import * as vec3 from "gl-matrix/esm/vec3.js";
import type { CurveGeometry, TriangleGeometry, VertexPrimvars, VertexValues } from "../model/geometry.ts";
import { unitCircle } from "../shapes/unit-circle.ts";

/** Of curves without widths: their diameter, as a share of the diagonal of their bounds. */
const DEFAULT_DIAMETER = 1 / 150;
/** Curves up to which the diameter is that; it is a half of four times as many, down to a tenth. */
const FEW_CURVES = 16;
const MOST_THIN = 10;
/** Points of curves up to which tubes have eight sides. Those of more have four. */
const MOST_ROUND = 1 << 17;

/**
 * Returns the surface of curves: tubes of their widths, or ribbons of these widths across their normals. Curves without widths have a
 * diameter of 1/150 of their extent, and less if there are many.
 *
 * ```ts
 * const drawn = geometry.type === "curves" ? surfaceOfCurves(geometry) : geometry;
 * ```
 */
export function surfaceOfCurves(curves: CurveGeometry): TriangleGeometry {
  const points = curves.positions.length / 3;
  const sides = curves.normals !== null ? 2 : points <= MOST_ROUND ? 8 : 4;
  const positions = new Float32Array(3 * sides * points);
  const normals = new Float32Array(3 * sides * points);
  const indices = new Uint32Array(6 * (sides === 2 ? 1 : sides) * linksOf(curves));
  const ring = { sides, circle: unitCircle(8), positions, normals };
  const diameter = defaultDiameter(curves);
  let [first, triangle] = [0, 0];
  for (const count of curves.counts) {
    addRings(curves, { first, count }, ring, diameter);
    for (let i = 0; i + 1 < count + (curves.isClosed ? 1 : 0); i++) {
      const [low, high] = [sides * (first + i), sides * (first + ((i + 1) % count))];
      for (let k = 0; k < (sides === 2 ? 1 : sides); k++) {
        const next = (k + 1) % sides;
        indices.set([low + k, low + next, high + next, low + k, high + next, high + k], triangle);
        triangle += 6;
      }
    }
    first += count;
  }
  return {
    type: "triangles",
    positions,
    normals,
    primvars: repeated(curves.primvars, points, sides),
    pointOf: null,
    indices,
    groups: [{ subset: null, firstTriangle: 0, triangles: indices.length / 3 }],
    isDoubleSided: true,
  };
}

function defaultDiameter({ positions, counts }: CurveGeometry): number {
  const crowding = Math.min(MOST_THIN, Math.sqrt(Math.max(1, counts.length / FEW_CURVES)));
  return (DEFAULT_DIAMETER * diagonalOf(positions)) / crowding;
}

/** Returns how many pairs of neighbors there are on all curves. */
function linksOf({ counts, isClosed }: CurveGeometry): number {
  return counts.reduce((sum, count) => sum + count - (isClosed ? 0 : 1), 0);
}

interface CurveRange {
  readonly first: number;
  readonly count: number;
}

interface Rings {
  readonly sides: number;
  readonly circle: Float64Array;
  readonly positions: Float32Array;
  readonly normals: Float32Array;
}

/**
 * Adds the vertices around the points of a curve. The frame of each point is that of the point before, turned by no more than the curve
 * turns (Wang et al. 2008).
 */
function addRings(curves: CurveGeometry, range: CurveRange, rings: Rings, diameter: number): void {
  const { positions, widths, normals } = curves;
  let tangent = tangentAt(positions, range, 0, curves.isClosed);
  let side = perpendicularTo(tangent);
  for (let i = 0; i < range.count; i++) {
    const point = range.first + i;
    const next = tangentAt(positions, range, i, curves.isClosed);
    side = transported(side, tangent, next);
    tangent = next;
    const radius = (widths === null ? diameter : widths.values[widths.isConstant ? 0 : point]) / 2;
    const centre = vectorAt(positions, point);
    if (normals === null) addRing(rings, point, { centre, side, other: vec3.cross([0, 0, 0], tangent, side), radius });
    else addRibbon(rings, point, { centre, side: vectorAt(normals, point), other: tangent, radius });
  }
}

interface Ring {
  readonly centre: Vector;
  readonly side: Vector;
  readonly other: Vector;
  readonly radius: number;
}

function addRing(rings: Rings, point: number, { centre, side, other, radius }: Ring): void {
  const { sides, circle, positions, normals } = rings;
  const step = circle.length / sides;
  for (let k = 0; k < sides; k++) {
    const [x, y] = [circle[step * k], circle[step * k + 1]];
    for (let axis = 0; axis < 3; axis++) {
      const at = 3 * (sides * point + k) + axis;
      const normal = x * side[axis] + y * other[axis];
      normals[at] = normal;
      positions[at] = centre[axis] + radius * normal;
    }
  }
}

/** A ribbon faces along its normal. */
function addRibbon({ positions, normals }: Rings, point: number, { centre, side, other, radius }: Ring): void {
  const across = unit(vec3.cross([0, 0, 0], other, side)) ?? perpendicularTo(other);
  const normal = unit(vec3.cross([0, 0, 0], across, other)) ?? side;
  for (let axis = 0; axis < 3; axis++) {
    const at = 6 * point + axis;
    positions[at] = centre[axis] + radius * across[axis];
    positions[at + 3] = centre[axis] - radius * across[axis];
    normals[at] = normals[at + 3] = normal[axis];
  }
}

function repeated(primvars: VertexPrimvars, points: number, sides: number): VertexPrimvars {
  const ofSides = ({ components, values, isConstant }: VertexValues): VertexValues => {
    if (isConstant) return { components, values, isConstant };
    const result = new Float32Array(components * sides * points);
    for (let vertex = 0; vertex < sides * points; vertex++) {
      const from = components * Math.floor(vertex / sides);
      for (let k = 0; k < components; k++) result[components * vertex + k] = values[from + k];
    }
    return { components, values: result, isConstant };
  };
  return new Map(Array.from(primvars, ([name, values]) => [name, ofSides(values)]));
}

type Vector = readonly number[];

function vectorAt(values: Float32Array, element: number): number[] {
  return [values[3 * element], values[3 * element + 1], values[3 * element + 2]];
}

/** Returns the direction between the points before and after one; of points at one place the x axis. */
function tangentAt(positions: Float32Array, { first, count }: CurveRange, at: number, isClosed: boolean): Vector {
  const before = at > 0 ? at - 1 : isClosed ? count - 1 : 0;
  const after = at + 1 < count ? at + 1 : isClosed ? 0 : count - 1;
  const between = vec3.subtract([0, 0, 0], vectorAt(positions, first + after), vectorAt(positions, first + before));
  return unit(between) ?? [1, 0, 0];
}

function perpendicularTo(direction: Vector): Vector {
  const [x, y, z] = [Math.abs(direction[0]), Math.abs(direction[1]), Math.abs(direction[2])];
  const axis: Vector = x <= y && x <= z ? [1, 0, 0] : y <= z ? [0, 1, 0] : [0, 0, 1];
  return unit(vec3.cross([0, 0, 0], direction, axis)) ?? [0, 0, 1];
}

/** Returns a vector that is perpendicular to one direction as one that is to another: mirrored twice, and so not mirrored. */
function transported(side: Vector, from: Vector, to: Vector): Vector {
  const sum = unit(vec3.add([0, 0, 0], from, to));
  // Straight back: what is perpendicular to one direction is to the other.
  if (sum === undefined) return side;
  const turned = mirrored(mirrored(side, from), sum);
  return unit(vec3.scaleAndAdd([0, 0, 0], turned, to, -vec3.dot(turned, to))) ?? side;
}

function mirrored(vector: Vector, normal: Vector): number[] {
  return vec3.scaleAndAdd([0, 0, 0], vector, normal, -2 * vec3.dot(vector, normal));
}

function unit(vector: number[]): number[] | undefined {
  const length = vec3.length(vector);
  return length > 1e-30 && length < Infinity ? vec3.scale(vector, vector, 1 / length) : undefined;
}

function diagonalOf(points: Float32Array): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i++) {
    low[i % 3] = Math.min(low[i % 3], points[i]);
    high[i % 3] = Math.max(high[i % 3], points[i]);
  }
  const [x, y, z] = high.map((value, axis) => value - low[axis]);
  return Math.sqrt(x * x + y * y + z * z);
}
