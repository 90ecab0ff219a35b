/** Mipmaps of textures. */
import type { TexelContent } from "@usdkit/assets";
import { encodeSrgb, linearOfByte } from "@usdkit/base/math";
import { byteSteps } from "./byte-steps.ts";
import { inPieces } from "./in-pieces.ts";
import type { Pause } from "./placed-item.ts";
import type { TextureLevel } from "./scene-data.ts";

/** Texels computed between two pauses: some milliseconds of work. */
const TEXELS_AT_A_TIME = 1 << 16;

/** Returns the sizes of all levels, from the image's own down to one texel. */
export function mipmapSizes(width: number, height: number): [width: number, height: number][] {
  const sizes: [number, number][] = [[width, height]];
  for (let [w, h] = [width, height]; w > 1 || h > 1;) {
    [w, h] = [Math.max(1, w >> 1), Math.max(1, h >> 1)];
    sizes.push([w, h]);
  }
  return sizes;
}

/** An image whose first level is there, and whose mipmaps are to be made. */
export interface UnfinishedImage {
  readonly texels: Uint32Array;
  readonly levels: readonly TextureLevel[];
  readonly content: TexelContent;
}

/** Makes the mipmaps of an image. */
export type MakeMipmaps = (image: UnfinishedImage) => Promise<void>;

/** Returns a function that makes mipmaps with pauses. */
export function mipmapsWithPauses(pause: Pause): MakeMipmaps {
  return async ({ texels, levels, content }) => {
    for (let i = 1; i < levels.length; i++) {
      await halve(texels, { source: levels[i - 1], target: levels[i] }, content, pause);
    }
  };
}

/** Makes the mipmaps of an image at once, for threads that do nothing else. */
export function fillMipmaps({ texels, levels, content }: UnfinishedImage): void {
  for (let i = 1; i < levels.length; i++) {
    const target = levels[i];
    halveRows(texels, { source: levels[i - 1], target }, content, [0, target.height]);
  }
}

/** As {@link halveRows}, all rows, with a pause after every few of them. */
export async function halve(
  texels: Uint32Array,
  levels: { readonly source: TextureLevel; readonly target: TextureLevel },
  content: TexelContent,
  pause: Pause,
): Promise<void> {
  const { width, height } = levels.target;
  const rows = Math.max(1, Math.floor(TEXELS_AT_A_TIME / width));
  await inPieces(height, pause, (from, to) => halveRows(texels, levels, content, [from, to]), rows);
}

const identity: Float64Array = /* @__PURE__ */ Float64Array.from({ length: 256 }, (_, i) => i / 255);

/**
 * Averages light, weighted by opacity, so that transparent texels do not bleed into their neighbours. A side of odd length averages
 * three texels, the outer two by their covered part.
 *
 * @param texels Four sRGB bytes each, red in the lowest.
 * @param levels The level to average, and the one to write.
 * @param rows Of the level to write: the first one, and the one after the last.
 */
export function halveRows(
  texels: Uint32Array,
  { source, target }: { readonly source: TextureLevel; readonly target: TextureLevel },
  content: TexelContent,
  [firstRow, endRow]: readonly [first: number, end: number],
): void {
  const isColor = content !== "data";
  const { offset: from, width, height } = source;
  const { offset: to, width: newWidth, height: newHeight } = target;
  if (content !== "color" && width === 2 * newWidth && height === 2 * newHeight) {
    halveSquares(texels, { source, target }, isColor, [firstRow, endRow]);
    return;
  }
  const decode = isColor ? linearOfByte : identity;
  const stepX = width / newWidth;
  const stepY = height / newHeight;
  for (let y = firstRow; y < endRow; y++) {
    const top = y * stepY;
    const bottom = top + stepY;
    for (let x = 0; x < newWidth; x++) {
      const left = x * stepX;
      const right = left + stepX;
      let r = 0;
      let g = 0;
      let b = 0;
      let a = 0;
      let alphas = 0;
      let weights = 0;
      for (let v = Math.floor(top); v < bottom && v < height; v++) {
        const weightY = Math.min(bottom, v + 1) - Math.max(top, v);
        for (let u = Math.floor(left); u < right && u < width; u++) {
          const weight = weightY * (Math.min(right, u + 1) - Math.max(left, u));
          const texel = texels[from + v * width + u];
          const alpha = weight * (content === "color" ? texel >>> 24 : 255);
          r += alpha * decode[texel & 255];
          g += alpha * decode[(texel >>> 8) & 255];
          b += alpha * decode[(texel >>> 16) & 255];
          a += alpha;
          alphas += weight * (texel >>> 24);
          weights += weight;
        }
      }
      const scale = a > 0 ? 1 / a : 0;
      const red = toByte(r * scale, isColor);
      const green = toByte(g * scale, isColor);
      const blue = toByte(b * scale, isColor);
      const alpha = (alphas / weights + 0.5) | 0;
      texels[to + y * newWidth + x] = red | (green << 8) | (blue << 16) | (alpha << 24);
    }
  }
}

