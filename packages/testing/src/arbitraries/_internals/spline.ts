/** Arbitrary splines. */
import { valueTypes } from "@usdkit/layer";
import type { Spline, SplineKnot } from "@usdkit/layer";
import * as fc from "fast-check";
import { sometimes } from "./metadata.ts";

export function spline(typeName: "double" | "float" | "half"): fc.Arbitrary<Spline> {
  const valueType = valueTypes.get(typeName);
  if (valueType === undefined) throw new Error(typeName);
  const number = fc.constantFrom(0, 1, -2, 0.5, 1024);
  const tangent = fc.record({
    width: fc.constantFrom(0, 0.5, 2),
    slope: number,
    // Readers compute the tangents of autoEase.
    algorithm: fc.constantFrom("none", "custom"),
  } as const);
  const knot: fc.Arbitrary<SplineKnot> = fc.record({
    time: fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }),
    value: number,
    preValue: sometimes(number),
    next: fc.constantFrom("none", "held", "linear", "curve"),
    preTangent: tangent,
    postTangent: tangent,
  } as const);
  const extrapolation = fc.oneof(
    fc.constantFrom(
      { mode: "none" },
      { mode: "held" },
      { mode: "linear" },
      { mode: "loop repeat" },
      { mode: "loop reset" },
      {
        mode: "loop oscillate",
      } as const,
    ),
    number.map((slope) => ({ mode: "sloped", slope }) as const),
  ) as fc.Arbitrary<Spline["pre"]>;
  return fc.record({
    kind: fc.constant("spline"),
    valueType: fc.constant(valueType),
    curveType: fc.constant("bezier"),
    pre: extrapolation,
    post: extrapolation,
    loop: sometimes(fc.constantFrom({ protoStart: 1, protoEnd: 5, preLoops: 0, postLoops: 2, valueOffset: -1.5 })),
    knots: fc
      .uniqueArray(knot, { maxLength: 4, selector: ({ time }) => time + 0 })
      .map((knots) => knots.sort((a, b) => a.time - b.time)),
  } as const);
}
