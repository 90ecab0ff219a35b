/** Completes the tangents of a spline as the reference does when it has all knots. */
import type { Spline, SplineKnot, SplineTangent } from "@usdkit/layer";

/** Rounds to the precision of the spline's value type. */
type Round = (value: number) => number;

/** The largest half and float: larger slopes shorten the tangent. */
const MAX_HALF = 65504;
const MAX_FLOAT = 3.4028234663852886e38;

/**
 * Returns the knots with their tangents completed: a Hermite curve has the widths from the times (a third of the
 * segment), and `autoEase` has widths and slopes from the adjacent knots.
 *
 * @param knots in ascending order of time
 */
export function finishTangents(
  knots: readonly SplineKnot[],
  curveType: Spline["curveType"],
  round: Round,
): readonly SplineKnot[] {
  const isHermite = curveType === "hermite";
  return knots.map((knot, index) => {
    const before = knots[index - 1];
    const after = knots[index + 1];
    const slope = autoSlope(before, knot, after);
    const finish = (tangent: SplineTangent, span: number | undefined): SplineTangent => {
      if (span === undefined) return tangent;
      if (tangent.algorithm === "autoEase") return { ...tangent, ...fitted(span / 3, slope, round) };
      return isHermite ? { ...tangent, width: span / 3 } : tangent;
    };
    const preTangent = finish(knot.preTangent, before === undefined ? undefined : knot.time - before.time);
    const postTangent = finish(knot.postTangent, after === undefined ? undefined : after.time - knot.time);
    return { ...knot, preTangent, postTangent };
  });
}

/** Returns the slope that eases through a knot; 0 at ends, at jumps, and at extrema. */
function autoSlope(before: SplineKnot | undefined, knot: SplineKnot, after: SplineKnot | undefined): number {
  if (before === undefined || after === undefined || knot.preValue !== undefined) return 0;
  if (knot.next === "none" || before.next === "none") return 0;
  const pre = (knot.value - before.value) / (knot.time - before.time);
  const post = ((after.preValue ?? after.value) - knot.value) / (after.time - knot.time);
  if (!(pre * post > 0)) return 0;
  const part = (knot.time - before.time) / (after.time - before.time) - 0.5;
  const share = 0.5 + part * (0.5 + 2 * part * part);
  const slope = (1 - share) * pre + share * post;
  const limit = Math.min(Math.abs(slope), Math.abs(3 * pre), Math.abs(3 * post));
  return slope < 0 ? -limit : limit;
}

/** Rounds the slope; if it is too large for the type, shortens the width by the same factor. */
function fitted(width: number, slope: number, round: Round): { width: number; slope: number } {
  const rounded = round(slope);
  if (Number.isFinite(rounded)) return { width, slope: rounded };
  const limit = Math.abs(slope) > MAX_FLOAT ? MAX_FLOAT : MAX_HALF;
  return { width: (width * Math.abs(slope)) / limit, slope: Math.sign(slope) * limit };
}
