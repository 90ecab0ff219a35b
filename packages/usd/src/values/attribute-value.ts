/** Values of attributes at a time, as the reference resolves them (`UsdStage::_GetValue`, `_GetResolveInfo`). */
import {
  bracketingSamples,
  interpolateValues,
  splineValue,
  typedNumber,
  type LayerOffset,
  type TimeSamples,
  type Value,
} from "@usdkit/layer";
import { invertOffset } from "../paths/layer-offset.ts";
import type { StageAttribute } from "./attribute.ts";
import { mayVary } from "./authored-value.ts";
import { composesOver, composeValues } from "../metadata/compose-values.ts";
import { evaluated, pathsToStage } from "../metadata/stage-value.ts";
import { applyOffset, retimeValue } from "../metadata/retime.ts";
import { clipBracket, clipSampleTimes } from "../clips/clip-samples.ts";
import { clipValue } from "../clips/clip-value.ts";
import type { AttributeOpinion, ClipOpinion, ResolvedValue, ValueSource } from "./value-source.ts";

/** A time code, or null for the default time, at which time samples and splines have no effect. */
export type StageTime = number | null;

/** How values between two time samples are computed. */
export type StageInterpolation = "linear" | "held";

/** The samples around a time, in times of the stage. */
export interface BracketingTimes {
  readonly lower: number;
  readonly upper: number;
}

/** Samples that are closer than this are one. */
const SAME_TIME = 1e-6;

/**
 * Returns the value of an attribute at a time. In a layer time samples are stronger than a spline, and that is stronger than a
 * default. `None` hides all weaker opinions, `AnimationBlock` weaker time samples and splines. Array edits change what is weaker, and path
 * expressions have it for `%_`.
 */
export function attributeValue(
  attribute: StageAttribute,
  time: StageTime,
  interpolation: StageInterpolation = "linear",
): ResolvedValue {
  const { definition } = attribute;
  if (attribute.mapping !== evaluated || (time !== null && mayVary(attribute))) {
    return resolve(attribute, time, interpolation);
  }
  let { known } = definition;
  if (known === undefined) {
    known = resolve(attribute, null, interpolation);
    if (isShared(known)) definition.known = known;
  }
  return time !== null && definition.meetsBlock ? resolve(attribute, time, interpolation) : known;
}

/** Numbers or texts of an array that is kept for other prims; larger ones are read again. */
const MAX_KEPT = 64;

/** Whether all prims with an attribute's opinions have a value, and it is small enough to be kept. */
function isShared({ value }: ResolvedValue): boolean {
  if (value === undefined) return true;
  if (value.kind !== "typed" || value.type.kind === "pathExpression") return false;
  return !value.isArray || (value.data as ArrayLike<unknown>).length <= MAX_KEPT;
}

/** Evaluates the opinions of an attribute, the strongest first. */
function resolve(attribute: StageAttribute, time: StageTime, interpolation: StageInterpolation): ResolvedValue {
  const composing: Value[] = [];
  let strongest: ValueSource | undefined;
  let isAnimated = time !== null;
  let meetsAnimationBlock = false;
  for (const opinion of attribute.sources) {
    if ("clips" in opinion) {
      if (!isAnimated || time === null) continue;
      const { value, layer, path } = clipValue(attribute.clips, opinion.clips, time, interpolation === "held");
      const source: ValueSource = { kind: "clip", isBlocked: false, clip: { opinion, layer, path } };
      const site = { node: opinion.node, layer: layer ?? opinion.clips.set.sourceLayer };
      const base = value && pathsToStage(attribute.graph, site, value, attribute.mapping);
      return { value: composeValues(composing, base), source: strongest ?? source };
    }
    const authored = opinionAt(opinion, isAnimated ? time : null, interpolation);
    if (authored === undefined) continue;
    const { kind, value } = authored;
    if (value?.kind === "animationBlock" && kind === "default") {
      isAnimated = false;
      meetsAnimationBlock = true;
      continue;
    }
    if (value?.kind === "block" && kind === "default") {
      attribute.definition.meetsBlock = true;
      if (strongest === undefined) return blocked(attribute, time !== null || meetsAnimationBlock);
      // At the default time also an edit of a blocked array has no value, unless animation is blocked, as in the reference.
      const isHidden = time === null && !meetsAnimationBlock;
      const fallback = isHidden ? undefined : composeValues(composing, attribute.fallback);
      return { value: fallback, source: strongest };
    }
    const source: ValueSource = { kind, isBlocked: false, opinion };
    strongest ??= source;
    if (value === undefined || isBlock(value)) return { value: composeValues(composing, undefined), source: strongest };
    const resolved = pathsToStage(attribute.graph, opinion, value, attribute.mapping);
    if (!composesOver(resolved)) return { value: composeValues(composing, resolved), source: strongest };
    composing.push(resolved);
  }
  if (strongest === undefined) return withoutOpinion(attribute, false);
  // Without a weaker array edits change the fallback, or an empty array.
  return { value: composeValues(composing, attribute.fallback), source: strongest };
}

