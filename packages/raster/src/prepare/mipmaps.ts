/** Smaller versions of a picture, so that a far surface takes an average and not a chance texel. */
import { encodeSrgb, linearOfByte } from "../math/srgb.ts";

/** Widths and heights down to one texel, the picture's own first. */
export function mipmapSizes(width: number, height: number): [width: number, height: number][] {
  const sizes: [number, number][] = [[width, height]];
  for (let [w, h] = [width, height]; w > 1 || h > 1;) {
    [w, h] = [Math.max(1, w >> 1), Math.max(1, h >> 1)];
    sizes.push([w, h]);
  }
  return sizes;
}

/**
 * Averages light, weighted by opacity, so that what is transparent gives no color to its neighbours. A side of odd length takes
 * three texels for one, the outer two by the part of them that is covered.
 */
export function halve(
  texels: Uint8Array,
  from: number,
  width: number,
  height: number,
  to: number,
  newWidth: number,
  newHeight: number,
): void {
  const [stepX, stepY] = [width / newWidth, height / newHeight];
  for (let y = 0; y < newHeight; y++) {
    const [top, bottom] = [y * stepY, (y + 1) * stepY];
    for (let x = 0; x < newWidth; x++) {
      const [left, right] = [x * stepX, (x + 1) * stepX];
      let [r, g, b, a, weights] = [0, 0, 0, 0, 0];
      for (let v = Math.floor(top); v < bottom && v < height; v++) {
        const weightY = Math.min(bottom, v + 1) - Math.max(top, v);
        for (let u = Math.floor(left); u < right && u < width; u++) {
          const weight = weightY * (Math.min(right, u + 1) - Math.max(left, u));
          const place = from + 4 * (v * width + u);
          const alpha = weight * texels[place + 3];
          r += alpha * linearOfByte[texels[place]];
          g += alpha * linearOfByte[texels[place + 1]];
          b += alpha * linearOfByte[texels[place + 2]];
          a += alpha;
          weights += weight;
        }
      }
      const place = to + 4 * (y * newWidth + x);
      const opaque = a > 0 ? 1 / a : 0;
      texels[place] = encodeSrgb(r * opaque) * 255 + 0.5;
      texels[place + 1] = encodeSrgb(g * opaque) * 255 + 0.5;
      texels[place + 2] = encodeSrgb(b * opaque) * 255 + 0.5;
      texels[place + 3] = a / weights + 0.5;
    }
  }
}
