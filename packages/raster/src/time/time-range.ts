import { isTransformOp, traverseScene } from "@usdkit/service-scene";
import type { AttributeSpec, Layer } from "@usdkit/layer";

/** Times that a layer defines, in time codes. */
export interface TimeRange {
  readonly start: number;
  readonly end: number;
  readonly timeCodesPerSecond: number;
  /** How many images a second an animation is meant to have. */
  readonly framesPerSecond: number;
}

/** What the format has where nothing is authored. */
const DEFAULT_RATE = 24;

/**
 * Returns the times of a layer: `startTimeCode` and `endTimeCode`, or if they are not authored the first and the last time
 * sample or knot of transformations, visibilities, cameras and splats. Null if there are neither. Rates that are not authored have the format's fallbacks:
 * `timeCodesPerSecond` is `framesPerSecond`, and that is 24.
 */
export function timeRange(layer: Layer): TimeRange | null {
  const number = (name: string): number | undefined => {
    const value = layer.root.fields.get(name)?.value;
    const isNumber = value?.kind === "typed" && typeof value.data === "number" && Number.isFinite(value.data);
    return isNumber ? value.data : undefined;
  };
  const rate = (name: string): number | undefined => {
    const value = number(name);
    return value !== undefined && value > 0 ? value : undefined;
  };
  const frames = rate("framesPerSecond");
  const rates = {
    timeCodesPerSecond: rate("timeCodesPerSecond") ?? frames ?? DEFAULT_RATE,
    framesPerSecond: frames ?? DEFAULT_RATE,
  };
  const [start, end] = [number("startTimeCode"), number("endTimeCode")];
  if (start !== undefined && end !== undefined && start <= end) return { start, end, ...rates };
  const [first, last] = sampledTimes(layer);
  return first <= last ? { start: first, end: last, ...rates } : null;
}

/** The first and the last time; the first is greater if there are no samples. */
function sampledTimes(layer: Layer): [first: number, last: number] {
  let [first, last] = [Infinity, -Infinity];
  for (const { typeName, properties } of traverseScene(layer)) {
    for (const property of properties) {
      if (property.specType !== "attribute" || !isDrawn(typeName, property.name)) continue;
      const ends = endTimes(property);
      if (ends === undefined) continue;
      first = Math.min(first, ends[0]);
      last = Math.max(last, ends[1]);
    }
  }
  return [first, last];
}

/** Whether an attribute changes what is drawn. */
function isDrawn(typeName: string, name: string): boolean {
  if (typeName === "Camera" || typeName === "ParticleField3DGaussianSplat") return true;
  return isTransformOp(name) || name === "visibility";
}

function endTimes({ timeSamples, spline }: AttributeSpec): readonly [first: number, last: number] | undefined {
  const times = timeSamples?.times ?? [];
  if (times.length > 0) return [times[0], times[times.length - 1]];
  const knots = spline?.knots ?? [];
  return knots.length > 0 ? [knots[0].time, knots[knots.length - 1].time] : undefined;
}
