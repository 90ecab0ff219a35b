/** Values of splines, as the reference evaluates them (`Ts_Eval`, OpenUSD `ts/eval.cpp`). */
import type { Spline, SplineExtrapolation, SplineKnot } from "../model/types.ts";
import { curveValue } from "./curve-value.ts";
import { firstAtOrAfter, knotLine, type KnotLine } from "./spline-knots.ts";

/**
 * Returns the value of a spline at a time code, in double precision; undefined where it has none: without knots, in a segment or
 * an extrapolation of `none`, and where an extrapolation loops from a time without a knot.
 *
 * @example
 * const focalLength = splineValue(attribute.spline, 24);
 */
export function splineValue(spline: Spline, time: number): number | undefined {
  const line = knotLine(spline);
  if (line.count === 0) return undefined;
  const first = line.at(0);
  const last = line.at(line.count - 1);
  if (line.count > 1) {
    if (time < first.time && isLoop(spline.pre)) return loopedBefore(line, spline.pre, time);
    if (time >= last.time && isLoop(spline.post)) return loopedAfter(line, spline.post, time);
  }
  // As the reference does, slopes continue the authored knots wherever a loop does not copy the outermost one.
  const { knots } = spline;
  if (time < first.time) {
    const isAuthored = knots.length === 1 || first.time === knots[0].time;
    const slope = endSlope(spline.pre, isAuthored ? knots.slice(0, 2) : [first, line.at(1)], "before");
    return slope === undefined ? undefined : preValue(first) - slope * (first.time - time);
  }
  // The reference evaluates the last authored knot as a part of what follows.
  if (spline.post.mode === "none" && time === knots[knots.length - 1].time) return undefined;
  if (time > last.time) {
    const isAuthored = knots.length === 1 || last.time === knots[knots.length - 1].time;
    const slope = endSlope(spline.post, isAuthored ? knots.slice(-2) : [line.at(line.count - 2), last], "after");
    return slope === undefined ? undefined : last.value + slope * (time - last.time);
  }
  return valueAmongKnots(line, time, "after");
}

type Loop = Extract<SplineExtrapolation, { readonly boundary?: number | undefined }>;

function isLoop(extrapolation: SplineExtrapolation): extrapolation is Loop {
  return extrapolation.mode.startsWith("loop");
}

/** The value that a knot has for the times before it. */
function preValue(knot: SplineKnot): number {
  return knot.preValue ?? knot.value;
}

/** `side` decides at a knot: whether the value is that for the times before it or after it. */
function valueAmongKnots(line: KnotLine, time: number, side: "before" | "after"): number | undefined {
  const index = firstAtOrAfter(line, time);
  const isAtKnot = index < line.count && line.at(index).time === time;
  if (isAtKnot) {
    const knot = line.at(index);
    if (side === "before") {
      const before = index > 0 ? line.at(index - 1) : undefined;
      if (before?.next === "none") return undefined;
      return before?.next === "held" ? before.value : preValue(knot);
    }
    return knot.next === "none" && index < line.count - 1 ? undefined : knot.value;
  }
  const [begin, end] = [line.at(index - 1), line.at(index)];
  switch (begin.next) {
    case "none":
      return undefined;
    case "held":
      return begin.value;
    case "linear":
      return begin.value + segmentSlope(begin, end) * (time - begin.time);
    case "curve":
      return curveValue(line.curveType, begin, end, time);
  }
}

function segmentSlope(begin: SplineKnot, end: SplineKnot): number {
  return (preValue(end) - begin.value) / (end.time - begin.time);
}

/**
 * Returns the value per time code before the first knot or after the last one; undefined if there is no value.
 *
 * @param ends The two knots at that end, or one if there are no more: what continues a single knot is flat.
 */
function endSlope(
  extrapolation: SplineExtrapolation,
  ends: readonly SplineKnot[],
  side: "before" | "after",
): number | undefined {
  if (extrapolation.mode === "none") return undefined;
  if (extrapolation.mode === "sloped") return extrapolation.slope;
  if (extrapolation.mode !== "linear" || ends.length < 2) return 0;
  const [begin, end] = ends;
  const isJump = (side === "before" ? begin : end).preValue !== undefined;
  if (isJump || begin.next === "held" || begin.next === "none") return 0;
  if (begin.next === "linear") return segmentSlope(begin, end);
  return side === "before" ? begin.postTangent.slope : end.preTangent.slope;
}

/** Repeats the knots from the first one to the loop's boundary, by default the last one, before the first. */
function loopedBefore(line: KnotLine, loop: Loop, time: number): number | undefined {
  const first = line.at(0);
  const end = boundaryKnot(line, loop, line.count - 1);
  if (end === undefined) return undefined;
  const span = end.time - first.time;
  if (!(span > 0)) return preValue(first);
  const passed = Math.ceil((first.time - time) / span);
  return inLoop(line, loop, { from: first.time, span, passed, offset: preValue(first) - preValue(end) }, time);
}

/** Repeats the knots from the loop's boundary, by default the first one, to the last one after that. */
function loopedAfter(line: KnotLine, loop: Loop, time: number): number | undefined {
  const begin = boundaryKnot(line, loop, 0);
  if (begin === undefined) return undefined;
  const last = line.at(line.count - 1);
  const span = last.time - begin.time;
  if (!(span > 0)) return last.value;
  const passed = -(Math.floor((time - last.time) / span) + 1);
  return inLoop(line, loop, { from: begin.time, span, passed, offset: begin.value - last.value }, time);
}

function boundaryKnot(line: KnotLine, { boundary }: Loop, fallback: number): SplineKnot | undefined {
  if (boundary === undefined) return line.at(fallback);
  const index = firstAtOrAfter(line, boundary);
  return index < line.count && line.at(index).time === boundary ? line.at(index) : undefined;
}

/** The part that is repeated, and how many spans after the time it is; `offset` is added for each when the loop accumulates. */
interface Repetition {
  readonly from: number;
  readonly span: number;
  readonly passed: number;
  readonly offset: number;
}

function inLoop(line: KnotLine, { mode }: Loop, part: Repetition, time: number): number | undefined {
  const { from, span, passed, offset } = part;
  const within = Math.min(from + span, Math.max(from, time + passed * span));
  if (mode === "loop oscillate" && passed % 2 !== 0) {
    return valueAmongKnots(line, from + (span - (within - from)), "before");
  }
  const value = valueAmongKnots(line, within, "after");
  return value === undefined || mode !== "loop repeat" ? value : value + passed * offset;
}
