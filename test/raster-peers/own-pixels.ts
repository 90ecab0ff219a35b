/** Differences of two images where either shows the model. */
import type { Pixels } from "../../packages/raster/src/index.ts";

export interface OwnPixels {
  /** Peak signal-to-noise ratio of the pixels of the model, in decibels. */
  readonly psnr: number;
  /** Number of pixels that show the model in either image. */
  readonly count: number;
  /**
   * Indices of single pixels that stick out of their surroundings in the first image and have another color in the second. Pixels next to
   * the background do not count: edges are elsewhere by a fraction of a pixel.
   */
  readonly specks: readonly number[];
}

/** Distance of a speck from all of its neighbours and from the other image, in bytes of the most different channel. */
const SPECK = 64;

/** @param background Three bytes, which pixels without the model have. */
export function compareOwnPixels(ours: Pixels, theirs: Pixels, background: readonly number[]): OwnPixels {
  const isEmpty = (image: Pixels, i: number): boolean =>
    [0, 1, 2].every((k) => Math.abs(background[k] - image.data[4 * i + k]) <= 1);
  const specks: number[] = [];
  let [squares, count] = [0, 0];
  for (let i = 0; i < ours.width * ours.height; i++) {
    if (isEmpty(ours, i) && isEmpty(theirs, i)) continue;
    count++;
    for (let k = 0; k < 3; k++) squares += (ours.data[4 * i + k] - theirs.data[4 * i + k]) ** 2;
    const around = neighbours(ours, i);
    const isInside = around.every((other) => !isEmpty(ours, other) && !isEmpty(theirs, other));
    const sticksOut = around.every((other) => distance(ours, i, ours, other) >= SPECK);
    if (around.length > 0 && isInside && sticksOut && distance(ours, i, theirs, i) >= SPECK) specks.push(i);
  }
  const mean = squares / (3 * count);
  return { psnr: mean > 0 ? 10 * Math.log10((255 * 255) / mean) : Infinity, count, specks };
}

/** The eight pixels around a pixel; none for those at the edge of the image. */
function neighbours({ width, height }: Pixels, i: number): readonly number[] {
  const [x, y] = [i % width, Math.floor(i / width)];
  if (x === 0 || y === 0 || x === width - 1 || y === height - 1) return [];
  return [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1].map((offset) => i + offset);
}

function distance(a: Pixels, i: number, b: Pixels, j: number): number {
  return Math.max(...[0, 1, 2].map((k) => Math.abs(a.data[4 * i + k] - b.data[4 * j + k])));
}