/** Returns the times of an attribute's samples in the stage, in ascending order. */
export function sampleTimes(attribute: StageAttribute): readonly number[] {
  // Without reading the default, which may be a long array.
  if (!mayVary(attribute)) return [];
  const { sources, clips } = attribute;
  const found = samplesOf(sources);
  if (found === undefined) return [];
  if ("clips" in found) return clipSampleTimes(clips, found.clips);
  return [...found.samples.times].map((time) => applyOffset(found.opinion.offset, time));
}

/** Returns the samples around a time: the same one twice at a sample, before the first and after the last. */
export function bracketingTimes({ sources, clips }: StageAttribute, time: number): BracketingTimes | undefined {
  const found = samplesOf(sources);
  if (found === undefined) return undefined;
  if ("clips" in found) return clipBracket(clips, found.clips, time);
  const { opinion, samples } = found;
  const bracket = bracketingSamples(samples.times, applyOffset(invertOffset(opinion.offset), time));
  if (bracket === undefined) return undefined;
  const at = (index: number): number => applyOffset(opinion.offset, samples.times[index]);
  return { lower: at(bracket.lower), upper: at(bracket.upper) };
}

interface FoundSamples {
  readonly opinion: AttributeOpinion;
  readonly samples: TimeSamples;
}

/** Returns the samples that the value comes from; undefined if it comes from something else. */
function samplesOf(sources: StageAttribute["sources"]): FoundSamples | ClipOpinion | undefined {
  let isAnimated = true;
  for (const opinion of sources) {
    if ("clips" in opinion) {
      if (isAnimated) return opinion;
      continue;
    }
    const { timeSamples, spline, defaultValue } = opinion.spec;
    if (defaultValue?.kind === "arrayEdit" && (timeSamples === undefined || timeSamples.times.length === 0)) continue;
    if (isAnimated && timeSamples !== undefined && timeSamples.times.length > 0)
      return { opinion, samples: timeSamples };
    if (defaultValue?.kind === "animationBlock" && (spline === undefined || !isAnimated)) isAnimated = false;
    else if ((isAnimated && spline !== undefined) || defaultValue !== undefined) return undefined;
  }
  return undefined;
}

interface FoundValue {
  readonly kind: "default" | "timeSamples" | "spline";
  /** Undefined where a spline has no value. */
  readonly value: Value | undefined;
}

/** Returns what one layer has at a time of the stage; undefined if it has nothing. */
function opinionAt(
  { spec, offset }: AttributeOpinion,
  time: StageTime,
  interpolation: StageInterpolation,
): FoundValue | undefined {
  const { timeSamples, spline, defaultValue } = spec;
  if (time !== null) {
    const localTime = applyOffset(invertOffset(offset), time);
    if (timeSamples !== undefined && timeSamples.times.length > 0) {
      return { kind: "timeSamples", value: sampleAt(timeSamples, localTime, offset, interpolation) };
    }
    if (spline !== undefined) {
      const number = splineValue(spline, localTime);
      const value = number === undefined ? undefined : typedNumber(spline.valueType, number);
      return { kind: "spline", value: value === undefined ? undefined : retimeValue(value, offset) };
    }
  }
  return defaultValue === undefined ? undefined : { kind: "default", value: retimeValue(defaultValue, offset) };
}

/** Time codes are retimed before they are interpolated. */
function sampleAt(
  samples: TimeSamples,
  time: number,
  offset: LayerOffset,
  interpolation: StageInterpolation,
): Value | undefined {
  const { times } = samples;
  const bracket = bracketingSamples(times, time);
  if (bracket === undefined) return undefined;
  const [lower, upper] = [times[bracket.lower], times[bracket.upper]];
  const value = retimeValue(samples.value(bracket.lower), offset);
  // Only a rate that is not positive makes such a scale. Time does not run forward in the layer then, and the reference holds values.
  const isHeld = interpolation === "held" || offset.scale <= 0;
  if (isHeld || upper - lower < SAME_TIME) return value;
  const next = retimeValue(samples.value(bracket.upper), offset);
  return interpolateValues(value, next, (time - lower) / (upper - lower));
}

function isBlock({ kind }: Value): boolean {
  return kind === "block" || kind === "animationBlock";
}

/** A blocked attribute has no value at the default time. */
function withoutOpinion({ fallback }: StageAttribute, isBlocked: boolean): ResolvedValue {
  return { value: fallback, source: { kind: fallback === undefined ? "none" : "fallback", isBlocked } };
}

/** At the default time a blocked attribute has no value, but the fallback if the block is below an animation block. */
function blocked(attribute: StageAttribute, hasFallback: boolean): ResolvedValue {
  const found = withoutOpinion(attribute, true);
  return hasFallback ? found : { ...found, value: undefined };
}
