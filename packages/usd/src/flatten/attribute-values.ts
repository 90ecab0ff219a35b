/** The default value, time samples and spline of a composed attribute. */
import type { AttributeSpec, Spline, SplineExtrapolation, SplineTangent, TimeSamples, Value } from "@usdkit/layer";
import type { LayerOffset } from "@usdkit/layer";
import { isNoOffset } from "../paths/layer-offset.ts";
import { resolveAuthored, type ValueContext } from "./resolved-value.ts";

/** An attribute spec, and how its values become those of the stage. */
export interface AttributeOpinion {
  readonly spec: AttributeSpec;
  readonly context: ValueContext;
}

/** The values that a flattened attribute has. */
export type AttributeValues = Pick<AttributeSpec, "defaultValue" | "timeSamples" | "spline">;

/**
 * Returns the values of an attribute.
 *
 * @param opinions strongest first
 */
export function composeValues(opinions: readonly AttributeOpinion[]): AttributeValues {
  const defaultValue = strongestDefault(opinions);
  for (const { spec, context } of opinions) {
    if (spec.timeSamples !== undefined && spec.timeSamples.times.length > 0) {
      return { defaultValue, timeSamples: resolveSamples(spec.timeSamples, context), spline: undefined };
    }
    if (spec.spline !== undefined) {
      return { defaultValue, timeSamples: undefined, spline: retimeSpline(spec.spline, context.offset) };
    }
    if (spec.defaultValue !== undefined) break;
  }
  return { defaultValue, timeSamples: undefined, spline: undefined };
}

function strongestDefault(opinions: readonly AttributeOpinion[]): Value | undefined {
  for (const { spec, context } of opinions) {
    if (spec.defaultValue !== undefined) return resolveAuthored(spec.defaultValue, context);
  }
  return undefined;
}

function resolveSamples(samples: TimeSamples, context: ValueContext): TimeSamples {
  const { offset, scale } = context.offset;
  const isReversed = scale < 0;
  const { length } = samples.times;
  const place = (index: number): number => (isReversed ? length - 1 - index : index);
  const times = isNoOffset(context.offset)
    ? samples.times
    : samples.times.map((_, i) => scale * samples.times[place(i)] + offset);
  return { times, value: (index) => resolveAuthored(samples.value(place(index)), context) };
}

/** Returns a spline in the times of the stage: knots and widths scaled, slopes the other way. */
function retimeSpline(spline: Spline, layerOffset: LayerOffset): Spline {
  if (isNoOffset(layerOffset)) return spline;
  const { offset, scale } = layerOffset;
  const time = (at: number): number => scale * at + offset;
  const tangent = (from: SplineTangent): SplineTangent => ({
    ...from,
    width: from.width * scale,
    slope: from.slope / scale,
  });
  const extrapolation = (from: SplineExtrapolation): SplineExtrapolation =>
    from.mode === "sloped" ? { ...from, slope: from.slope / scale } : from;
  const { loop } = spline;
  return {
    ...spline,
    pre: extrapolation(spline.pre),
    post: extrapolation(spline.post),
    loop: loop && { ...loop, protoStart: time(loop.protoStart), protoEnd: time(loop.protoEnd) },
    knots: spline.knots.map((knot) => ({
      ...knot,
      time: time(knot.time),
      preTangent: tangent(knot.preTangent),
      postTangent: tangent(knot.postTangent),
    })),
  };
}
