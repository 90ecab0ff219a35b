/** Values between two time samples, as the reference interpolates them (`Usd_LinearInterpolator`, `GfLerp`, `GfSlerp`). */
import {
  floatToHalfBits,
  halfBitsToFloat,
  type NumericArray,
  type TimeSamples,
  type TypedValue,
  type Value,
  type ValueType,
} from "@usdkit/layer";

/** Quaternions that are closer than this are interpolated as lines. */
const SLERP_LIMIT = 1e-5;

/**
 * Returns the value at a time: that of the sample there; before the first sample and after the last one theirs. Between two samples
 * real numbers, vectors, matrices and arrays of one length are interpolated linearly, quaternions along the sphere; all else is
 * held, also next to a block. Undefined if there are no samples.
 */
export function valueAtTime(samples: TimeSamples, time: number): Value | undefined {
  const { times } = samples;
  if (times.length === 0) return undefined;
  const upper = firstAfter(times, time);
  const lower = Math.max(0, upper - 1);
  const value = samples.value(lower);
  if (upper === 0 || upper === times.length || times[lower] === time || value.kind !== "typed") return value;
  const next = samples.value(upper);
  if (next.kind !== "typed") return value;
  return between(value, next, (time - times[lower]) / (times[upper] - times[lower]));
}

/** Returns a number as a value of a real type, rounded to its precision. */
export function typedNumber(type: ValueType, number: number): TypedValue {
  const isHalf = type.kind === "half";
  const data = isHalf ? halfBitsToFloat(floatToHalfBits(number)) : type.kind === "float" ? Math.fround(number) : number;
  return { kind: "typed", type, isArray: false, data };
}

/** The first sample after a time; their number if there is none. */
function firstAfter(times: Float64Array, time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const mid = (low + high) >> 1;
    if (times[mid] <= time) low = mid + 1;
    else high = mid;
  }
  return low;
}

/** `share` is 0 at `a` and 1 at `b`. */
function between(a: TypedValue, b: TypedValue, share: number): TypedValue {
  const { type } = a;
  const isReal = type.kind === "float" || type.kind === "double" || type.kind === "half" || type.kind === "timecode";
  if (!isReal || b.type !== type || a.isArray !== b.isArray) return a;
  const isHalf = type.kind === "half";
  const read = (value: number): number => (isHalf ? halfBitsToFloat(value) : value);
  const write = (value: number): number => (isHalf ? floatToHalfBits(value) : value);
  const lerp = (x: number, y: number): number => (1 - share) * x + share * y;
  if (typeof a.data === "number" && typeof b.data === "number") {
    return typedNumber(type, lerp(a.data, b.data));
  }
  const [from, to] = [numbersOf(a.data), numbersOf(b.data)];
  if (from === null || to === null || from.length !== to.length) return a;
  const data = from.slice();
  if (type.quaternion) {
    for (let i = 0; i < data.length; i += 4) {
      const part = (list: typeof from): number[] => [0, 1, 2, 3].map((k) => read(list[i + k]));
      for (const [k, value] of slerp(part(from), part(to), share).entries()) data[i + k] = write(value);
    }
  } else for (let i = 0; i < data.length; i++) data[i] = write(lerp(read(from[i]), read(to[i])));
  return { ...a, data };
}

/** The shorter way; as a line where the two are almost one. */
function slerp(a: readonly number[], b: readonly number[], share: number): number[] {
  const dot = a.reduce((sum, value, k) => sum + value * b[k], 0);
  const [cosine, sign] = dot < 0 ? [-dot, -1] : [dot, 1];
  let [first, second] = [1 - share, share];
  if (1 - cosine > SLERP_LIMIT) {
    const angle = Math.acos(cosine);
    [first, second] = [first, second].map((part) => Math.sin(part * angle) / Math.sin(angle));
  }
  return a.map((value, k) => first * value + sign * second * b[k]);
}

/** Lists of numbers that are no 64-bit integers; null for all else. */
function numbersOf(data: TypedValue["data"]): Exclude<NumericArray, BigInt64Array | BigUint64Array> | null {
  if (typeof data !== "object" || Array.isArray(data)) return null;
  if (data instanceof BigInt64Array || data instanceof BigUint64Array) return null;
  return ArrayBuffer.isView(data) ? data : null;
}
