/** Values between two time samples, as the reference interpolates them (`Usd_LinearInterpolator`, `GfLerp`, `GfSlerp`). */
import type { ValueType } from "../fields-and-types/value-types.ts";
import type { NumericArray, TimeSamples, TypedValue, Value } from "../model/types.ts";
import { floatToHalfBits, halfBitsToFloat } from "@usdkit/base";

/** Quaternions that are closer than this are interpolated as lines. */
const SLERP_LIMIT = 1e-5;

/** The samples around a time: the same one twice at a sample, before the first and after the last. */
export interface Bracket {
  readonly lower: number;
  readonly upper: number;
}

/** Returns the indexes of the samples around a time; undefined if there are no samples. */
export function bracketingSamples(times: Float64Array, time: number): Bracket | undefined {
  if (times.length === 0) return undefined;
  const upper = firstAfter(times, time);
  const lower = Math.max(0, upper - 1);
  if (upper === 0 || upper === times.length || times[lower] === time) return { lower, upper: lower };
  return { lower, upper };
}

/**
 * Returns the value at a time: that of the sample there; before the first sample and after the last one theirs. Between two samples
 * real numbers, vectors, matrices and arrays of one length are interpolated linearly, quaternions along the sphere; all else is
 * held, also next to a block. Undefined if there are no samples.
 */
export function valueAtTime(samples: TimeSamples, time: number): Value | undefined {
  const { times } = samples;
  const bracket = bracketingSamples(times, time);
  if (bracket === undefined) return undefined;
  const { lower, upper } = bracket;
  const value = samples.value(lower);
  if (upper === lower) return value;
  return interpolateValues(value, samples.value(upper), (time - times[lower]) / (times[upper] - times[lower]));
}

/**
 * Returns the value between two others: `a` at a share of 0, `b` at 1, and `a` if they do not interpolate.
 *
 * @param share between 0 and 1
 */
export function interpolateValues(a: Value, b: Value, share: number): Value {
  if (a.kind !== "typed" || b.kind !== "typed" || a.isArray !== b.isArray || !sameStorage(a.type, b.type)) return a;
  const { type } = a;
  if (type.kind !== "float" && type.kind !== "double" && type.kind !== "half" && type.kind !== "timecode") return a;
  if (typeof a.data === "number" && typeof b.data === "number") {
    return typedNumber(type, (1 - share) * a.data + share * b.data);
  }
  const [from, to] = [numbersOf(a.data), numbersOf(b.data)];
  if (from === null || to === null || from.length !== to.length) return a;
  // An array keeps its elements where nothing is computed.
  if (a.isArray && (share === 0 || share === 1)) return share === 0 ? a : b;
  const arithmetic = arithmetics[type.kind];
  const data = from.slice();
  if (type.quaternion) slerpAll(arithmetic, [from, to], share, data);
  else if (type.components === 1) {
    const { read, write } = arithmetic;
    for (let i = 0; i < data.length; i++) data[i] = write((1 - share) * read(from[i]) + share * read(to[i]));
  } else {
    const { read, write, scaled, round } = arithmetic;
    for (let i = 0; i < data.length; i++) {
      data[i] = write(round(scaled(read(from[i]), 1 - share) + scaled(read(to[i]), share)));
    }
  }
  return { ...a, data };
}

/** Returns a number as a value of a real type, rounded to its precision. */
export function typedNumber(type: ValueType, number: number): TypedValue {
  const data = type.kind === "half" ? roundHalf(number) : type.kind === "float" ? Math.fround(number) : number;
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

/** Whether two types differ in their role at most. */
function sameStorage(a: ValueType, b: ValueType): boolean {
  return (
    a === b ||
    (a.kind === b.kind &&
      a.quaternion === b.quaternion &&
      a.dims.length === b.dims.length &&
      a.dims.every((size, i) => size === b.dims[i]))
  );
}

/** How the reference computes with the components of a type: it rounds each product and each sum of vectors. */
interface Arithmetic {
  readonly read: (stored: number) => number;
  readonly write: (value: number) => number;
  readonly round: (value: number) => number;
  /** Returns a component multiplied by a factor. */
  readonly scaled: (component: number, factor: number) => number;
}

const same = (value: number): number => value;
const doubles: Arithmetic = { read: same, write: same, round: same, scaled: (component, factor) => component * factor };
const arithmetics: Readonly<Record<"half" | "float" | "double" | "timecode", Arithmetic>> = {
  half: {
    read: halfBitsToFloat,
    write: (value) => floatToHalfBits(Math.fround(value)),
    round: roundHalf,
    // Factors of halfs are converted to floats first.
    scaled: (component, factor) => roundHalf(component * Math.fround(factor)),
  },
  float: {
    read: same,
    write: same,
    round: Math.fround,
    scaled: (component, factor) => Math.fround(component * factor),
  },
  double: doubles,
  timecode: doubles,
};

/** Rounds to a half by way of a float, as the reference does. */
function roundHalf(value: number): number {
  return halfBitsToFloat(floatToHalfBits(Math.fround(value)));
}

type Numbers = Exclude<NumericArray, BigInt64Array | BigUint64Array>;

function slerpAll(arithmetic: Arithmetic, [from, to]: readonly [Numbers, Numbers], share: number, out: Numbers): void {
  const { read, write, round, scaled } = arithmetic;
  for (let i = 0; i < out.length; i += 4) {
    const part = (list: Numbers): number[] => [0, 1, 2, 3].map((k) => read(list[i + k]));
    const [a, b] = [part(from), part(to)];
    const [first, second] = slerpFactors(a, b, share, round).map(round);
    for (let k = 0; k < 4; k++) out[i + k] = write(round(scaled(a[k], first) + scaled(b[k], second)));
  }
}

/** The factors along the shorter way; those of a line where the two quaternions are almost one. */
function slerpFactors(
  a: readonly number[],
  b: readonly number[],
  share: number,
  round: Arithmetic["round"],
): readonly [first: number, second: number] {
  // Products of halfs are added as floats; the product of the imaginary parts is a half again.
  const add = round === same ? same : Math.fround;
  const imaginary = round(add(add(a[1] * b[1]) + add(a[2] * b[2])) + add(a[3] * b[3]));
  const dot = add(imaginary + add(a[0] * b[0]));
  const [cosine, sign] = dot < 0 ? [-dot, -1] : [dot, 1];
  let [first, second] = [1 - share, share];
  if (1 - cosine > SLERP_LIMIT) {
    const angle = round(Math.acos(cosine));
    const sine = round(Math.sin(angle));
    first = Math.sin((1 - share) * angle) / sine;
    second = Math.sin(share * angle) / sine;
  }
  return [first, sign * second];
}

/** Lists of numbers that are no 64-bit integers; null for all else. */
function numbersOf(data: TypedValue["data"]): Numbers | null {
  if (typeof data !== "object" || Array.isArray(data)) return null;
  if (data instanceof BigInt64Array || data instanceof BigUint64Array) return null;
  return ArrayBuffer.isView(data) ? data : null;
}
