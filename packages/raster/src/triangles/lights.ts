/**
 * The lights of the plain look, for every material that is not unlit: three directional lights and an ambient one. They are fixed
 * in the world, so that shading does not depend on the camera. +Y is up.
 *
 * A surface reflects `AMBIENT + Σ strength · max(0, normal · direction)` times its color, without highlights and shadows; about 1
 * when it faces the key light.
 */
export interface Light {
  /** Direction to the light: a unit vector in world space. */
  readonly direction: readonly [x: number, y: number, z: number];
  readonly strength: number;
}

/** Ambient light. */
export const AMBIENT = 0.25;

/** From the front right above, from the left, and from behind. */
export const lights: readonly [key: Light, fill: Light, back: Light] = [
  { direction: unit(0.4, 0.8, 0.45), strength: 0.65 },
  { direction: unit(-0.75, 0.2, 0.63), strength: 0.25 },
  { direction: unit(0.15, 0.35, -0.92), strength: 0.3 },
];

function unit(x: number, y: number, z: number): [number, number, number] {
  const length = Math.sqrt(x * x + y * y + z * z);
  return [x / length, y / length, z / length];
}
