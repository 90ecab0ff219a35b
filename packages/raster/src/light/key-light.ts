/** The one light of the full look that casts shadows; the environment has the same place a little brighter. */

/** Where it comes from: a unit vector in world space, from the right above and before. +y is up. */
export const keyDirection: readonly [x: number, y: number, z: number] = /* @__PURE__ */ unit(0.4, 0.8, 0.45);
/** What a white surface that faces it reflects. */
export const KEY_STRENGTH = 0.4;

function unit(x: number, y: number, z: number): [number, number, number] {
  const length = Math.sqrt(x * x + y * y + z * z);
  return [x / length, y / length, z / length];
}