/** Light of bytes as integers, so large that the light of four of them is the greatest that signed integers hold. */
const FULL_LIGHT = 2 ** 29 - 1;
const lightOfByte: Int32Array = /* @__PURE__ */ Int32Array.from(linearOfByte, (light) =>
  Math.round(light * FULL_LIGHT),
);
/** Bits of such a sum that one bucket of the table has: it then rises by at most one byte. */
const BUCKET_BITS = 19;
const IN_BUCKET = 2 ** BUCKET_BITS - 1;
const meanBytes: Int32Array = /* @__PURE__ */ byteSteps(4 * FULL_LIGHT, BUCKET_BITS, (sum) =>
  toByte(sum / (4 * FULL_LIGHT), true),
);

/** As {@link halveRows}, for sides that are halved exactly and texels that weigh the same: the means of squares of four. */
function halveSquares(
  texels: Uint32Array,
  { source, target }: { readonly source: TextureLevel; readonly target: TextureLevel },
  isColor: boolean,
  [firstRow, endRow]: readonly [first: number, end: number],
): void {
  const halveRow = isColor ? halveRowOfLight : halveRowOfData;
  for (let y = firstRow; y < endRow; y++) {
    const above = source.offset + 2 * y * source.width;
    halveRow(texels, { above, width: source.width, out: target.offset + y * target.width }, target.width);
  }
}

/** Places of texels: the first of two rows, whose distance is `width`, and of the row of their means. */
interface Rows {
  readonly above: number;
  readonly width: number;
  readonly out: number;
}

/** A function of its own for each row: engines optimize functions that are called often sooner than long loops. */
function halveRowOfLight(texels: Uint32Array, { above, width, out }: Rows, count: number): void {
  const light = lightOfByte;
  const words = meanBytes;
  for (let x = 0; x < count; x++) {
    const place = above + 2 * x;
    const a = texels[place] | 0;
    const b = texels[place + 1] | 0;
    const c = texels[place + width] | 0;
    const d = texels[place + width + 1] | 0;
    const red = (light[a & 255] + light[b & 255] + light[c & 255] + light[d & 255]) | 0;
    const green =
      (light[(a >>> 8) & 255] + light[(b >>> 8) & 255] + light[(c >>> 8) & 255] + light[(d >>> 8) & 255]) | 0;
    const blue =
      (light[(a >>> 16) & 255] + light[(b >>> 16) & 255] + light[(c >>> 16) & 255] + light[(d >>> 16) & 255]) | 0;
    const alpha = ((a >>> 24) + (b >>> 24) + (c >>> 24) + (d >>> 24) + 2) >>> 2;
    texels[out + x] =
      ((words[red >> BUCKET_BITS] + (red & IN_BUCKET)) >> BUCKET_BITS) |
      (((words[green >> BUCKET_BITS] + (green & IN_BUCKET)) >> BUCKET_BITS) << 8) |
      (((words[blue >> BUCKET_BITS] + (blue & IN_BUCKET)) >> BUCKET_BITS) << 16) |
      (alpha << 24);
  }
}

/** Every other byte of a word, and two in each of them. */
const EVEN_BYTES = 0x00ff00ff;
const TWO_EACH = 0x00020002;

/** As {@link halveRowOfLight}, for bytes that are values: two sums in a word. */
function halveRowOfData(texels: Uint32Array, { above, width, out }: Rows, count: number): void {
  for (let x = 0; x < count; x++) {
    const place = above + 2 * x;
    const a = texels[place];
    const b = texels[place + 1];
    const c = texels[place + width];
    const d = texels[place + width + 1];
    const even = (a & EVEN_BYTES) + (b & EVEN_BYTES) + (c & EVEN_BYTES) + (d & EVEN_BYTES) + TWO_EACH;
    const odd =
      ((a >>> 8) & EVEN_BYTES) +
      ((b >>> 8) & EVEN_BYTES) +
      ((c >>> 8) & EVEN_BYTES) +
      ((d >>> 8) & EVEN_BYTES) +
      TWO_EACH;
    texels[out + x] = ((even >>> 2) & EVEN_BYTES) | (((odd >>> 2) & EVEN_BYTES) << 8);
  }
}

function toByte(value: number, isColor: boolean): number {
  return ((isColor ? encodeSrgb(value) : value) * 255 + 0.5) | 0;
}
