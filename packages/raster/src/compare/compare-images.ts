/** Compares images, and attributes differences to prims. */
import pixelmatch from "pixelmatch";
import { ImageError, type Pixels } from "@usdkit/assets";
import { checkPixels } from "@usdkit/assets/reading";
import { attributeDifferences, type PrimDifference, type SeenPrims } from "./attribute-differences.ts";

/** Options of {@link compareImages}. */
export interface CompareOptions {
  /** Perceived color distance that counts as a difference, 0 to 1; default 0.1. With 0 every differing byte counts. */
  readonly threshold?: number | undefined;
  /** Also count pixels along edges that only look smoothed otherwise; default false, and true with a threshold of 0. */
  readonly includeAntialiasing?: boolean | undefined;
}

/** An image to compare: its pixels, and its prims if it was rendered with the output `primId`. */
export type ComparedImage = Pixels & Partial<SeenPrims>;

/** The result of {@link compareImages}. */
export interface Comparison {
  /** Whether no pixel differs by more than the threshold. */
  readonly equal: boolean;
  /** Number of pixels that differ by more. */
  readonly differing: number;
  /** Their share of all pixels, 0 to 1. */
  readonly share: number;
  /** The largest distance of two bytes, 0 to 255, whatever the threshold. */
  readonly largest: number;
  /** Peak signal-to-noise ratio of red, green and blue, in decibels; infinite if they are equal. */
  readonly psnr: number;
  /** The first image in pale gray, with what differs in red and what only looks smoothed otherwise in yellow. */
  readonly image: Pixels;
  /** Prims that differing pixels show, those with the most pixels first; empty if neither image has `primId`. */
  readonly prims: readonly PrimDifference[];
}

const DIFFERENT: readonly [number, number, number] = [255, 0, 0];

/**
 * Compares two images of one size pixel by pixel, with pixelmatch. Where both were rendered with the output `primId`, `prims`
 * attributes the differing pixels; with `depth` as well, a pixel that shows another prim than before counts for the nearer of the
 * two, which separates what moved from what it uncovered.
 *
 * @throws {ImageError} if the sizes differ, or the data has another size than declared
 * @example
 * const outputs = ["primId", "depth"] as const;
 * const { share, prims } = compareImages(await before.render({ outputs }), await after.render({ outputs }));
 * if (share > 0.001) throw new Error(`${prims[0]?.path} changed`);
 */
export function compareImages(before: ComparedImage, after: ComparedImage, options: CompareOptions = {}): Comparison {
  const { threshold = 0.1, includeAntialiasing = threshold === 0 } = options;
  checkPixels(before, "the first image");
  checkPixels(after, "the second image");
  if (!(threshold >= 0 && threshold <= 1)) throw new ImageError(`threshold is from 0 to 1, not ${threshold}`);
  const { width, height } = before;
  if (width !== after.width || height !== after.height) {
    const message = `images of ${width} × ${height} and ${after.width} × ${after.height} pixels cannot be compared`;
    throw new ImageError(message);
  }
  const data = new Uint8Array(4 * width * height);
  const settings = { threshold, includeAA: includeAntialiasing, diffColor: [...DIFFERENT] as [number, number, number] };
  const counted = pixelmatch(aligned(before.data), aligned(after.data), data, width, height, settings);
  // pixelmatch ignores colors under an alpha of 0; at threshold 0 they count here.
  const differing = threshold === 0 ? markOtherBytes(before.data, after.data, data) : counted;
  const { largest, psnr } = distance(before.data, after.data);
  return {
    equal: differing === 0,
    differing,
    share: differing / (width * height),
    largest,
    psnr,
    image: { width, height, data },
    prims: attributeDifferences(before, after, isDifferent(data)),
  };
}

/** Returns whether a pixel was marked red; equal pixels are gray. */
function isDifferent(data: Uint8Array): (pixel: number) => boolean {
  const [r, g, b] = DIFFERENT;
  return (pixel) => data[4 * pixel] === r && data[4 * pixel + 1] === g && data[4 * pixel + 2] === b;
}

/** pixelmatch reads four bytes at a time. */
function aligned(data: Uint8Array | Uint8ClampedArray): Uint8Array | Uint8ClampedArray {
  return data.byteOffset % 4 === 0 ? data : data.slice();
}

function markOtherBytes(a: Uint8Array | Uint8ClampedArray, b: Uint8Array | Uint8ClampedArray, out: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < a.length; i += 4) {
    if (a[i] === b[i] && a[i + 1] === b[i + 1] && a[i + 2] === b[i + 2] && a[i + 3] === b[i + 3]) continue;
    out.set([...DIFFERENT, 255], i);
    count++;
  }
  return count;
}

function distance(
  a: Uint8Array | Uint8ClampedArray,
  b: Uint8Array | Uint8ClampedArray,
): { largest: number; psnr: number } {
  let largest = 0;
  let squares = 0;
  for (let i = 0; i < a.length; i++) {
    const off = Math.abs(a[i] - b[i]);
    if (off > largest) largest = off;
    if (i % 4 !== 3) squares += off * off;
  }
  const mean = squares / (0.75 * a.length);
  return { largest, psnr: mean === 0 ? Infinity : 10 * Math.log10((255 * 255) / mean) };
}
