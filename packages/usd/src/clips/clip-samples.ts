/** Time samples of attributes in sets of clips, in times of the stage. */
import { bracketingSamples } from "@usdkit/layer";
import { activeClip, declaredIn, sampledIn, type Clip, type ClipAttribute, type ClipContext } from "./clip-set.ts";
import { applyOffset } from "../metadata/retime.ts";
import { segmentAt, toClipTime, toStageTime, type ClipTimes } from "./clip-times.ts";

/** The samples around a time of the stage. */
export interface ClipBracket {
  readonly lower: number;
  readonly upper: number;
}

/** Returns the samples around a time, of the clip that is active and, if that has none, of its neighbours. */
export function clipBracket(context: ClipContext, attribute: ClipAttribute, time: number): ClipBracket {
  const { set } = attribute;
  const { clips } = set;
  const active = clips.indexOf(activeClip(set, time));
  let lower: number | undefined;
  let upper: number | undefined;
  if (contributes(context, attribute, clips[active])) {
    const own = bracketInClip(context, attribute, clips[active], time);
    lower = own.lower;
    // After its last sample, a clip is followed by the next one.
    if (own.lower !== own.upper || time <= own.upper) upper = own.upper;
  }
  for (let i = active - 1; lower === undefined && i >= 0; i--) {
    if (contributes(context, attribute, clips[i])) lower = bracketInClip(context, attribute, clips[i], time).upper;
  }
  for (let i = active + 1; upper === undefined && i < clips.length; i++) {
    if (contributes(context, attribute, clips[i])) upper = clips[i].start;
  }
  const only = lower ?? upper ?? clips[0].authoredStart;
  return { lower: lower ?? only, upper: upper ?? only };
}

/** Returns the times of all samples, in ascending order. */
export function clipSampleTimes(context: ClipContext, attribute: ClipAttribute): readonly number[] {
  const found = new Set<number>();
  for (const clip of attribute.set.clips) {
    if (contributes(context, attribute, clip))
      for (const time of timesInClip(context, attribute, clip)) found.add(time);
  }
  if (found.size === 0) found.add(attribute.set.clips[0].authoredStart);
  return [...found].sort((a, b) => a - b);
}

/** Every clip has values, unless those of clips without samples are interpolated and the manifest has no default. */
function contributes(context: ClipContext, attribute: ClipAttribute, clip: Clip): boolean {
  const { set } = attribute;
  if (!set.interpolatesMissing) return true;
  const declared = declaredIn(context, attribute);
  const isBlocked = set.manifest !== "" && isBlockedAt(declared, clip.authoredStart);
  if (!isBlocked && sampledIn(context, attribute, clip) !== undefined) return true;
  return set.manifest !== "" && declared?.defaultValue !== undefined;
}

/** Whether the manifest declares that a clip has no samples: by a blocked sample at the start of the clip. */
function isBlockedAt(declared: ReturnType<typeof declaredIn>, start: number): boolean {
  const samples = declared?.timeSamples;
  const index = samples?.times.indexOf(start) ?? -1;
  return samples !== undefined && index >= 0 && samples.value(index).kind === "block";
}

function bracketInClip(context: ClipContext, attribute: ClipAttribute, clip: Clip, time: number): ClipBracket {
  const around: number[] = [clip.authoredStart];
  const own = bracketInLayer(context, attribute, clip, time);
  if (own !== undefined) around.push(own.lower, own.upper);
  const pairs = bracketOf(
    attribute.set.times.pairs.map(({ stage }) => stage),
    time,
  );
  if (pairs !== undefined) around.push(pairs.lower, pairs.upper);
  const inside = around.filter((each) => each >= clip.start && each < clip.end).sort((a, b) => a - b);
  return bracketOf(inside, time) ?? { lower: clip.authoredStart, upper: clip.authoredStart };
}

