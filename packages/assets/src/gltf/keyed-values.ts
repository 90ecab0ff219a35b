/** Values of animation channels at any time (glTF 2.0, appendix C): the same numbers on every machine. */
import { arcCosine, sinCos } from "@usdkit/base/math";

/** Values over time. */
export interface KeyedValues {
  /** Seconds, ascending; at least one. */
  readonly times: Float32Array;
  /** Numbers of one value. */
  readonly size: number;
  /** Flat, a value for each time; `cubic`: incoming tangent, value and outgoing tangent for each time. */
  readonly values: Float32Array;
  readonly interpolation: "step" | "linear" | "cubic";
  /** Whether values are quaternions. */
  readonly isRotation: boolean;
}

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
 * Writes the value at a time in seconds. Before the first key and after the last one it is that of the key. Rotations are unit
 * quaternions.
 */
export function evaluateKeys(
  { times, values, size, interpolation, isRotation }: KeyedValues,
  time: number,
  out: Float64Array,
): void {
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
    else if (isRotation) slerp(values, { from, to, share }, out);
    else for (let k = 0; k < size; k++) out[k] = values[from + k] + share * (values[to + k] - values[from + k]);
  }
  if (isRotation) normalizeQuaternion(out);
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

/** Writes the quaternion between two, along the shorter arc, as glTF defines it. */
export function slerp(
  values: ArrayLike<number>,
  { from, to, share }: Pick<Segment, "from" | "to" | "share">,
  out: Float64Array,
): void {
  let cosine = 0;
  for (let k = 0; k < 4; k++) cosine += values[from + k] * values[to + k];
  const sign = cosine < 0 ? -1 : 1;
  cosine = Math.min(1, Math.abs(cosine));
  const angle = arcCosine(cosine);
  const [sine] = sinCos(angle);
  // Nearly the same rotation: a straight line is as exact.
  const isLine = sine < 1e-6;
  const a = isLine ? 1 - share : sinCos((1 - share) * angle)[0] / sine;
  const b = sign * (isLine ? share : sinCos(share * angle)[0] / sine);
  for (let k = 0; k < 4; k++) out[k] = a * values[from + k] + b * values[to + k];
}

/** Makes a quaternion one of length 1; one without a length has only its first number. */
export function normalizeQuaternion(quaternion: Float64Array): void {
  const [x, y, z, w] = quaternion;
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  if (length > 0) for (let k = 0; k < 4; k++) quaternion[k] /= length;
  else quaternion.set([1, 0, 0, 0]);
}
