/**
 * The light that shades every material that is not unlit. It is fixed in the world, so that an image of a moved camera
 * shows the same object, and it comes from three sides and from everywhere, so that nothing is black. +Y is up.
 *
 * A surface has the light `AMBIENT + Σ strength · max(0, normal · direction)`, times its color; there are no highlights and no
 * shadows. Facing the key light it has about 1.
 */
export interface Light {
  /** Where it comes from: a unit vector in the world's space. */
  readonly direction: readonly [x: number, y: number, z: number];
  readonly strength: number;
}

/** Light from everywhere. */
export const AMBIENT = 0.25;

/** From the right above and before, from the left, and from behind. */
export const lights: readonly [key: Light, fill: Light, back: Light] = [
  { direction: unit(0.4, 0.8, 0.45), strength: 0.65 },
  { direction: unit(-0.75, 0.2, 0.63), strength: 0.25 },
  { direction: unit(0.15, 0.35, -0.92), strength: 0.3 },
];

function unit(x: number, y: number, z: number): [number, number, number] {
  const length = Math.sqrt(x * x + y * y + z * z);
  return [x / length, y / length, z / length];
}