/** `times` ascend. */
function bracketOf(times: readonly number[], time: number): ClipBracket | undefined {
  if (times.length === 0) return undefined;
  const after = times.findIndex((each) => each >= time);
  if (after < 0) return { lower: times[times.length - 1], upper: times[times.length - 1] };
  if (after === 0 || times[after] === time) return { lower: times[after], upper: times[after] };
  return { lower: times[after - 1], upper: times[after] };
}

/** Returns the samples of the clip's layer around a time, as times of the stage that are closest to it. */
function bracketInLayer(
  context: ClipContext,
  attribute: ClipAttribute,
  clip: Clip,
  time: number,
): ClipBracket | undefined {
  const samples = sampledIn(context, attribute, clip)?.timeSamples;
  if (samples === undefined) return undefined;
  const { times } = attribute.set;
  const bracket = bracketingSamples(samples.times, toClipTime(times, time));
  if (bracket === undefined) return undefined;
  const inClip = { lower: samples.times[bracket.lower], upper: samples.times[bracket.upper] };
  const { pairs, offset } = times;
  if (pairs.length === 0) return { lower: applyOffset(offset, inClip.lower), upper: applyOffset(offset, inClip.upper) };
  const segment = segmentAt(times, time);
  let lower: number | undefined;
  for (let i = segment; lower === undefined && i >= 0; i--) {
    lower = translated(times, i, { time, inClip, side: "lower" });
  }
  let upper: number | undefined;
  for (let i = segment; upper === undefined && i + 1 < pairs.length; i++) {
    upper = translated(times, i, { time, inClip, side: "upper" });
  }
  lower ??= upper;
  upper ??= lower;
  if (lower !== undefined && upper !== undefined) return { lower, upper };
  return { lower: nearestEnd(times, inClip.lower), upper: nearestEnd(times, inClip.upper) };
}

/** Returns the stage time of a sample within a segment; undefined if the segment does not have its clip time. */
function translated(
  times: ClipTimes,
  segment: number,
  { time, inClip, side }: { readonly time: number; readonly inClip: ClipBracket; readonly side: "lower" | "upper" },
): number | undefined {
  const [a, b] = [times.pairs[segment], times.pairs[segment + 1]];
  const sample = inClip[side];
  if (a.isJump || sample < Math.min(a.clip, b.clip) || sample > Math.max(a.clip, b.clip)) return undefined;
  if (a.clip !== b.clip) return toStageTime(times, segment, sample);
  if (inClip.lower === inClip.upper && (time === a.stage || time === b.stage)) return time;
  return side === "lower" ? a.stage : b.stage;
}

function nearestEnd({ pairs }: ClipTimes, sample: number): number {
  const [first, last] = [pairs[0], pairs[pairs.length - 1]];
  return sample < first.clip ? first.stage : last.stage;
}

function timesInClip(context: ClipContext, attribute: ClipAttribute, clip: Clip): readonly number[] {
  const { times } = attribute.set;
  const isActive = (time: number): boolean => time >= clip.start && time < clip.end;
  const samples = sampledIn(context, attribute, clip)?.timeSamples?.times ?? new Float64Array();
  const found = [clip.authoredStart];
  const { pairs, offset } = times;
  if (pairs.length === 0) found.push(...[...samples].map((time) => applyOffset(offset, time)).filter(isActive));
  for (let i = 0; i + 1 < pairs.length; i++) {
    const [a, b] = [pairs[i], pairs[i + 1]];
    found.push(...[a.stage, b.stage].filter(isActive));
    if (a.isJump || b.stage < clip.start || a.stage >= clip.end || a.clip === b.clip) continue;
    for (const sample of samples) {
      if (sample < Math.min(a.clip, b.clip) || sample > Math.max(a.clip, b.clip)) continue;
      const time = toStageTime(times, i, sample);
      if (isActive(time)) found.push(time);
    }
  }
  return found;
}

/** Whether a set of clips has values of an attribute: if its manifest declares it as varying. */
export function hasClipValues(context: ClipContext, attribute: ClipAttribute): boolean {
  return declaredIn(context, attribute)?.variability === "varying";
}
