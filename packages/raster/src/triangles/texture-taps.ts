/**
 * Samples several textures at one place: what depends on their size and filters alone is computed once for all of them. Materials
 * often have five maps of one size.
 */
import { roughLog2 } from "@usdkit/base/math";
import { filters, wraps } from "../prepare/scene-data.ts";
import type { PreparedTexture } from "../prepare/scene-data.ts";
import { decode, fold } from "./sample-texture.ts";

const { repeat: REPEAT } = wraps;
const {
  nearest: NEAREST,
  linear: LINEAR,
  nearestMipmapNearest: NEAREST_NEAREST,
  linearMipmapNearest: LINEAR_NEAREST,
  nearestMipmapLinear: NEAREST_LINEAR,
} = filters;

/** Texels that are blended: four of one level or of each of two. */
export interface TextureTaps {
  /** 4 or 8. */
  count: number;
  /** Counted from the first texel of a texture. */
  readonly offsets: Int32Array;
  readonly weights: Float64Array;
}

export function textureTaps(): TextureTaps {
  return { count: 0, offsets: new Int32Array(8), weights: new Float64Array(8) };
}

/** Returns whether two textures have the same taps at every place. */
export function sharesTaps(a: PreparedTexture, b: PreparedTexture): boolean {
  return (
    a.levels.length === b.levels.length &&
    a.levels[0].width === b.levels[0].width &&
    a.levels[0].height === b.levels[0].height &&
    a.wrapS === b.wrapS &&
    a.wrapT === b.wrapT &&
    a.magFilter === b.magFilter &&
    a.minFilter === b.minFilter
  );
}

/** Finds the texels around a place, as `sampleTexture` does. @param place As there. */
export function placeTaps(texture: PreparedTexture, place: Float64Array, taps: TextureTaps): void {
  const { levels, wrapS, wrapT } = texture;
  const footprint = place[2];
  const s = fold(place[0], wrapS);
  const t = fold(place[1], wrapT);
  // Also false for NaN.
  const filter = footprint > 1 ? texture.minFilter : texture.magFilter;
  const isNearest = filter === NEAREST || filter === NEAREST_NEAREST || filter === NEAREST_LINEAR;
  const exact = filter === NEAREST || filter === LINEAR ? 0 : Math.min(0.5 * roughLog2(footprint), levels.length - 1);
  const level = filter === NEAREST_NEAREST || filter === LINEAR_NEAREST ? Math.floor(exact + 0.5) : exact;
  const lower = level | 0;
  const part = level - lower;
  const { offsets, weights } = taps;
  const first = levels[0].offset;
  const repeatS = wrapS === REPEAT;
  const repeatT = wrapT === REPEAT;
  let k = 0;
  for (let i = lower, end = part > 0 ? lower + 1 : lower; i <= end; i++, k += 4) {
    const { width, height, offset } = levels[i];
    const start = offset - first;
    const weight = i === lower ? 1 - part : part;
    if (isNearest) {
      const at = start + Math.min(height - 1, (t * height) | 0) * width + Math.min(width - 1, (s * width) | 0);
      for (let tap = k; tap < k + 4; tap++) {
        offsets[tap] = at;
        weights[tap] = tap === k ? weight : 0;
      }
      continue;
    }
    const x = s * width + 0.5;
    const y = t * height + 0.5;
    let right = x | 0;
    let bottom = y | 0;
    const rightPart = x - right;
    const bottomPart = y - bottom;
    let left = right - 1;
    let top = bottom - 1;
    if (left < 0) left = repeatS ? width - 1 : 0;
    if (right >= width) right = repeatS ? 0 : width - 1;
    if (top < 0) top = repeatT ? height - 1 : 0;
    if (bottom >= height) bottom = repeatT ? 0 : height - 1;
    const upper = start + top * width;
    const under = start + bottom * width;
    offsets[k] = upper + left;
    offsets[k + 1] = upper + right;
    offsets[k + 2] = under + left;
    offsets[k + 3] = under + right;
    const underWeight = weight * bottomPart;
    const upperWeight = weight - underWeight;
    weights[k + 1] = upperWeight * rightPart;
    weights[k] = upperWeight - weights[k + 1];
    weights[k + 3] = underWeight * rightPart;
    weights[k + 2] = underWeight - weights[k + 3];
  }
  taps.count = k;
}

/** Puts the color of a texture at its taps into `out` from 0 to 2, and its alpha to 3 if it is wanted. */
export function sampleTaps(
  texels: Uint32Array,
  { texture, hasAlpha }: { readonly texture: PreparedTexture; readonly hasAlpha: boolean },
  { count, offsets, weights }: TextureTaps,
  out: Float64Array,
): void {
  const start = texture.levels[0].offset;
  const base = texture.isData ? 256 : 0;
  let r = 0;
  let g = 0;
  let b = 0;
  let a = 0;
  for (let k = 0; k < count; k += 4) {
    const w1 = weights[k];
    const w2 = weights[k + 1];
    const w3 = weights[k + 2];
    const w4 = weights[k + 3];
    const first = texels[start + offsets[k]];
    const second = texels[start + offsets[k + 1]];
    const third = texels[start + offsets[k + 2]];
    const fourth = texels[start + offsets[k + 3]];
    r +=
      w1 * decode[base + (first & 255)] +
      w2 * decode[base + (second & 255)] +
      w3 * decode[base + (third & 255)] +
      w4 * decode[base + (fourth & 255)];
    g +=
      w1 * decode[base + ((first >>> 8) & 255)] +
      w2 * decode[base + ((second >>> 8) & 255)] +
      w3 * decode[base + ((third >>> 8) & 255)] +
      w4 * decode[base + ((fourth >>> 8) & 255)];
    b +=
      w1 * decode[base + ((first >>> 16) & 255)] +
      w2 * decode[base + ((second >>> 16) & 255)] +
      w3 * decode[base + ((third >>> 16) & 255)] +
      w4 * decode[base + ((fourth >>> 16) & 255)];
    if (hasAlpha) a += w1 * (first >>> 24) + w2 * (second >>> 24) + w3 * (third >>> 24) + w4 * (fourth >>> 24);
  }
  out[0] = r;
  out[1] = g;
  out[2] = b;
  if (hasAlpha) out[3] = a * (1 / 255);
}
