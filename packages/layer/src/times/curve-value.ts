import type { Spline, SplineKnot } from "../model/types.ts";

/** Widths are made shorter by this share of the segment than the longest that do not go back in time, as in the reference. */
const PADDING = 1e-5;
/** Widths, as shares of the segment, that are treated as zero when both are limited. */
const NO_WIDTH = 1e-6;
const MAX_STEPS = 64;

/**
 * Returns the value of the curve between two knots at a time between theirs. Tangents of a Hermite curve are a third of the
 * segment wide; those of a Bézier curve that would go back in time are shortened, with their ratio kept.
 *
 * Source: `_EvalBezier` (OpenUSD `ts/eval.cpp`) and `AntiRegressionKeepRatio` (`ts/regressionPreventer.cpp`).
 */
export function curveValue(type: Spline["curveType"], begin: SplineKnot, end: SplineKnot, time: number): number {
  const span = end.time - begin.time;
  const [out, into] =
    type === "hermite" ? [1 / 3, 1 / 3] : limitedWidths(begin.postTangent.width / span, end.preTangent.width / span);
  const t = parameterAt((time - begin.time) / span, out, 1 - into);
  const last = end.preValue ?? end.value;
  return cubic(
    [begin.value, begin.value + begin.postTangent.slope * out * span, last - end.preTangent.slope * into * span, last],
    t,
  );
}

/** Widths of the two tangents as shares of the segment: at most those with which the curve is vertical at one point. */
function limitedWidths(out: number, into: number): readonly [out: number, into: number] {
  const isInside = out * out + into * into + out * into - 2 * out - 2 * into + 1 <= 0;
  if ((out <= 1 && into <= 1) || isInside) return [out, into];
  if (out < NO_WIDTH) return [out, 1 - PADDING];
  if (into < NO_WIDTH) return [1 - PADDING, into];
  const ratio = out / into;
  const limit = (Math.sqrt(ratio) + ratio + 1) / (ratio * ratio + ratio + 1);
  // Infinite widths have no ratio: as if they were equal.
  return Number.isFinite(limit) ? [ratio * limit - PADDING, limit - PADDING] : [1 - PADDING, 1 - PADDING];
}

/** Finds where the curve of times, from 0 over two control points to 1, has a time: Newton's method within halved bounds. */
function parameterAt(time: number, first: number, second: number): number {
  const [a, b, c] = [1 + 3 * first - 3 * second, 3 * second - 6 * first, 3 * first];
  let [low, high, t] = [0, 1, time];
  for (let step = 0; step < MAX_STEPS && high > low; step++) {
    const error = ((a * t + b) * t + c) * t - time;
    if (error === 0) break;
    if (error > 0) high = t;
    else low = t;
    const next = t - error / ((3 * a * t + 2 * b) * t + c);
    const inside = next > low && next < high ? next : (low + high) / 2;
    if (inside === t) break;
    t = inside;
  }
  return t;
}

function cubic([a, b, c, d]: readonly [number, number, number, number], t: number): number {
  const s = 1 - t;
  return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
}
