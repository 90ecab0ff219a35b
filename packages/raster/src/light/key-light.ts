/** The directional light of the full look, the only one with shadows; the environment is brighter in its direction. */

/** Direction to the light: a unit vector in world space, to the front right above. +y is up. */
export const keyDirection: readonly [x: number, y: number, z: number] = /* @__PURE__ */ unit(0.4, 0.8, 0.45);
/** The light that a white surface facing it reflects. */
export const KEY_STRENGTH = 0.4;

function unit(x: number, y: number, z: number): [number, number, number] {
  const length = Math.sqrt(x * x + y * y + z * z);
  return [x / length, y / length, z / length];
}

/** The color of the key light. */
export const keyLight: readonly [r: number, g: number, b: number] = [KEY_STRENGTH, KEY_STRENGTH, KEY_STRENGTH];
