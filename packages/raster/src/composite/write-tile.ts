/** From a tile's light to the image's bytes. */
import type { Frame } from "../frame/frame.ts";
import { decodeSrgb, encodeSrgb } from "../math/srgb.ts";
import type { Tile } from "./tile.ts";

/** Writes the color, and the alpha where it is wanted, of each pixel of a tile that was lit. */
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
        // Straight: what there is, as if it were opaque.
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

/** Writes a tile that only opaque surfaces fill, before anything that would have to be blended. */
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

/** Averages light, weighted by opacity. */
function writeAverages({ layout, background, outputs }: Frame, { left, top, width, height, ...tile }: Tile): void {
  const { light, colors, distances } = tile;
  const { side } = layout;
  const [firstX, firstY] = [left / side, top / side];
  const samples = side * side;
  for (let y = 0; y < height / side; y++) {
    for (let x = 0; x < width / side; x++) {
      let [red, green, blue, sum] = [0, 0, 0, 0];
      for (let k = 0; k < samples; k++) {
        const i = (y * side + Math.floor(k / side)) * width + x * side + (k % side);
        const through = light[4 * i + 3];
        const hasSurface = distances[i] < Infinity;
        const opacity = hasSurface ? 1 : background[3];
        const alpha = 1 - through * (1 - opacity);
        if (!(alpha > 0)) continue;
        const under = (channel: number): number => (hasSurface ? colors[3 * i + channel] : background[channel]);
        const value = (channel: number): number =>
          alpha * decodeSrgb((light[4 * i + channel] + through * opacity * under(channel)) / alpha);
        red += value(0);
        green += value(1);
        blue += value(2);
        sum += alpha;
      }
      const pixel = (firstY + y) * layout.width + firstX + x;
      const scale = sum > 0 ? 1 / sum : 0;
      const { color, alpha: alphas } = outputs;
      color[4 * pixel] = encodeSrgb(red * scale) * 255 + 0.5;
      color[4 * pixel + 1] = encodeSrgb(green * scale) * 255 + 0.5;
      color[4 * pixel + 2] = encodeSrgb(blue * scale) * 255 + 0.5;
      color[4 * pixel + 3] = (sum / samples) * 255 + 0.5;
      if (alphas !== null) alphas[pixel] = sum / samples;
    }
  }
}
