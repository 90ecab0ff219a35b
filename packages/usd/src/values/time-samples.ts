/** All time samples of an attribute in times of the stage, those of clips among them, composed over weaker opinions. */
import type { LayerOffset, Spline, TimeSamples, Value } from "@usdkit/layer";
import { clipSampleTimes } from "../clips/clip-samples.ts";
import { clipValue } from "../clips/clip-value.ts";
import { composesOver, composeValues } from "../metadata/compose-values.ts";
import { applyOffset } from "../metadata/retime.ts";
import { pathsToStage, toStage } from "../metadata/stage-value.ts";
import { isNoOffset } from "../paths/layer-offset.ts";
import type { ValueSources } from "./attribute.ts";
import type { AttributeOpinion, ClipOpinion } from "./value-source.ts";

/** Samples that are closer than this are one. */
const SAME_TIME = 1e-6;

/** Values at one time, strongest first; all but the last compose over weaker ones. */
interface Sample {
  readonly time: number;
  readonly values: readonly Value[];
  /** Whether a block is below the values, so that nothing weaker counts. */
  readonly isBlocked?: boolean;
}

const block: Value = { kind: "block" };

/** Returns the value that several compose to, all of which compose over weaker ones; strongest first. */
export type JoinValues = (values: readonly Value[]) => Value;

/**
 * Returns the time samples that an attribute has on the stage, as `UsdStage::_GetTimeSampleMap`; undefined if its value comes from
 * something else. Array edits and path expressions with `%_` are composed with the weaker samples, held between their times.
 * Where a clip has no value there is a block.
 *
 * @param joinValues returns the value of one time that still composes over weaker ones, from values that all do, strongest first;
 * without it they compose over an empty array or no paths
 */
export function timeSamplesOf(attribute: ValueSources, joinValues?: JoinValues): TimeSamples | undefined {
  const { sources, fallback } = attribute;
  const composed = new ComposedSamples(joinValues);
  let isAnimated = true;
  let opinionLayer: AttributeOpinion | undefined;
  for (const [i, source] of sources.entries()) {
    if ("clips" in source) {
      // A layer has one opinion: clips come after its own.
      if (!isAnimated || isSameSite(opinionLayer, source)) continue;
      const samples = clipSamples(attribute, source);
      if (composed.isEmpty && !mayCompose(attribute)) return samples;
      if (composed.addSamples(samples)) break;
      continue;
    }
    const { timeSamples, spline, defaultValue } = source.spec;
    if (isAnimated && timeSamples !== undefined && timeSamples.times.length > 0) {
      const samples = stageSamples(attribute, source, timeSamples);
      const isOnly = !mayCompose(attribute) || (i === sources.length - 1 && fallback === undefined);
      if (composed.isEmpty && isOnly) {
        return joinValues === undefined ? overNothing(samples) : samples;
      }
      if (composed.addSamples(samples)) break;
    } else if (isAnimated && spline !== undefined) break;
    else if (defaultValue?.kind === "block") {
      composed.addValue(fallback);
      return composed.result();
    } else if (defaultValue?.kind === "animationBlock") {
      isAnimated = false;
      continue;
    } else if (defaultValue !== undefined) {
      if (composed.addValue(toStage(attribute.graph, source, defaultValue, attribute.mapping)))
        return composed.result();
    } else continue;
    opinionLayer = source;
  }
  composed.addValue(fallback);
  return composed.result();
}

/** Only values of these types can depend on weaker ones. */
function mayCompose({ isArray, valueType }: ValueSources): boolean {
  return isArray || valueType?.kind === "pathExpression";
}

function isSameSite(opinion: AttributeOpinion | undefined, { node, clips }: ClipOpinion): boolean {
  return opinion !== undefined && opinion.node === node && opinion.layer === clips.set.sourceLayer;
}

/** Returns the samples of one layer in times of the stage. Of those that an offset maps to one time, the last counts. */
function stageSamples(attribute: ValueSources, opinion: AttributeOpinion, samples: TimeSamples): TimeSamples {
  const { graph, mapping } = attribute;
  const { offset } = opinion;
  const valueAt = (index: number): Value => toStage(graph, opinion, samples.value(index), mapping);
  if (isNoOffset(offset)) return { times: samples.times, value: valueAt };
  const times = samples.times.map((time) => applyOffset(offset, time));
  const order = Array.from(times.keys()).filter((i) => times[i] !== times[i + 1]);
  if (offset.scale < 0) order.reverse();
  return { times: Float64Array.from(order, (i) => times[i]), value: (index) => valueAt(order[index]) };
}

function clipSamples({ graph, clips, mapping }: ValueSources, { node, clips: attribute }: ClipOpinion): TimeSamples {
  const times = Float64Array.from(clipSampleTimes(clips, attribute));
  return {
    times,
    value: (index) => {
      const { value, layer } = clipValue(clips, attribute, times[index], false);
      const site = { node, layer: layer ?? attribute.set.sourceLayer };
      return value === undefined ? block : pathsToStage(graph, site, value, mapping);
    },
  };
}

