/** Round tubes along curves. */
import { unitCircle } from "../shapes/unit-circle.ts";

/** Sides of a tube. */
const SIDES = 8;

/** A tube around points. */
export interface Tube {
  readonly positions: readonly number[];
  readonly normals: readonly number[];
  readonly indices: readonly number[];
  /** Of each vertex: its place among the points. */
  readonly places: readonly number[];
}

type Vector = readonly [x: number, y: number, z: number];

/**
 * Returns a tube along points, seen from outside. The frame of each point is that of the point before, turned by no more than the curve
 * turns (Wang et al. 2008).
 *
 * @param points flat, three numbers a point
 * @param diameters one for each point
 */
export function tube(points: Float64Array, diameters: Float64Array, isClosed: boolean): Tube {
  const count = points.length / 3;
  const circle = unitCircle(SIDES);
  const positions: number[] = [];
  const normals: number[] = [];
  const places: number[] = [];
  const indices: number[] = [];
  let tangent = tangentAt(points, 0, isClosed);
  let side = perpendicularTo(tangent);
  for (let i = 0; i < count; i++) {
    const next = tangentAt(points, i, isClosed);
    side = transported(side, tangent, next);
    tangent = next;
    const other = cross(tangent, side);
    const radius = diameters[i] / 2;
    for (let k = 0; k < circle.length; k += 2) {
      const normal = [0, 1, 2].map((axis) => circle[k] * side[axis] + circle[k + 1] * other[axis]);
      normals.push(...normal);
      positions.push(...normal.map((value, axis) => points[3 * i + axis] + radius * value));
      places.push(i);
    }
  }
  for (let i = 0; i + 1 < count + (isClosed ? 1 : 0); i++) {
    for (let k = 0; k < SIDES; k++) {
      const [low, high] = [SIDES * i, SIDES * ((i + 1) % count)];
      const next = (k + 1) % SIDES;
      indices.push(low + k, low + next, high + next, low + k, high + next, high + k);
    }
  }
  return { positions, normals, indices, places };
}

/** Returns the direction between the points before and after one; of points at one place the x axis. */
function tangentAt(points: Float64Array, at: number, isClosed: boolean): Vector {
  const count = points.length / 3;
  const before = at > 0 ? at - 1 : isClosed ? count - 1 : 0;
  const after = at + 1 < count ? at + 1 : isClosed ? 0 : count - 1;
  return unit([0, 1, 2].map((axis) => points[3 * after + axis] - points[3 * before + axis])) ?? [1, 0, 0];
}

function perpendicularTo(direction: Vector): Vector {
  const [x, y, z] = direction.map(Math.abs);
  const axis: Vector = x <= y && x <= z ? [1, 0, 0] : y <= z ? [0, 1, 0] : [0, 0, 1];
  return unit(cross(direction, axis)) ?? [0, 0, 1];
}

/** Returns a vector that is perpendicular to one direction as one that is to another: mirrored twice, and so not mirrored. */
function transported(side: Vector, from: Vector, to: Vector): Vector {
  const sum = unit([from[0] + to[0], from[1] + to[1], from[2] + to[2]]);
  // Straight back: what is perpendicular to one direction is to the other.
  if (sum === undefined) return side;
  const turned = mirrored(mirrored(side, from), sum);
  const along = dot(turned, to);
  return unit(turned.map((value, axis) => value - along * to[axis])) ?? side;
}

function mirrored(vector: Vector, normal: Vector): Vector {
  const twice = 2 * dot(vector, normal);
  return [vector[0] - twice * normal[0], vector[1] - twice * normal[1], vector[2] - twice * normal[2]];
}

function unit([x, y, z]: readonly number[]): Vector | undefined {
  const length = Math.sqrt(x * x + y * y + z * z);
  return length > 1e-30 ? [x / length, y / length, z / length] : undefined;
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
