import type { Spline, SplineKnot } from "../model/types.ts";

/** The most repetitions of a loop, as in the reference. */
const MAX_LOOPS = 0x7fff_ffff;

/** Knots in ascending order of time, the copies that a loop makes included; copies are made on access. */
export interface KnotLine {
  readonly curveType: Spline["curveType"];
  readonly count: number;
  at(index: number): SplineKnot;
}

/**
 * Returns the knots of a spline with its loop (`loop: (start, end, before, after, offset)`) repeated: copies of the knots from its
 * start up to, not including, its end hide what is authored there, and a copy of the first one ends the last repetition. A loop
 * without repetitions or without a knot at its start has no effect.
 *
 * Source: `Ts_SplineData::HasInnerLoops`, `_LoopResolver` (OpenUSD `ts/eval.cpp`).
 */
export function knotLine({ knots, loop, curveType }: Spline): KnotLine {
  const authored = { curveType, count: knots.length, at: (index: number) => knots[index] };
  if (loop === undefined || !(loop.protoEnd > loop.protoStart)) return authored;
  const first = firstAtOrAfter(authored, loop.protoStart);
  if (first === knots.length || knots[first].time !== loop.protoStart) return authored;
  const span = loop.protoEnd - loop.protoStart;
  const size = firstAtOrAfter(authored, loop.protoEnd) - first;
  const before = Math.min(MAX_LOOPS, Math.max(0, loop.preLoops));
  const after = Math.min(MAX_LOOPS, Math.max(0, loop.postLoops));
  if (before + after === 0) return authored;
  const head = firstAtOrAfter(authored, loop.protoStart - before * span);
  const looped = (before + 1 + after) * size + 1;
  const end = loop.protoEnd + after * span;
  let tail = firstAtOrAfter(authored, end);
  if (tail < knots.length && knots[tail].time === end) tail++;
  return {
    curveType,
    count: head + looped + knots.length - tail,
    at: (index) => {
      if (index < head) return knots[index];
      const place = index - head;
      if (place >= looped) return knots[tail + place - looped];
      const repetition = Math.floor(place / size) - before;
      if (repetition === 0) return knots[first + (place % size)];
      return shifted(knots[first + (place % size)], repetition * span, repetition * loop.valueOffset);
    },
  };
}

/** Returns the number of knots before a time. */
export function firstAtOrAfter(line: KnotLine, time: number): number {
  let [low, high] = [0, line.count];
  while (low < high) {
    const mid = Math.floor((low + high) / 2);
    if (line.at(mid).time < time) low = mid + 1;
    else high = mid;
  }
  return low;
}

function shifted(knot: SplineKnot, time: number, value: number): SplineKnot {
  const preValue = knot.preValue === undefined ? undefined : knot.preValue + value;
  return { ...knot, time: knot.time + time, value: knot.value + value, preValue };
}
