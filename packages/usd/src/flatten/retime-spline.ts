/** Splines in times of the stage. */
import type { LayerOffset, Spline, SplineExtrapolation, SplineTangent } from "@usdkit/layer";
import { isNoOffset } from "../paths/layer-offset.ts";

/** Returns a spline in the times of the stage: knots and widths scaled, slopes the other way. */
export function retimeSpline(spline: Spline, layerOffset: LayerOffset): Spline {
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
