/**
 * The environment of the full look as a function: a gray studio with soft lights above, to the left and behind, fixed in the
 * world with y up. It is achromatic, so that colors are those of the materials. `environment.generated.ts` holds it prefiltered.
 */

interface Softbox {
  readonly direction: readonly [x: number, y: number, z: number];
  /** Cosines of the angles where the light is full and where it ends. */
  readonly inner: number;
  readonly outer: number;
  readonly radiance: number;
}

const softboxes: readonly Softbox[] = [
  { direction: unit(0.4, 0.8, 0.45), inner: 0.93, outer: 0.8, radiance: 0.9 },
  { direction: unit(-0.8, 0.35, 0.5), inner: 0.9, outer: 0.72, radiance: 0.55 },
  { direction: unit(0.15, 0.4, -0.9), inner: 0.92, outer: 0.76, radiance: 0.7 },
];

/** Radiance of the sky straight up, at the horizon, and of the ground. */
const ZENITH = 0.42;
const HORIZON = 0.36;
const GROUND = 0.18;

/** Returns the radiance from a direction (a unit vector). */
export function radiance(x: number, y: number, z: number): number {
  // From the ground to the sky within about 12 degrees around the horizon.
  const up = smooth((y + 0.2) / 0.4);
  let sum = GROUND + (HORIZON + (ZENITH - HORIZON) * Math.max(0, y) - GROUND) * up;
  for (const { direction, inner, outer, radiance: strength } of softboxes) {
    const cosine = x * direction[0] + y * direction[1] + z * direction[2];
    sum += strength * smooth((cosine - outer) / (inner - outer));
  }
  return sum;
}

function smooth(t: number): number {
  const s = Math.min(1, Math.max(0, t));
  return s * s * (3 - 2 * s);
}

function unit(x: number, y: number, z: number): [number, number, number] {
  const length = Math.sqrt(x * x + y * y + z * z);
  return [x / length, y / length, z / length];
}
