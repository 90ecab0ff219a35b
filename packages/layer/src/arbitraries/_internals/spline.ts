/** Arbitrary splines. */
import { halfBitsToFloat } from "@usdkit/base";
import { plainDictionary, valueTypes } from "@usdkit/layer";
import type { Spline, SplineKnot, SplineTangent } from "@usdkit/layer";
import * as fc from "fast-check";
import { dictionaryArbitrary } from "../dictionary-arbitrary.ts";
import { sometimes } from "./metadata.ts";

/** Types of attributes that can have a spline. */
export const splineTypes: ReadonlySet<string> = new Set(["double", "float", "half", "timecode", "duration"]);

const usual = fc.constantFrom(0, 1, -2, 0.5, 1024);
const finiteDouble = fc.double({ noNaN: true, noDefaultInfinity: true });
/** Finite numbers of each kind. */
const finite: Readonly<Record<string, fc.Arbitrary<number>>> = {
  float: fc.float({ noNaN: true, noDefaultInfinity: true }),
  half: fc.integer({ min: 0, max: 0x7bff }).map(halfBitsToFloat),
};

const modes = ["loop repeat", "loop reset", "loop oscillate"] as const;

function extrapolation(number: fc.Arbitrary<number>, boundary: boolean): fc.Arbitrary<Spline["pre"]> {
  return fc.oneof(
    fc.constantFrom({ mode: "none" }, { mode: "held" }, { mode: "linear" } as const),
    fc.constantFrom(...modes).map((mode) => ({ mode })),
    number.map((slope) => ({ mode: "sloped", slope }) as const),
    ...(boundary ? [fc.tuple(fc.constantFrom(...modes), number).map(([mode, at]) => ({ mode, boundary: at }))] : []),
  );
}

const loops = fc.record({
  protoStart: usual,
  protoEnd: fc.constantFrom(1, 5, 1e6),
  preLoops: fc.constantFrom(0, 3, 2147483647),
  postLoops: fc.constantFrom(0, 2),
  valueOffset: fc.oneof(usual, finiteDouble),
});

/** Returns splines of a type in {@link splineTypes}. */
export function spline(typeName: string): fc.Arbitrary<Spline> {
  const valueType = valueTypes.get(typeName);
  if (valueType === undefined) throw new Error(typeName);
  const number = fc.oneof(usual, finite[typeName] ?? finiteDouble);
  const tangent: fc.Arbitrary<SplineTangent> = fc.record({
    width: fc.constantFrom(0, 0.5, 2, 1 / 3),
    slope: number,
    algorithm: fc.constantFrom("none", "custom", "autoEase"),
  } as const);
  const knot: fc.Arbitrary<SplineKnot> = fc.record(
    {
      time: fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }),
      value: number,
      preValue: number,
      next: fc.constantFrom("none", "held", "linear", "curve"),
      preTangent: tangent,
      postTangent: tangent,
      customData: dictionaryArbitrary.map(plainDictionary).filter(({ entries }) => entries.size > 0),
    } as const,
    { requiredKeys: ["time", "value", "next", "preTangent", "postTangent"] },
  );
  const knots = fc
    .uniqueArray(knot, { maxLength: 4, selector: ({ time }) => time + 0 })
    .map((list) => list.sort((a, b) => a.time - b.time));
  return sometimes(loops)
    .chain((loop) =>
      fc.record({
        kind: fc.constant("spline"),
        valueType: fc.constant(valueType),
        curveType: fc.constantFrom("bezier", "hermite"),
        // A spline with a loop cannot have boundaries.
        pre: extrapolation(usual, loop === undefined),
        post: extrapolation(usual, loop === undefined),
        ...(loop === undefined ? {} : { loop: fc.constant(loop) }),
        knots,
      } as const),
    )
    .map((made) => ({ ...made, knots: made.knots.map((each, i) => finished(each, i, made)) }));
}

/**
 * Readers compute the widths of Hermite tangents, and the tangents of autoEase: here that is used only where they have no
 * slope, at ends and jumps.
 */
function finished(knot: SplineKnot, i: number, { curveType, knots }: Pick<Spline, "curveType" | "knots">): SplineKnot {
  const before = knots[i - 1];
  const after = knots[i + 1];
  const isEased = before === undefined || after === undefined || knot.preValue !== undefined;
  const finish = (tangent: SplineTangent, span: number | undefined): SplineTangent => {
    const algorithm = tangent.algorithm === "autoEase" && !isEased ? "custom" : tangent.algorithm;
    if (span === undefined) return { ...tangent, algorithm, width: curveType === "hermite" ? 0 : tangent.width };
    if (algorithm === "autoEase") return { algorithm, slope: 0, width: span / 3 };
    return { ...tangent, algorithm, width: curveType === "hermite" ? span / 3 : tangent.width };
  };
  return {
    ...knot,
    preTangent: finish(knot.preTangent, before === undefined ? undefined : knot.time - before.time),
    postTangent: finish(knot.postTangent, after === undefined ? undefined : after.time - knot.time),
  };
}
