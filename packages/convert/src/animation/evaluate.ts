/** Values of animation channels at any time (glTF 2.0, appendix C). */
import type { AnimationChannel } from "../model/animation.ts";

/** Returns the index of the last key at or before a time; -1 before the first. */
export function keyAt(times: ArrayLike<number>, time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * Writes the value of a channel at a time in seconds. Before the first key and after the last one it is that of the key. Rotations
 * are unit quaternions.
 */
export function evaluateChannel(channel: AnimationChannel, time: number, out: Float64Array): void {
  const { times, values, size, interpolation, target } = channel;
  const last = times.length - 1;
  const key = Math.min(Math.max(keyAt(times, time), 0), last);
  const isCubic = interpolation === "cubic";
  const valueStart = (index: number): number => (isCubic ? (3 * index + 1) * size : index * size);
  if (key === last || time <= times[0] || interpolation === "step") {
    for (let k = 0; k < size; k++) out[k] = values[valueStart(key) + k];
  } else {
    const length = times[key + 1] - times[key];
    const share = (time - times[key]) / length;
    const [from, to] = [valueStart(key), valueStart(key + 1)];
    if (isCubic) cubic(values, { from, to, size, length, share }, out);
    else if (target === "rotation") slerp(values, { from, to, share }, out);
    else for (let k = 0; k < size; k++) out[k] = values[from + k] + share * (values[to + k] - values[from + k]);
  }
  if (target === "rotation") normalize(out);
}

interface Segment {
  /** Starts of the two values; the tangents are around them. */
  readonly from: number;
  readonly to: number;
  readonly size: number;
  /** Seconds. */
  readonly length: number;
  readonly share: number;
}

/** Hermite: the outgoing tangent follows the first value, the incoming one precedes the second. */
function cubic(values: Float32Array, { from, to, size, length, share: t }: Segment, out: Float64Array): void {
  const [t2, t3] = [t * t, t * t * t];
  const [a, b, c, d] = [2 * t3 - 3 * t2 + 1, length * (t3 - 2 * t2 + t), 3 * t2 - 2 * t3, length * (t3 - t2)];
  for (let k = 0; k < size; k++) {
    out[k] = a * values[from + k] + b * values[from + size + k] + c * values[to + k] + d * values[to - size + k];
  }
}

/** Along the shorter arc, as glTF defines it. */
function slerp(
  values: ArrayLike<number>,
  { from, to, share }: Pick<Segment, "from" | "to" | "share">,
  out: Float64Array,
): void {
  let cosine = 0;
  for (let k = 0; k < 4; k++) cosine += values[from + k] * values[to + k];
  const sign = cosine < 0 ? -1 : 1;
  cosine = Math.min(1, Math.abs(cosine));
  const angle = Math.acos(cosine);
  const sine = Math.sin(angle);
  // Nearly the same rotation: a straight line is as exact.
  const isLine = sine < 1e-6;
  const a = isLine ? 1 - share : Math.sin((1 - share) * angle) / sine;
  const b = sign * (isLine ? share : Math.sin(share * angle) / sine);
  for (let k = 0; k < 4; k++) out[k] = a * values[from + k] + b * values[to + k];
}

function normalize(quaternion: Float64Array): void {
  const length = Math.hypot(quaternion[0], quaternion[1], quaternion[2], quaternion[3]);
  if (length > 0) for (let k = 0; k < 4; k++) quaternion[k] /= length;
  else quaternion.set([1, 0, 0, 0]);
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
    normalize(out);
  } else for (let k = 0; k < a.length; k++) out[k] = a[k] + share * (b[k] - a[k]);
}
