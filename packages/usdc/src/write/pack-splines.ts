/** Splines as blocks of bytes. */
import type { Spline, SplineExtrapolation, SplineKnot, ValueType } from "@usdkit/layer";
import { floatToHalfBits } from "@usdkit/base";
import type { ByteBuilder } from "../encode/byte-builder.ts";
import { DURATIONS, SPLINE_BOUNDARIES, SPLINES, TANGENT_ALGORITHMS } from "../structure/version.ts";
import { splineAlgorithms, splineInterpolations, splineModes, splineTypes } from "../values/splines.ts";
import type { PackContext } from "./pack-context.ts";

/** Writes the block of a spline; the lowest version of the block that holds it. */
export function writeSpline(context: PackContext, spline: Spline): Uint8Array {
  const { valueType, pre, post, loop, knots } = spline;
  const type = Math.max(splineTypes.lastIndexOf(valueType.baseName), 0);
  if (type === 0) throw context.error(`A crate cannot hold a spline of type ${valueType.name}`);
  const hasBoundary = boundaryOf(pre) !== undefined || boundaryOf(post) !== undefined;
  const hasAlgorithms = knots.some(
    ({ preTangent, postTangent }) => preTangent.algorithm !== "none" || postTangent.algorithm !== "none",
  );
  const format = formatOf(valueType, hasBoundary, hasAlgorithms);
  if (format === 4) context.require(DURATIONS, "A spline of durations");
  else if (format === 3) context.require(SPLINE_BOUNDARIES, "A spline of time codes, or with a loop boundary,");
  else if (format === 2) context.require(TANGENT_ALGORITHMS, "A tangent algorithm");
  else context.require(SPLINES, "A spline");
  const isHermite = spline.curveType === "hermite";
  const block = context.builder();
  block.uint8(format | (type << 4) | (isHermite ? 0x80 : 0));
  const modes = splineModes.indexOf(pre.mode) | (splineModes.indexOf(post.mode) << 3);
  block.uint8(modes | (loop === undefined ? 0 : 0x40));
  if (format > 2) block.uint8((boundaryOf(pre) === undefined ? 0 : 1) | (boundaryOf(post) === undefined ? 0 : 2));
  for (const boundary of [boundaryOf(pre), boundaryOf(post)]) if (boundary !== undefined) block.float64(boundary);
  for (const each of [pre, post]) if (each.mode === "sloped") block.float64(each.slope);
  if (loop !== undefined) {
    block.float64(loop.protoStart).float64(loop.protoEnd);
    block.uint32(loop.preLoops >>> 0).uint32(loop.postLoops >>> 0);
    block.float64(loop.valueOffset);
  }
  block.uint32(knots.length);
  const layout = { kind: valueType.kind, isHermite, format };
  for (const knot of knots) writeKnot(block, knot, layout);
  return block.finish();
}

/** The lowest version of the block. */
function formatOf(type: ValueType, hasBoundary: boolean, hasAlgorithms: boolean): number {
  if (type.baseName === "duration") return 4;
  if (hasBoundary || type.kind === "timecode") return 3;
  return hasAlgorithms ? 2 : 1;
}

function boundaryOf(extrapolation: SplineExtrapolation): number | undefined {
  return "boundary" in extrapolation ? extrapolation.boundary : undefined;
}

/** How the knots of a block are laid out: the kind of values, the curve, the version of the block. */
interface KnotLayout {
  readonly kind: string;
  readonly isHermite: boolean;
  readonly format: number;
}

function writeKnot(block: ByteBuilder, knot: SplineKnot, { kind, isHermite, format }: KnotLayout): void {
  const value = (number: number): void => {
    if (kind === "half") block.uint16(floatToHalfBits(number));
    else if (kind === "float") block.float32(number);
    else block.float64(number);
  };
  const { preTangent, postTangent, preValue } = knot;
  const interpolation = splineInterpolations.indexOf(knot.next);
  block.uint8((preValue === undefined ? 0 : 1) | (interpolation << 1));
  block.float64(knot.time);
  value(knot.value);
  if (preValue !== undefined) value(preValue);
  if (!isHermite) block.float64(preTangent.width).float64(postTangent.width);
  value(preTangent.slope);
  value(postTangent.slope);
  if (format > 1) {
    const algorithms =
      splineAlgorithms.indexOf(preTangent.algorithm) | (splineAlgorithms.indexOf(postTangent.algorithm) << 4);
    block.uint8(algorithms);
  }
}
