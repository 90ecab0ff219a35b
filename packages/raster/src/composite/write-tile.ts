/** Converts a tile's light to the image's bytes. */
import type { Frame } from "../bands/frame.ts";
import { decodeSrgb, encodeSrgb } from "@usdkit/base/math";
import type { Tile } from "./tile.ts";

/** Writes the color, and the alpha if it is an output, of each pixel of a tile with light. */
export function writeTile(frame: Frame, tile: Tile): void {
  if (frame.layout.side === 1) writePixels(frame, tile);
  else writeAverages(frame, tile);
}

function writePixels({ layout, background, outputs }: Frame, tile: Tile): void {
  const { left, top, width, height, light, colors, distances } = tile;
  const { color, alpha: alphas } = outputs;
  const backRed = background[0];
  const backGreen = background[1];
  const backBlue = background[2];
  const backAlpha = background[3];
  for (let row = 0; row < height; row++) {
    let pixel = (top + row) * layout.width + left;
    for (let i = row * width, end = i + width; i < end; i++, pixel++) {
      const through = light[4 * i + 3];
      let red = light[4 * i];
      let green = light[4 * i + 1];
      let blue = light[4 * i + 2];
      let alpha = 1;
      if (distances[i] < Infinity) {
        red += through * colors[3 * i];
        green += through * colors[3 * i + 1];
        blue += through * colors[3 * i + 2];
      } else {
        const rest = through * backAlpha;
        alpha = 1 - through * (1 - backAlpha);
        // Straight alpha.
        const scale = alpha > 0 ? 1 / alpha : 0;
        red = (red + rest * backRed) * scale;
        green = (green + rest * backGreen) * scale;
        blue = (blue + rest * backBlue) * scale;
      }
      color[4 * pixel] = Math.min(red * 255 + 0.5, 255);
      color[4 * pixel + 1] = Math.min(green * 255 + 0.5, 255);
      color[4 * pixel + 2] = Math.min(blue * 255 + 0.5, 255);
      color[4 * pixel + 3] = alpha * 255 + 0.5;
      if (alphas !== null) alphas[pixel] = alpha;
    }
  }
}

/** Writes a tile that opaque surfaces fill, without blending. */
export function writeOpaqueTile({ layout, outputs }: Frame, { left, top, width, height, colors }: Tile): void {
  const { color, alpha } = outputs;
  for (let row = 0; row < height; row++) {
    let to = 4 * ((top + row) * layout.width + left);
    alpha?.fill(1, to / 4, to / 4 + width);
    for (let from = 3 * row * width, end = from + 3 * width; from < end; from += 3, to += 4) {
      color[to] = colors[from] * 255 + 0.5;
      color[to + 1] = colors[from + 1] * 255 + 0.5;
      color[to + 2] = colors[from + 2] * 255 + 0.5;
      color[to + 3] = 255;
    }
  }
}

/** Averages linear light, weighted by opacity. */
function writeAverages(frame: Frame, { left, top, width, height, ...tile }: Tile): void {
  const { side, width: pixels } = frame.layout;
  const { color, alpha: alphas } = frame.outputs;
  const [firstX, firstY] = [left / side, top / side];
  const average = new Float64Array(4);
  for (let y = 0; y < height / side; y++) {
    for (let x = 0; x < width / side; x++) {
      averagePixel(frame, tile, { first: y * side * width + x * side, width }, average);
      const pixel = (firstY + y) * pixels + firstX + x;
      color[4 * pixel] = average[0] * 255 + 0.5;
      color[4 * pixel + 1] = average[1] * 255 + 0.5;
      color[4 * pixel + 2] = average[2] * 255 + 0.5;
      color[4 * pixel + 3] = average[3] * 255 + 0.5;
      if (alphas !== null) alphas[pixel] = average[3];
    }
  }
}

/** Samples of a pixel: the first one, and how many a row of the tile has. */
interface PixelSamples {
  readonly first: number;
  readonly width: number;
}

type SampleColors = Pick<Tile, "light" | "colors" | "distances">;

/** Writes the mean of a pixel's samples to `out`: sRGB values and opacity. */
function averagePixel(frame: Frame, tile: SampleColors, pixel: PixelSamples, out: Float64Array): void {
  const { light, colors, distances } = tile;
  const { background, layout } = frame;
  const samples = layout.side * layout.side;
  // A pixel with one color in all samples is decoded once.
  const used = isEven(tile, pixel, layout.side) ? 1 : samples;
  let red = 0;
  let green = 0;
  let blue = 0;
  let sum = 0;
  for (let k = 0; k < used; k++) {
    const i = pixel.first + ((k / layout.side) | 0) * pixel.width + (k % layout.side);
    const through = light[4 * i + 3];
    const hasSurface = distances[i] < Infinity;
    const opacity = hasSurface ? 1 : background[3];
    const alpha = 1 - through * (1 - opacity);
    if (!(alpha > 0)) continue;
    const rest = through * opacity;
    const under = hasSurface ? colors : background;
    const at = hasSurface ? 3 * i : 0;
    red += alpha * decodeSrgb((light[4 * i] + rest * under[at]) / alpha);
    green += alpha * decodeSrgb((light[4 * i + 1] + rest * under[at + 1]) / alpha);
    blue += alpha * decodeSrgb((light[4 * i + 2] + rest * under[at + 2]) / alpha);
    sum += alpha;
  }
  const scale = sum > 0 ? 1 / sum : 0;
  out[0] = encodeSrgb(red * scale);
  out[1] = encodeSrgb(green * scale);
  out[2] = encodeSrgb(blue * scale);
  out[3] = sum / used;
}

/** Returns whether all samples have the same opaque color, or only the background. */
function isEven({ light, colors, distances }: SampleColors, { first, width }: PixelSamples, side: number): boolean {
  const hasSurface = distances[first] < Infinity;
  for (let k = 0; k < side * side; k++) {
    const i = first + ((k / side) | 0) * width + (k % side);
    if (light[4 * i + 3] !== 1 || distances[i] < Infinity !== hasSurface) return false;
    if (!hasSurface) continue;
    const [a, b] = [3 * i, 3 * first];
    if (colors[a] !== colors[b] || colors[a + 1] !== colors[b + 1] || colors[a + 2] !== colors[b + 2]) return false;
  }
  return true;
}
