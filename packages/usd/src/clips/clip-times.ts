/** The times of clips: pairs of a stage time and a clip time, linear between them. */

import type { LayerOffset } from "@usdkit/layer";
import { applyOffset } from "../metadata/retime.ts";
import { invertOffset } from "../paths/layer-offset.ts";

/** A stage time, and the time in the clips that it stands for. */
export interface TimePair {
  readonly stage: number;
  readonly clip: number;
  /** Whether the next pair has the same stage time: the clip time jumps there. */
  readonly isJump: boolean;
}

/** The times of a set of clips. */
export interface ClipTimes {
  /** Ascending by stage time, the first and the last pair twice; empty if none are authored. */
  readonly pairs: readonly TimePair[];
  /** Maps times of the layer that authors the set, which those of the clips are without pairs, to times of the stage. */
  readonly offset: LayerOffset;
}

/** How far before a jump the times that lead to it end (`UsdTimeCode::SafeStep`). */
export const JUMP_STEP: number = 1e6 * Number.EPSILON * 10 * 2;

/**
 * Returns authored pairs, flat, in order. There is nothing before a jump at the first pair.
 *
 * @param step how far before a jump the times that lead to it end
 */
export function timePairs(pairs: Float64Array | undefined, step: number = JUMP_STEP): readonly TimePair[] {
  const sorted: { stage: number; clip: number; isJump: boolean }[] = [];
  for (let i = 0; i + 1 < (pairs?.length ?? 0); i += 2) {
    sorted.push({ stage: pairs?.[i] ?? 0, clip: pairs?.[i + 1] ?? 0, isJump: false });
  }
  if (sorted.length === 0) return [];
  sorted.sort((a, b) => a.stage - b.stage);
  if (sorted.length > 1 && sorted[0].stage === sorted[1].stage) sorted.shift();
  for (let i = 0; i + 1 < sorted.length; i++) {
    if (sorted[i].stage !== sorted[i + 1].stage) continue;
    sorted[i].stage -= step;
    sorted[i].isJump = true;
  }
  return [sorted[0], ...sorted, sorted[sorted.length - 1]];
}

/** Returns the pair before a stage time; the next one is the pair after it. There must be pairs. */
export function segmentAt({ pairs: times }: ClipTimes, time: number): number {
  if (time <= times[0].stage) return 0;
  if (time >= times[times.length - 1].stage) return times.length - 2;
  let [low, high] = [0, times.length];
  while (low < high) {
    const mid = (low + high) >> 1;
    if (times[mid].stage < time) low = mid + 1;
    else high = mid;
  }
  return low - 1;
}

/** Returns the clip time of a stage time. */
export function toClipTime(times: ClipTimes, time: number): number {
  const { pairs, offset } = times;
  if (pairs.length === 0) return applyOffset(invertOffset(offset), time);
  const at = segmentAt(times, time);
  const a = pairs[at];
  const b = pairBefore(pairs, at + 1);
  if (a.stage === b.stage || time === a.stage) return a.clip;
  if (time === b.stage) return b.clip;
  return ((b.clip - a.clip) / (b.stage - a.stage)) * (time - a.stage) + a.clip;
}

/** Returns the stage time of a clip time within a segment. There must be pairs. */
export function toStageTime({ pairs }: ClipTimes, segment: number, time: number): number {
  const a = pairs[segment];
  const b = pairBefore(pairs, segment + 1);
  if (a.clip === b.clip || time === a.clip) return a.stage;
  if (time === b.clip) return b.stage;
  return ((b.stage - a.stage) / (b.clip - a.clip)) * (time - a.clip) + a.stage;
}

/** A pair that ends at a jump has the stage time of the jump, so that times are not a step off. */
function pairBefore(pairs: readonly TimePair[], index: number): TimePair {
  const pair = pairs[index];
  return pair.isJump && index + 1 < pairs.length ? { ...pair, stage: pairs[index + 1].stage } : pair;
}

/** Returns the stage time of a time that is a value of a clip, by the segment of the time at which it is the value. */
export function valueToStageTime(times: ClipTimes, time: number, value: number): number {
  const { pairs, offset } = times;
  if (pairs.length === 0) return applyOffset(offset, value);
  // The outermost segments have no extent.
  const segment = Math.max(0, Math.min(pairs.length - 3, Math.max(1, segmentAt(times, time))));
  return toStageTime(times, pairs[segment].isJump ? segment + 1 : segment, value);
}
