/** Compares splines part by part, and knots by time. */
import type { Spline, SplineExtrapolation, SplineKnot, SplineTangent } from "../model/types.ts";
import { sameDictionary } from "./compare-dictionaries.ts";
import type { Comparison } from "./compare-values.ts";
import type { SpecContext } from "./spec-context.ts";
import { sameFloat } from "./tolerance.ts";
import type { SplineDifference } from "./types.ts";

/** Compares the numbers of a spline with the tolerance, and the times of its knots exactly. */
export function compareSplines(
  path: () => string,
  before: Spline | undefined,
  after: Spline | undefined,
  { comparison, emit }: SpecContext,
): void {
  const part = (difference: Omit<SplineDifference, "kind" | "path">): void =>
    emit({ kind: "spline", path: path(), ...difference });
  if (before === undefined || after === undefined) {
    if (before !== after) part({ part: "spline", before, after });
    return;
  }
  if (before.curveType !== after.curveType) {
    part({ part: "curveType", before: before.curveType, after: after.curveType });
  }
  for (const side of ["pre", "post"] as const) {
    if (!sameExtrapolation(before[side], after[side], comparison)) {
      part({ part: side, before: before[side], after: after[side] });
    }
  }
  if (!sameLoop(before.loop, after.loop, comparison)) part({ part: "loop", before: before.loop, after: after.loop });
  const [a, b] = [before.knots, after.knots];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]] as [SplineKnot | undefined, SplineKnot | undefined];
    if (left !== undefined && right !== undefined && Object.is(left.time, right.time)) {
      if (!sameKnot(left, right, comparison)) part({ part: "knot", time: left.time, before: left, after: right });
      i++;
      j++;
    } else if (left !== undefined && (right === undefined || !(left.time > right.time))) {
      part({ part: "knot", time: left.time, before: left, after: undefined });
      i++;
    } else {
      part({ part: "knot", time: right?.time, before: undefined, after: right });
      j++;
    }
  }
}

function sameExtrapolation(a: SplineExtrapolation, b: SplineExtrapolation, comparison: Comparison): boolean {
  if (a.mode === "sloped") return b.mode === "sloped" && sameFloat(a.slope, b.slope, comparison.tolerance);
  if (a.mode !== b.mode) return false;
  const [left, right] = ["boundary" in a ? a.boundary : undefined, "boundary" in b ? b.boundary : undefined];
  return left === undefined || right === undefined ? left === right : sameFloat(left, right, comparison.tolerance);
}

function sameLoop(a: Spline["loop"], b: Spline["loop"], { tolerance }: Comparison): boolean {
  if (a === undefined || b === undefined) return a === b;
  return (
    a.preLoops === b.preLoops &&
    a.postLoops === b.postLoops &&
    sameFloat(a.protoStart, b.protoStart, tolerance) &&
    sameFloat(a.protoEnd, b.protoEnd, tolerance) &&
    sameFloat(a.valueOffset, b.valueOffset, tolerance)
  );
}

function sameKnot(a: SplineKnot, b: SplineKnot, comparison: Comparison): boolean {
  const { tolerance } = comparison;
  const samePreValue =
    a.preValue === undefined || b.preValue === undefined
      ? a.preValue === b.preValue
      : sameFloat(a.preValue, b.preValue, tolerance);
  return (
    samePreValue &&
    a.next === b.next &&
    sameFloat(a.value, b.value, tolerance) &&
    sameTangent(a.preTangent, b.preTangent, comparison) &&
    sameTangent(a.postTangent, b.postTangent, comparison) &&
    sameDictionary(a.customData, b.customData, comparison)
  );
}

function sameTangent(a: SplineTangent, b: SplineTangent, { tolerance }: Comparison): boolean {
  return (
    a.algorithm === b.algorithm && sameFloat(a.width, b.width, tolerance) && sameFloat(a.slope, b.slope, tolerance)
  );
}
