/** Animated vectors as splines, a spline for each axis. */
import { valueTypes, type PlainAttribute, type Spline, type SplineKnot, type SplineTangent } from "@usdkit/layer";
import type { AnimationChannel } from "../model/animation.ts";
import type { Animated } from "./animated.ts";
import type { UsdWriter } from "./usd-writer.ts";

/** An attribute and what animations make of it. */
export interface AnimatedPart {
  readonly attribute: PlainAttribute;
  readonly animations: ReadonlyMap<number, Animated>;
}

const NO_TANGENT: SplineTangent = { width: 0, slope: 0, algorithm: "none" };

/**
 * Returns an op for each axis with splines that are exactly the channels: held, linear and Hermite segments. Undefined for rotations, which
 * no splines can have, and for channels without animations.
 */
export function channelSplines(
  writer: UsdWriter,
  { name, value }: { readonly name: string; readonly value: readonly number[] },
  channels: ReadonlyMap<number, AnimationChannel>,
): readonly AnimatedPart[] | undefined {
  if (channels.size === 0 || value.length !== 3) return undefined;
  return ["X", "Y", "Z"].map((axis, component) => ({
    attribute: { name: `${name}${axis}`, type: "double", value: value[component] },
    animations: new Map(
      Array.from(channels, ([animation, channel]) => [animation, { spline: splineOf(writer, channel, component) }]),
    ),
  }));
}

function splineOf({ times: scale }: UsdWriter, channel: AnimationChannel, component: number): Spline {
  const { times, values, size, interpolation } = channel;
  const isCubic = interpolation === "cubic";
  const codes = Array.from(times, (time) => scale.codeOf(time));
  const numberAt = (key: number, part: number): number => values[(isCubic ? 3 * key + part : key) * size + component];
  const tangent = (key: number, part: number, length: number | undefined): SplineTangent => {
    if (!isCubic || length === undefined) return NO_TANGENT;
    return { width: length / 3, slope: numberAt(key, part) / scale.perSecond, algorithm: "none" };
  };
  const next = interpolation === "step" ? "held" : interpolation === "linear" ? "linear" : "curve";
  const knots = codes.map((time, key): SplineKnot => {
    const before = key > 0 ? time - codes[key - 1] : undefined;
    const after = key + 1 < codes.length ? codes[key + 1] - time : undefined;
    return {
      time,
      value: numberAt(key, isCubic ? 1 : 0),
      next,
      preTangent: tangent(key, 0, before),
      postTangent: tangent(key, 2, after),
    };
  });
  const valueType = valueTypes.get("double");
  if (valueType === undefined) throw new TypeError("double");
  return { kind: "spline", valueType, curveType: "bezier", pre: { mode: "held" }, post: { mode: "held" }, knots };
}
