/** Surfaces of revolution about Z. */
import type { Shape } from "./shape.ts";
import { unitCircle } from "./unit-circle.ts";

/** A point of a profile with the normal of the surface there: distance from the axis and place along it. */
export interface ProfilePoint {
  readonly radius: number;
  readonly z: number;
  readonly normalRadius: number;
  readonly normalZ: number;
}

/** Points between which the surface is smooth, from the lowest z to the highest; edges are between two of them. */
export type Profile = readonly ProfilePoint[];

/** Segments of a circle: their distance from it is 0.12 % of the radius. */
const SEGMENTS = 64;

/** Returns the surface that profiles sweep, seen from outside where they go up along the axis. */
export function revolve(profiles: readonly Profile[]): Shape {
  const positions: number[] = [];
  const normals: number[] = [];
  const indices: number[] = [];
  const circle = unitCircle(SEGMENTS);
  for (const profile of profiles) {
    const first = positions.length / 3;
    for (const { radius, z, normalRadius, normalZ } of profile) {
      for (let i = 0; i < circle.length; i += 2) {
        positions.push(radius * circle[i], radius * circle[i + 1], z);
        normals.push(normalRadius * circle[i], normalRadius * circle[i + 1], normalZ);
      }
    }
    for (let ring = 0; ring + 1 < profile.length; ring++) {
      const [isLowPole, isHighPole] = [profile[ring].radius === 0, profile[ring + 1].radius === 0];
      for (let i = 0; i < SEGMENTS; i++) {
        const next = (i + 1) % SEGMENTS;
        const low = first + ring * SEGMENTS;
        const high = low + SEGMENTS;
        if (!isLowPole) indices.push(low + i, low + next, high + next);
        if (!isHighPole) indices.push(low + i, high + next, high + i);
      }
    }
  }
  return { positions, normals, indices };
}

/** Returns the profile of a disk at a height, seen from above or from below. */
export function diskProfile(radius: number, z: number, normalZ: 1 | -1): Profile {
  const points = [radius, 0].map((each) => ({ radius: each, z, normalRadius: 0, normalZ }));
  return normalZ === 1 ? points : points.toReversed();
}

/** Returns the profile of a straight wall between two circles. */
export function wallProfile(low: { radius: number; z: number }, high: { radius: number; z: number }): Profile {
  const [rise, inward] = [high.z - low.z, low.radius - high.radius];
  const length = Math.sqrt(rise * rise + inward * inward);
  if (length === 0) return [];
  const normal = { normalRadius: rise / length, normalZ: inward / length };
  return [
    { ...low, ...normal },
    { ...high, ...normal },
  ];
}

/** A sphere whose centre is on the axis. */
export interface CentredSphere {
  readonly z: number;
  readonly radius: number;
}

/** A unit vector from the axis outwards and along it. */
export type Direction = readonly [out: number, up: number];

/** Straight down, straight out and straight up. */
export const DOWN: Direction = [0, -1];
export const OUT: Direction = [1, 0];
export const UP: Direction = [0, 1];

/** Returns the profile of a sphere between two directions that are less than half a turn apart, the lower one first. */
export function arcProfile({ z, radius }: CentredSphere, from: Direction, to: Direction): Profile {
  let directions: readonly Direction[] = [from, to];
  while (directions.length <= SEGMENTS / 4) directions = withMiddles(directions);
  return directions.map(([out, up]) => ({
    radius: radius * out,
    z: z + radius * up,
    normalRadius: out,
    normalZ: up,
  }));
}

function withMiddles(directions: readonly Direction[]): readonly Direction[] {
  const finer: Direction[] = [];
  for (const [i, direction] of directions.entries()) {
    const [out, up] = direction;
    if (i > 0) {
      const [lastOut, lastUp] = directions[i - 1];
      const [sumOut, sumUp] = [lastOut + out, lastUp + up];
      const length = Math.sqrt(sumOut * sumOut + sumUp * sumUp);
      finer.push([sumOut / length, sumUp / length]);
    }
    finer.push(direction);
  }
  return finer;
}
