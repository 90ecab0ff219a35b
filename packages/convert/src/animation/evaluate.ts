/** Values of animation channels at any time. */
import { evaluateKeys, normalizeQuaternion, slerp } from "@usdkit/assets/gltf-parts";
import type { AnimationChannel } from "../model/animation.ts";

/**
 * Writes the value of a channel at a time in seconds. Before the first key and after the last one it is that of the key. Rotations
 * are unit quaternions.
 */
export function evaluateChannel(channel: AnimationChannel, time: number, out: Float64Array): void {
  evaluateKeys({ ...channel, isRotation: channel.target === "rotation" }, time, out);
}

/** Returns the value halfway between two, as readers of linear samples interpolate. */
export function halfway(
  a: Float64Array,
  b: Float64Array,
  { isRotation, share = 0.5 }: { readonly isRotation: boolean; readonly share?: number },
  out: Float64Array,
): void {
  if (isRotation) {
    const both = Float64Array.of(...a.subarray(0, 4), ...b.subarray(0, 4));
    slerp(both, { from: 0, to: 4, share }, out);
    normalizeQuaternion(out);
  } else for (let k = 0; k < a.length; k++) out[k] = a[k] + share * (b[k] - a[k]);
}
