/** Channels as samples between which readers interpolate linearly, rotations along the arc. */
import type { AnimationChannel } from "../model/animation.ts";
import { evaluateChannel, halfway } from "./evaluate.ts";

/** Samples of one property. */
export interface ChannelSamples {
  /** Seconds, ascending. */
  readonly times: Float64Array;
  /** Flat, `size` numbers a time. */
  readonly values: Float64Array;
  readonly size: number;
}

/** How long before a step the value before it is held, in seconds: less than readers notice, more than single precision loses. */
const STEP_TIME = 1 / 16384;
/** Halvings of the time between two keys: lines are then exact to 1e-6 on any curve whose tangents are as large as its keys. */
const MAX_DEPTH = 10;
/** Largest distance of samples from a curve, relative to the largest number of its keys. */
const TOLERANCE = 1e-5;

/**
 * Returns samples of a channel: its keys, those before steps, and so many on curves that lines between them differ by at most
 * `tolerance` of the largest number.
 */
export function sampleChannel(channel: AnimationChannel, tolerance: number = TOLERANCE): ChannelSamples {
  const { times, size, interpolation } = channel;
  const list: Sample[] = [];
  const sampleAt = (time: number, evaluated = time): Sample => {
    const value = new Float64Array(size);
    evaluateChannel(channel, evaluated, value);
    return { time, value };
  };
  for (let key = 0; key < times.length; key++) {
    const previous = list.at(-1);
    const sample = sampleAt(times[key]);
    if (previous !== undefined && interpolation === "step" && !isEqual(previous.value, sample.value)) {
      const before = Math.max(times[key] - STEP_TIME, (previous.time + times[key]) / 2);
      list.push({ time: before, value: previous.value });
    }
    if (previous !== undefined && interpolation === "cubic") {
      addCurve(channel, { from: previous, to: sample, tolerance }, list);
    }
    list.push(sample);
  }
  const values = new Float64Array(list.length * size);
  for (const [i, { value }] of list.entries()) values.set(value, i * size);
  return { times: Float64Array.from(list, ({ time }) => time), values, size };
}

interface Sample {
  readonly time: number;
  readonly value: Float64Array;
}

interface Span {
  readonly from: Sample;
  readonly to: Sample;
}

interface Curve extends Span {
  readonly tolerance: number;
}

/** Adds samples between two, where a line differs from the curve. */
function addCurve(channel: AnimationChannel, whole: Curve, list: Sample[]): void {
  const isRotation = channel.target === "rotation";
  const tolerance = whole.tolerance * largestOf(channel);
  const straight = new Float64Array(channel.size);
  const exact = new Float64Array(channel.size);
  const waiting: { span: Span; depth: number }[] = [{ span: whole, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { span, depth } = next;
    const { from, to } = span;
    const isStraight = [0.25, 0.5, 0.75].every((share) => {
      halfway(from.value, to.value, { isRotation, share }, straight);
      evaluateChannel(channel, from.time + share * (to.time - from.time), exact);
      return distance(straight, exact, isRotation) <= tolerance;
    });
    if (isStraight || depth === MAX_DEPTH) {
      if (from !== whole.from) list.push(from);
      continue;
    }
    const time = (from.time + to.time) / 2;
    const value = new Float64Array(channel.size);
    evaluateChannel(channel, time, value);
    const middle = { time, value };
    waiting.push({ span: { from: middle, to }, depth: depth + 1 }, { span: { from, to: middle }, depth: depth + 1 });
  }
}

function largestOf({ values, target }: AnimationChannel): number {
  if (target === "rotation") return 1;
  let largest = 0;
  for (let i = 0; i < values.length; i++) largest = Math.max(largest, Math.abs(values[i]));
  return largest;
}

/** A quaternion and its opposite are one rotation. */
function distance(a: Float64Array, b: Float64Array, isRotation: boolean): number {
  let [most, mostOpposite] = [0, 0];
  for (let k = 0; k < a.length; k++) {
    most = Math.max(most, Math.abs(a[k] - b[k]));
    mostOpposite = Math.max(mostOpposite, Math.abs(a[k] + b[k]));
  }
  return isRotation ? Math.min(most, mostOpposite) : most;
}

function isEqual(a: Float64Array, b: Float64Array): boolean {
  return a.every((value, k) => value === b[k]);
}
