/** Time samples: times that several attributes may share, and a representation for each value. */
import type { TimeSamples, Value, ValueType } from "@usdkit/layer";
import { CrateError } from "../diagnostics/types.ts";
import type { Readable } from "./readable.ts";

/** Where the parts of time samples are. */
export interface SamplesPlace {
  readonly times: Float64Array;
  /** Offset of the representation of the first value; the others follow. */
  readonly reps: number;
}

/** Finds the time samples at `payload`, and checks that all of them are inside of the file. */
export function findTimeSamples(values: Readable, payload: number): SamplesPlace {
  const cursor = values.cursor(payload);
  const timesRep = cursor.nested();
  const found = values.read(timesRep.low, timesRep.high);
  let times: Float64Array | undefined;
  if (found.kind === "doubles") times = found.data;
  else if (found.kind === "typed" && found.data instanceof Float64Array) times = found.data;
  if (times === undefined) throw new CrateError("USDC_VALUE", payload, "Time samples have no list of times");
  const at = cursor.position;
  const distance = values.source.int64(at, "Time samples");
  if (distance < 8) throw new CrateError("USDC_VALUE", at, `The values of time samples are ${distance} bytes further`);
  cursor.position = at + distance;
  const count = cursor.count(8);
  if (count === times.length) return { times, reps: cursor.position };
  throw new CrateError("USDC_VALUE", at, `Time samples have ${times.length} times and ${count} values`);
}

/** Reads the time samples at `payload`; values are read when they are asked for. */
export function readTimeSamples(values: Readable, payload: number, declared: ValueType | undefined): TimeSamples {
  const { times, reps } = findTimeSamples(values, payload);
  const order = ascending(times);
  return {
    times: order === undefined ? times : Float64Array.from(order, (index) => times[index]),
    value: (index) => sampleAt(values, reps + 8 * (order === undefined ? index : order[index]), declared),
  };
}

function sampleAt(values: Readable, offset: number, declared: ValueType | undefined): Value {
  const { view } = values.source;
  try {
    const value = values.read(view.getUint32(offset, true), view.getUint32(offset + 4, true), declared);
    if (value.kind === "typed" || value.kind === "arrayEdit" || value.kind === "unregistered") return value;
    if (value.kind === "animationBlock" || value.kind === "dictionary") return value;
  } catch (error) {
    // Reported when the file was opened.
    if (!(error instanceof CrateError)) throw error;
  }
  return { kind: "block" };
}

/** Indexes in ascending order of time, the last of equal times; undefined if the order is that already. */
function ascending(times: Float64Array): readonly number[] | undefined {
  let isAscending = true;
  for (let i = 1; i < times.length && isAscending; i++) isAscending = times[i - 1] < times[i];
  if (isAscending) return undefined;
  const last = new Map<number, number>();
  times.forEach((time, index) => last.set(time, index));
  return [...last.values()].sort((a, b) => times[a] - times[b]);
}
