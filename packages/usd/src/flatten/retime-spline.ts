/** Splines in times of the stage. */
import type { LayerOffset, Spline, SplineExtrapolation, SplineTangent } from "@usdkit/layer";
import { isNoOffset } from "../paths/layer-offset.ts";

/** Returns a spline in the times of the stage: knots and widths scaled, slopes the other way; its values too if they are times. */
export function retimeSpline(spline: Spline, layerOffset: LayerOffset): Spline {
  if (isNoOffset(layerOffset)) return spline;
  const { offset, scale } = layerOffset;
  const time = (at: number): number => scale * at + offset;
  const isTime = spline.valueType.kind === "timecode";
  const slope = (from: number): number => (isTime ? from : from / scale);
  const value = isTime ? time : (from: number): number => from;
  const tangent = (from: SplineTangent): SplineTangent => ({
    ...from,
    width: from.width * scale,
    slope: slope(from.slope),
  });
  const extrapolation = (from: SplineExtrapolation): SplineExtrapolation =>
    from.mode === "sloped" ? { ...from, slope: slope(from.slope) } : from;
  const { loop } = spline;
  return {
    ...spline,
    pre: extrapolation(spline.pre),
    post: extrapolation(spline.post),
    loop: loop && {
      ...loop,
      protoStart: time(loop.protoStart),
      protoEnd: time(loop.protoEnd),
      valueOffset: isTime ? scale * loop.valueOffset : loop.valueOffset,
    },
    knots: spline.knots.map((knot) => ({
      ...knot,
      time: time(knot.time),
      value: value(knot.value),
      preValue: knot.preValue === undefined ? undefined : value(knot.preValue),
      preTangent: tangent(knot.preTangent),
      postTangent: tangent(knot.postTangent),
    })),
  };
}
