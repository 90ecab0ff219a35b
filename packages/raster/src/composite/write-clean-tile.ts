/** Tiles with nothing to blend: only opaque surfaces and the background. The bytes are those that `writeTile` gives. */
import { NOTHING } from "../bands/frame.ts";
import type { Frame } from "../bands/frame.ts";
import { decodeSrgb, encodeSrgb } from "@usdkit/base/math";
import type { FillTarget } from "../triangles/fill-triangle.ts";
import type { Tile } from "./tile.ts";

/** Writes a tile that shows the background alone. */
export function writeBackground({ layout, background, outputs }: Frame, { left, top, width, height }: Tile): void {
  const pixel = backgroundPixel(background, layout.side);
  const { color, alpha } = outputs;
  const { side } = layout;
  for (let y = top / side; y < (top + height) / side; y++) {
    const from = y * layout.width + left / side;
    for (let to = from; to < from + width / side; to++) putPixel(color, to, pixel);
    alpha?.fill(pixel[3], from, from + width / side);
  }
}

/** Averages the samples of opaque surfaces, and of the background between them. */
export function writeSamples(
  { layout, background, outputs }: Frame,
  { left, top, width, height, colors }: Tile,
  { ids, width: stride, origin }: FillTarget,
): void {
  const { color, alpha: alphas } = outputs;
  const { side } = layout;
  const samples = side * side;
  const empty = backgroundPixel(background, side);
  const mean = new Float64Array(4);
  const opacity = background[3];
  for (let row = 0; row < height; row += side) {
    const start = (top + row - origin) * stride + left;
    const out = ((top + row) / side) * layout.width + left / side;
    for (let x = 0, pixel = out; x < width; x += side, pixel++) {
      let covered = 0;
      let isEven = true;
      const first = 3 * (row * width + x);
      for (let y = 0; y < side; y++) {
        for (let k = 0; k < side; k++) {
          if (ids[start + y * stride + x + k] === NOTHING) continue;
          covered++;
          const at = first + 3 * (y * width + k);
          isEven &&=
            colors[at] === colors[first] &&
            colors[at + 1] === colors[first + 1] &&
            colors[at + 2] === colors[first + 2];
        }
      }
      if (covered === 0) {
        putPixel(color, pixel, empty);
        if (alphas !== null) alphas[pixel] = empty[3];
        continue;
      }
      let red = 0;
      let green = 0;
      let blue = 0;
      let sum = 0;
      if (isEven && covered === samples) {
        red = decodeSrgb(colors[first]);
        green = decodeSrgb(colors[first + 1]);
        blue = decodeSrgb(colors[first + 2]);
        sum = 1;
      } else {
        for (let y = 0; y < side; y++) {
          for (let k = 0; k < side; k++) {
            if (ids[start + y * stride + x + k] === NOTHING) {
              if (!(opacity > 0)) continue;
              red += opacity * decodeSrgb((opacity * background[0]) / opacity);
              green += opacity * decodeSrgb((opacity * background[1]) / opacity);
              blue += opacity * decodeSrgb((opacity * background[2]) / opacity);
              sum += opacity;
              continue;
            }
            const at = first + 3 * (y * width + k);
            red += decodeSrgb(colors[at]);
            green += decodeSrgb(colors[at + 1]);
            blue += decodeSrgb(colors[at + 2]);
            sum += 1;
          }
        }
      }
      const scale = 1 / sum;
      mean[0] = encodeSrgb(red * scale);
      mean[1] = encodeSrgb(green * scale);
      mean[2] = encodeSrgb(blue * scale);
      mean[3] = isEven && covered === samples ? 1 : sum / samples;
      putPixel(color, pixel, mean);
      if (alphas !== null) alphas[pixel] = mean[3];
    }
  }
}

/** sRGB values and opacity of a pixel without surfaces. Several samples go through linear light, one does not. */
function backgroundPixel(background: Float64Array, side: number): Float64Array {
  const alpha = 1 - (1 - background[3]);
  const pixel = new Float64Array(4);
  if (!(alpha > 0)) return pixel;
  for (let k = 0; k < 3; k++) {
    const straight = (background[3] * background[k]) / alpha;
    pixel[k] = side === 1 ? straight : encodeSrgb((alpha * decodeSrgb(straight)) / alpha);
  }
  pixel[3] = alpha;
  return pixel;
}

function putPixel(color: Uint8Array, pixel: number, value: Float64Array): void {
  color[4 * pixel] = Math.min(value[0] * 255 + 0.5, 255);
  color[4 * pixel + 1] = Math.min(value[1] * 255 + 0.5, 255);
  color[4 * pixel + 2] = Math.min(value[2] * 255 + 0.5, 255);
  color[4 * pixel + 3] = value[3] * 255 + 0.5;
}
