/** Frames as `usdrecord` takes them: `1:10`, `1:10x2`, `101,105:110`. */
import { UsageError } from "@usdkit/command/cli/errors";

const MAX_FRAMES = 10_000;
/** A share of a step by which the last frame may be missed: sums of steps are rounded. */
const SLACK = 1e-6;
const NUMBER = String.raw`-?(?:\d+(?:\.\d*)?|\.\d+)`;
const SPEC = new RegExp(`^(${NUMBER})(?::(${NUMBER})(?:x(${NUMBER}))?)?$`, "u");

/**
 * Returns the time codes of a list of frames and ranges. A range includes its end; its step is 1 towards the end by default.
 *
 * @throws {UsageError} for anything else, steps away from the end, and too many frames
 * @example
 * parseFrames("1:5x2,9"); // [1, 3, 5, 9]
 */
export function parseFrames(text: string): readonly number[] {
  const frames: number[] = [];
  for (const spec of text.split(",")) frames.push(...framesOf(spec.trim(), MAX_FRAMES - frames.length));
  return frames;
}

function framesOf(spec: string, most: number): readonly number[] {
  const [, first, last = first, stride] = SPEC.exec(spec) ?? [];
  if (first === undefined) {
    throw new UsageError(`--frames expects frames such as 1:10, 1:10x2 or 101,105:110, found "${spec}"`);
  }
  const [start, end] = [Number(first), Number(last)];
  const step = stride === undefined ? (end < start ? -1 : 1) : Number(stride);
  if (step === 0 || (end - start) * step < 0) {
    throw new UsageError(`--frames: a step of ${step} does not lead from ${start} to ${end}, in "${spec}"`);
  }
  const count = Math.floor((end - start) / step + SLACK) + 1;
  if (count > most) throw new UsageError(`--frames has more than ${MAX_FRAMES} frames: use a longer step`);
  return Array.from({ length: count }, (_, i) => start + i * step);
}
