/** The directional light of the full look, the only one with shadows; the environment is brighter in its direction. */
import { lightKinds, type DirectLight } from "./light-data.ts";

/** Direction to the light: a unit vector in world space, to the front right above. +y is up. */
export const keyDirection: readonly [x: number, y: number, z: number] = /* @__PURE__ */ unit(0.4, 0.8, 0.45);
/** The light that a white surface facing it reflects. */
export const KEY_STRENGTH = 0.4;

function unit(x: number, y: number, z: number): [number, number, number] {
  const length = Math.sqrt(x * x + y * y + z * z);
  return [x / length, y / length, z / length];
}

/** The key light as a light of the full look. */
export function keyLight(shadow: number): DirectLight {
  return {
    kind: lightKinds.distant,
    color: [KEY_STRENGTH, KEY_STRENGTH, KEY_STRENGTH],
    diffuse: 1,
    specular: 1,
    place: keyDirection,
    radius: 0,
    axis: [0, 0, 0],
    corners: [],
    range: Infinity,
    shaping: null,
    shadow,
  };
}