/** Samples without weaker opinions. */
function overNothing(samples: TimeSamples): TimeSamples {
  return {
    times: samples.times,
    value: (index) => {
      const own = samples.value(index);
      return composesOver(own) ? (composeValues([own], undefined) ?? own) : own;
    },
  };
}

class ComposedSamples {
  private samples: readonly Sample[] = [];
  /** Defaults that compose, before any samples; strongest first. */
  private readonly defaults: Value[] = [];
  private readonly joinValues: JoinValues | undefined;

  constructor(joinValues?: JoinValues) {
    this.joinValues = joinValues;
  }

  get isEmpty(): boolean {
    return this.samples.length === 0 && this.defaults.length === 0;
  }

  /** Composes over weaker samples; returns whether the result is complete. */
  addSamples(samples: TimeSamples): boolean {
    const { defaults } = this;
    const weaker = Array.from(samples.times, (time, i) => overValue(time, defaults, samples.value(i)));
    this.defaults.length = 0;
    this.samples = this.samples.length === 0 ? weaker : composeSeries(this.samples, weaker);
    return this.isComplete();
  }

  /** Composes over a weaker default; returns whether the result is complete. */
  addValue(value: Value | undefined): boolean {
    if (value === undefined) return false;
    if (this.samples.length === 0) {
      this.defaults.push(value);
      return !composesOver(value);
    }
    this.samples = this.samples.map((sample) => (isIncomplete(sample) ? over(sample, [value]) : sample));
    return this.isComplete();
  }

  /** Blocked samples are listed at the times of weaker ones too, as the reference has them. */
  private isComplete(): boolean {
    return !this.samples.some((sample) => sample.isBlocked === true || isIncomplete(sample));
  }

  result(): TimeSamples | undefined {
    const { samples, joinValues } = this;
    if (samples.length === 0) return undefined;
    const times = Float64Array.from(samples, ({ time }) => time);
    const value = (index: number): Value => {
      const sample = samples[index];
      if (joinValues !== undefined && isIncomplete(sample)) return joinValues(sample.values);
      return composeValues(sample.values, undefined) ?? block;
    };
    return { times, value };
  }
}

function isIncomplete({ values, isBlocked }: Sample): boolean {
  return isBlocked !== true && composesOver(values[values.length - 1]);
}

function over({ time, values }: Sample, weaker: readonly Value[]): Sample {
  return { time, values: isBlock(weaker) ? values : [...values, ...weaker] };
}

/** Nothing composes over a block: the stronger value stays as it is. */
function isBlock([strongest]: readonly Value[]): boolean {
  return strongest.kind === "block";
}

/** A block ends what defaults compose over, as in a value at a time; `Stage.Flatten` of the reference goes on without the defaults. */
function overValue(time: number, defaults: readonly Value[], value: Value): Sample {
  if (defaults.length === 0) return { time, values: [value] };
  return value.kind === "block"
    ? { time, values: [...defaults], isBlocked: true }
    : { time, values: [...defaults, value] };
}

/** Composes samples over weaker ones (`SdfComposeTimeSampleSeries`): at the times of either, where the stronger value is incomplete. */
function composeSeries(strong: readonly Sample[], weak: readonly Sample[]): readonly Sample[] {
  const found: Sample[] = [];
  let [i, j] = [0, 0];
  while (i < strong.length || j < weak.length) {
    const strongTime = strong[i]?.time ?? Number.POSITIVE_INFINITY;
    const weakTime = weak[j]?.time ?? Number.POSITIVE_INFINITY;
    if (strongTime <= weakTime) {
      const own = strong[i];
      found.push(isIncomplete(own) ? over(own, held(weak, j, strongTime).values) : own);
    } else {
      const own = held(strong, i, weakTime);
      const { values } = weak[j];
      if (own.isBlocked === true) found.push({ ...own, time: weakTime });
      else if (isIncomplete(own) && !isBlock(values)) found.push(over({ ...own, time: weakTime }, values));
    }
    const isSame = Math.abs(strongTime - weakTime) < SAME_TIME;
    if (isSame || strongTime < weakTime) i++;
    if (isSame || weakTime < strongTime) j++;
  }
  return found;
}

/** Returns the sample whose value is held at a time: the one at `next` if it is there or is the first, otherwise the one before. */
function held(samples: readonly Sample[], next: number, time: number): Sample {
  if (next === samples.length || (next > 0 && Math.abs(samples[next].time - time) >= SAME_TIME))
    return samples[next - 1];
  return samples[next];
}

/** A spline, and the offset from its times to those of the stage. */
export interface StageSpline {
  readonly spline: Spline;
  readonly offset: LayerOffset;
}

/** Returns the spline that an attribute's values come from; undefined if they come from something else. */
export function splineOf({ sources }: ValueSources): StageSpline | undefined {
  for (const source of sources) {
    if ("clips" in source) return undefined;
    const { timeSamples, spline, defaultValue } = source.spec;
    if (timeSamples !== undefined && timeSamples.times.length > 0) return undefined;
    if (spline !== undefined) return { spline, offset: source.offset };
    if (defaultValue !== undefined) return undefined;
  }
  return undefined;
}
