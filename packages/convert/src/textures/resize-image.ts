/** Images of other sizes. */
import type { DecodedImage } from "@usdkit/assets";

/** Returns the largest power of two that is neither above a side nor above a limit, but the next one if it is nearer. */
export function powerOfTwo(side: number, limit: number): number {
  const nearest = 2 ** Math.round(Math.log2(Math.max(1, side)));
  return Math.min(nearest, limit);
}

/** Returns an image of another size: each pixel is the mean of the area that it covers, or lies between the nearest ones. */
export function resizeImage(image: DecodedImage, width: number, height: number): DecodedImage {
  const columns = weightsOf(image.width, width);
  const rows = weightsOf(image.height, height);
  const between = new Float32Array(4 * width * image.height);
  for (let y = 0; y < image.height; y++) {
    for (let x = 0; x < width; x++) {
      const { from, shares } = columns[x];
      const to = 4 * (y * width + x);
      for (const [i, share] of shares.entries()) {
        const at = 4 * (y * image.width + from + i);
        for (let c = 0; c < 4; c++) between[to + c] += share * image.data[at + c];
      }
    }
  }
  const data = new Uint8Array(4 * width * height);
  for (let y = 0; y < height; y++) {
    const { from, shares } = rows[y];
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < 4; c++) {
        let sum = 0;
        for (const [i, share] of shares.entries()) sum += share * between[4 * ((from + i) * width + x) + c];
        data[4 * (y * width + x) + c] = Math.round(sum);
      }
    }
  }
  return { width, height, data };
}

interface Weights {
  readonly from: number;
  readonly shares: readonly number[];
}

/** Of each pixel of the result: the pixels that it is made of, by a triangle as wide as the pixels of the larger side. */
function weightsOf(before: number, after: number): readonly Weights[] {
  const ratio = before / after;
  const reach = Math.max(1, ratio);
  return Array.from({ length: after }, (_, i) => {
    const center = (i + 0.5) * ratio - 0.5;
    const from = Math.max(0, Math.ceil(center - reach));
    const to = Math.min(before - 1, Math.floor(center + reach));
    const shares: number[] = [];
    for (let at = from; at <= to; at++) shares.push(Math.max(0, 1 - Math.abs(at - center) / reach));
    const sum = shares.reduce((total, share) => total + share, 0);
    return sum > 0
      ? { from, shares: shares.map((share) => share / sum) }
      : { from: Math.min(before - 1, Math.max(0, Math.round(center))), shares: [1] };
  });
}
