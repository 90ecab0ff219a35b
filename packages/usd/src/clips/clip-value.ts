/** Values of attributes in sets of clips. */
import { bracketingSamples, interpolateValues, type TimeSamples, type Value } from "@usdkit/layer";
import { mapNumbers, retimeValue } from "../metadata/retime.ts";
import type { StageLayer } from "../resolve/stage-layer.ts";
import { clipBracket } from "./clip-samples.ts";
import { activeClip, declaredIn, sampledIn, type ClipAttribute, type ClipContext } from "./clip-set.ts";
import { toClipTime, valueToStageTime, type ClipTimes } from "./clip-times.ts";

/** A value of a clip, and the layer that has it. */
export interface ClipValue {
  readonly value: Value | undefined;
  /** The active clip if it has samples, otherwise the manifest; undefined if neither can be opened. */
  readonly layer: StageLayer | undefined;
  /** The path of the attribute in that layer. */
  readonly path: string;
}

const SAME_TIME = 1e-6;

/**
 * Returns the value at a time of the stage. Clips without samples have the default of the manifest.
 *
 * @param isHeld whether values between samples are those of the sample before
 */
export function clipValue(context: ClipContext, attribute: ClipAttribute, time: number, isHeld: boolean): ClipValue {
  const { set } = attribute;
  const { lower, upper } = clipBracket(context, attribute, time);
  const clip = activeClip(set, time);
  const isSampled = sampledIn(context, attribute, clip) !== undefined;
  const layer = context.open(isSampled || set.manifest === "" ? clip.assetPath : set.manifest, set.sourceLayer);
  const path = `${context.paths.text(attribute.prim)}.${attribute.name}`;
  const value = valueAt(context, attribute, lower, isHeld);
  if (isHeld || upper - lower < SAME_TIME || value === undefined) return { value, layer, path };
  const next = valueAt(context, attribute, upper, isHeld);
  if (next === undefined) return { value, layer, path };
  return { value: interpolateValues(value, next, (time - lower) / (upper - lower)), layer, path };
}

/** Returns the value of the active clip at a time that is one of its samples, or at which it has none. */
function valueAt(context: ClipContext, attribute: ClipAttribute, time: number, isHeld: boolean): Value | undefined {
  const { set } = attribute;
  const samples = sampledIn(context, attribute, activeClip(set, time))?.timeSamples;
  if (samples === undefined) {
    const fallback = set.manifest === "" ? undefined : declaredIn(context, attribute)?.defaultValue;
    // Samples are mapped by the times of the clips, defaults by the offset of the layer that authors the set.
    return fallback && withoutBlock(retimeValue(fallback, set.times.offset));
  }
  const clipTime = toClipTime(set.times, time);
  const value = withoutBlock(sampleAt(samples, clipTime, isHeld));
  return value === undefined ? undefined : mapTimeCodes(set.times, value, time);
}

function withoutBlock(value: Value | undefined): Value | undefined {
  return value?.kind === "block" || value?.kind === "animationBlock" ? undefined : value;
}

function sampleAt(samples: TimeSamples, time: number, isHeld: boolean): Value | undefined {
  const { times } = samples;
  const bracket = bracketingSamples(times, time);
  if (bracket === undefined) return undefined;
  const [lower, upper] = [times[bracket.lower], times[bracket.upper]];
  const value = samples.value(bracket.lower);
  if (isHeld || upper - lower < SAME_TIME) return value;
  return interpolateValues(value, samples.value(bracket.upper), (time - lower) / (upper - lower));
}

/** Time codes are times of the clip: they are mapped to the stage as the times around the sample are. */
function mapTimeCodes(times: ClipTimes, value: Value, time: number): Value {
  if (value.kind !== "typed" || value.type.kind !== "timecode") return value;
  return mapNumbers(value, (each) => valueToStageTime(times, time, each));
}
