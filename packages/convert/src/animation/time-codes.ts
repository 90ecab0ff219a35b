/** Seconds as time codes. */
import type { AnimationModel } from "../model/animation.ts";

/** How seconds become time codes. */
export interface TimeScale {
  readonly perSecond: number;
  readonly codeOf: (seconds: number) => number;
}

/** Usual rates, the first one at which all keys are frames is taken. */
const RATES = [24, 30, 25, 60, 50, 48, 120, 100];
/** Further keys are not looked at. */
const MAX_KEYS = 20_000;

/** Returns the time scale of a scene: the rate that was asked for, otherwise a usual one at which all keys are frames, otherwise 24. */
export function timeScale(animations: readonly AnimationModel[], perSecond: number | undefined): TimeScale {
  const rate = perSecond ?? RATES.find((each) => areFrames(animations, each)) ?? 24;
  return {
    perSecond: rate,
    codeOf(seconds) {
      const frame = Math.round(seconds * rate);
      // Times of glTF are floats: one that is the float nearest to a frame is that frame.
      return isFrame(seconds, rate) ? frame : seconds * rate;
    },
  };
}

function isFrame(seconds: number, rate: number): boolean {
  return Math.fround(Math.round(seconds * rate) / rate) === Math.fround(seconds);
}

function areFrames(animations: readonly AnimationModel[], rate: number): boolean {
  let left = MAX_KEYS;
  for (const { channels } of animations) {
    for (const { times } of channels) {
      for (let i = 0; i < times.length && left > 0; i++, left--) if (!isFrame(times[i], rate)) return false;
    }
  }
  return true;
}
