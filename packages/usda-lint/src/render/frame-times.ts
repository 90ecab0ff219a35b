import type { TimeRange } from "@usdkit/raster";
import { UsageError } from "@usdkit/command/cli/errors";

const MAX_FRAMES = 3600;
const MAX_RATE = 240;
/** A share of a step by which the last time may be missed: sums of steps are rounded. */
const SLACK = 1e-6;

/**
 * Returns the time codes of an animation from the first to the last of a scene, and the milliseconds of each image.
 *
 * @param rate Images a second; by default the scene's `framesPerSecond`.
 * @throws {UsageError} if the scene has no times, or the rate or the number of images is out of range.
 */
export function frameTimes(
  range: TimeRange | null,
  rate: number | undefined,
): { readonly times: readonly number[]; readonly delay: number } {
  if (range === null) {
    throw new UsageError(
      "--animate expects a scene with startTimeCode and endTimeCode, or with time samples or splines that change the image",
    );
  }
  const { start, end, timeCodesPerSecond, framesPerSecond } = range;
  const images = rate ?? framesPerSecond;
  const delay = delayOf(images);
  const step = timeCodesPerSecond / images;
  const count = Math.floor((end - start) / step + SLACK) + 1;
  if (count > MAX_FRAMES) {
    throw new UsageError(`The animation has ${count} images, and at most ${MAX_FRAMES} are drawn: reduce --fps`);
  }
  const times = Array.from({ length: count }, (_, i) => Math.min(end, start + i * step));
  return { times, delay };
}

/**
 * Returns the milliseconds of each image.
 *
 * @param rate images a second
 * @throws {UsageError} if it is out of range
 */
export function delayOf(rate: number): number {
  if (!(rate > 0 && rate <= MAX_RATE)) {
    throw new UsageError(`--fps expects a number of images per second above 0 and up to ${MAX_RATE}, found ${rate}`);
  }
  return Math.max(1, Math.round(1000 / rate));
}
