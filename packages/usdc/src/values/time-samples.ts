/** Time samples: times that several attributes may share, and a representation for each value. */
import type { TimeSamples, Value, ValueType } from "@usdkit/layer";
import { CrateError } from "../bytes/crate-diagnostic.ts";
import { CrateType } from "./crate-type.ts";
import type { Readable } from "./readable.ts";
import { crateValueTypes } from "./types.ts";
import type { ValueRep } from "./value-rep.ts";
import { IS_ARRAY, repAt, repPayload, repType } from "./value-rep.ts";

/** Lists of times that are kept for the attributes that share them. */
const MAX_KEPT_TIMES = 4096;

/** Positions of the parts of time samples. */
export interface SamplesPlace {
  /** Number of samples. */
  readonly count: number;
  /** The representation of the list of times. */
  readonly times: ValueRep;
  /** Offset of the representation of the first value; the others follow. */
  readonly reps: number;
}

/** The times of samples in ascending order. */
interface Times {
  readonly times: Float64Array;
  /** Index of the sample of each time; undefined if the file has them in this order. */
  readonly order: readonly number[] | undefined;
}

/** Reads time samples; lists of times once each. */
export class TimeSamplesReader {
  private readonly values: Readable;
  /** By the offset of the list. */
  private readonly known: Map<number, Times> = new Map();

  constructor(values: Readable) {
    this.values = values;
  }

  /** Finds the time samples at `payload`, and checks that all of them are inside of the file. */
  find(payload: number): SamplesPlace {
    const { source } = this.values;
    const distance = source.int64(payload, "A nested value");
    if (distance < 8)
      throw new CrateError("USDC_VALUE", payload, `A nested value is ${distance} bytes further, expected 8 or more`);
    const timesAt = payload + distance;
    source.require(timesAt, 8, "A nested value");
    const times = repAt(source, timesAt);
    const timeCount = this.countTimes(times, payload);
    const at = timesAt + 8;
    const valuesDistance = source.int64(at, "Time samples");
    if (valuesDistance < 8)
      throw new CrateError("USDC_VALUE", at, `The values of time samples are ${valuesDistance} bytes further`);
    const valuesAt = at + valuesDistance;
    const count = source.uint64(valuesAt, "A value");
    source.requireElements(valuesAt + 8, count, 8, "A list");
    if (count !== timeCount)
      throw new CrateError("USDC_VALUE", at, `Time samples have ${timeCount} times and ${count} values`);
    return { count, times, reps: valuesAt + 8 };
  }

  /** Reads the time samples at `payload`; values are read when they are asked for. */
  read(payload: number, declared: ValueType | undefined): TimeSamples {
    const { times, reps } = this.find(payload);
    return new Samples(this.values, this.timesInOrder(times, payload), reps, declared);
  }

  private timesInOrder(rep: ValueRep, offset: number): Times {
    // Other lists are not shared: the reference writes this one.
    if (repType(rep) !== CrateType.doubleVector) return inOrder(this.times(rep, offset));
    const key = repPayload(rep);
    let found = this.known.get(key);
    if (found === undefined) {
      found = inOrder(this.times(rep, offset));
      if (this.known.size < MAX_KEPT_TIMES) this.known.set(key, found);
    }
    return found;
  }

  private countTimes(rep: ValueRep, offset: number): number {
    if (repType(rep) !== CrateType.doubleVector) return this.times(rep, offset).length;
    const at = repPayload(rep);
    const { source } = this.values;
    const count = source.uint64(at, "A value");
    source.requireElements(at + 8, count, 8, "A list");
    return count;
  }

  private times(rep: ValueRep, offset: number): Float64Array {
    const number = repType(rep);
    // Of other types none is read: one that has samples could have itself as its times.
    if (number === CrateType.doubleVector || (crateValueTypes[number] !== undefined && (rep.high & IS_ARRAY) !== 0)) {
      const value = this.values.read(rep);
      if (value.kind === "doubles") return value.data;
      if (value.kind === "typed" && value.data instanceof Float64Array) return value.data;
    }
    throw new CrateError("USDC_VALUE", offset, "Time samples have no list of times");
  }
}

/** Time samples whose values are read when they are asked for. */
export class Samples implements TimeSamples {
  readonly times: Float64Array;
  private readonly order: readonly number[] | undefined;
  private readonly values: Readable;
  private readonly reps: number;
  private readonly declared: ValueType | undefined;

  constructor(values: Readable, { times, order }: Times, reps: number, declared: ValueType | undefined) {
    this.times = times;
    this.order = order;
    this.values = values;
    this.reps = reps;
    this.declared = declared;
  }

  value(index: number): Value {
    const { order, values } = this;
    const at = this.reps + 8 * (order === undefined ? index : order[index]);
    try {
      const value = values.read(repAt(values.source, at), this.declared);
      if (value.kind === "typed" || value.kind === "arrayEdit" || value.kind === "unregistered") return value;
      if (value.kind === "animationBlock" || value.kind === "dictionary") return value;
    } catch (error) {
      // Reported when the file was opened, or now.
      if (!(error instanceof CrateError)) throw error;
      values.onDamage(error);
    }
    return { kind: "block" };
  }
}

function inOrder(times: Float64Array): Times {
  const order = ascending(times);
  return { times: order === undefined ? times : Float64Array.from(order, (index) => times[index]), order };
}

/** Indexes in ascending order of time, the last of equal times; undefined if the order is that already. */
function ascending(times: Float64Array): readonly number[] | undefined {
  if (times.every((time, index) => index === 0 || times[index - 1] < time)) return undefined;
  const last = new Map<number, number>();
  times.forEach((time, index) => last.set(time, index));
  return [...last.values()].sort((a, b) => times[a] - times[b]);
}
