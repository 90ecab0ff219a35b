/** What is seen through transmitting surfaces: the image without them, with mipmaps for rough ones. */
import { sharedFloats } from "../prepare/shared-arrays.ts";

/** One size of the image. */
export interface BackdropLevel {
  readonly width: number;
  readonly height: number;
  /** In texels. */
  readonly offset: number;
}

/** Linear RGBA, colors multiplied by alpha; the top row first. */
export interface Backdrop {
  readonly levels: readonly BackdropLevel[];
  readonly texels: Float32Array;
}

/** Returns an empty backdrop for an image. */
export function makeBackdrop(width: number, height: number): Backdrop {
  const levels: BackdropLevel[] = [];
  let offset = 0;
  for (let [w, h] = [width, height]; ; [w, h] = [Math.max(1, w >> 1), Math.max(1, h >> 1)]) {
    levels.push({ width: w, height: h, offset });
    offset += w * h;
    if (w === 1 && h === 1) break;
  }
  return { levels, texels: sharedFloats(4 * offset) };
}

/** Fills a level with the means of the one before it. */
export function halveBackdrop({ levels, texels }: Backdrop, level: number): void {
  const from = levels[level - 1];
  const to = levels[level];
  const stepX = from.width / to.width;
  const stepY = from.height / to.height;
  for (let y = 0; y < to.height; y++) {
    const top = Math.floor(y * stepY);
    const bottom = Math.min(from.height - 1, Math.ceil((y + 1) * stepY) - 1);
    for (let x = 0; x < to.width; x++) {
      const left = Math.floor(x * stepX);
      const right = Math.min(from.width - 1, Math.ceil((x + 1) * stepX) - 1);
      const out = 4 * (to.offset + y * to.width + x);
      const scale = 1 / ((bottom - top + 1) * (right - left + 1));
      for (let k = 0; k < 4; k++) {
        let sum = 0;
        for (let v = top; v <= bottom; v++) {
          for (let u = left; u <= right; u++) sum += texels[4 * (from.offset + v * from.width + u) + k];
        }
        texels[out + k] = sum * scale;
      }
    }
  }
}

/** Weights of the four neighbours of a cubic B-spline along each axis. */
const across = /* @__PURE__ */ new Float64Array(4);
const down = /* @__PURE__ */ new Float64Array(4);
/** The part that a level has of a sample. */
const share = /* @__PURE__ */ new Float64Array(1);

/**
 * Writes the backdrop around a place to `out`, linear RGBA.
 *
 * @param place Across and down, 0 to 1 within the image, and the level, which may lie between two.
 */
export function sampleBackdrop(backdrop: Backdrop, place: Float64Array, out: Float64Array): void {
  const { levels } = backdrop;
  const level = Math.min(levels.length - 1, Math.max(0, place[2]));
  const lower = level | 0;
  const part = level - lower;
  out.fill(0, 0, 4);
  share[0] = 1 - part;
  addLevel(backdrop, levels[lower], place, out);
  share[0] = part;
  if (part > 0) addLevel(backdrop, levels[lower + 1], place, out);
}

/** Adds a level, times its share. */
function addLevel(
  { texels }: Backdrop,
  { width, height, offset }: BackdropLevel,
  place: Float64Array,
  out: Float64Array,
): void {
  const x = place[0] * width - 0.5;
  const y = place[1] * height - 0.5;
  if (!(x > -1e9 && x < 1e9 && y > -1e9 && y < 1e9)) return;
  const left = Math.floor(x);
  const top = Math.floor(y);
  cubicWeights(x - left, across);
  cubicWeights(y - top, down);
  for (let j = 0; j < 4; j++) {
    const row = Math.min(height - 1, Math.max(0, top - 1 + j));
    for (let i = 0; i < 4; i++) {
      const column = Math.min(width - 1, Math.max(0, left - 1 + i));
      const at = 4 * (offset + row * width + column);
      const weight = share[0] * down[j] * across[i];
      out[0] += weight * texels[at];
      out[1] += weight * texels[at + 1];
      out[2] += weight * texels[at + 2];
      out[3] += weight * texels[at + 3];
    }
  }
}

function cubicWeights(t: number, out: Float64Array): void {
  const rest = 1 - t;
  out[0] = (rest * rest * rest) / 6;
  out[1] = (t * t * (3 * t - 6) + 4) / 6;
  out[3] = (t * t * t) / 6;
  out[2] = 1 - out[0] - out[1] - out[3];
}
