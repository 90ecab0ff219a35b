/** Sorts time samples by time. */
import type { ValueType, ByteRange, NumericArray, TimeSamples, TypedValue, ValueData } from "@usdkit/layer";
import { halfBitsToFloat } from "@usdkit/base";
import type { FoundSample, PackedSamples } from "../read/found-value.ts";

/** Returns samples in ascending order of time; the last of equal times wins. */
export function makeTimeSamples(found: readonly FoundSample[], range?: ByteRange): TimeSamples {
  const byTime = new Map<number, FoundSample>();
  for (const sample of found) byTime.set(sample.time, sample);
  const samples = [...byTime.values()].sort((a, b) => compareTimes(a.time, b.time));
  return {
    times: Float64Array.from(samples, (sample) => sample.time),
    value: (index) => samples[index].value,
    ...(range === undefined ? {} : { range }),
  };
}

/** The same for samples that were decoded together. */
export function unpackTimeSamples(packed: PackedSamples, type: ValueType, range?: ByteRange): TimeSamples {
  const isArray = "lists" in packed;
  const order = ascending(packed.times);
  const at = (index: number): number => (order === undefined ? index : order[index]);
  const times = order === undefined ? packed.times : Float64Array.from(order, (index) => packed.times[index]);
  return {
    times,
    value: (index): TypedValue => {
      const data = isArray ? packed.lists[at(index)] : scalarOf(packed.values, at(index), type);
      return { kind: "typed", type, isArray, data, ...(range === undefined ? {} : { range }) };
    },
    ...(isArray || order !== undefined ? {} : { packed: { type, data: packed.values } }),
    ...(range === undefined ? {} : { range }),
  };
}

/** Returns sample `index` of flat values: a number, or the numbers of a tuple. */
function scalarOf(values: NumericArray, index: number, type: ValueType): ValueData {
  const width = type.components;
  if (width > 1) return values.slice(index * width, (index + 1) * width);
  const value = values[index];
  if (type.kind === "bool") return value !== 0;
  return type.kind === "half" ? halfBitsToFloat(Number(value)) : value;
}

/**
 * Returns the indexes in ascending order of time, the last of equal times; undefined if the samples are already in
 * that order.
 */
function ascending(times: Float64Array): readonly number[] | undefined {
  let isAscending = true;
  for (let i = 1; i < times.length && isAscending; i++) isAscending = times[i - 1] < times[i];
  if (isAscending) return undefined;
  const last = new Map<number, number>();
  times.forEach((time, index) => last.set(time, index));
  return [...last.values()].sort((a, b) => compareTimes(times[a], times[b]));
}

function compareTimes(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
