import { roughLog2, linearOfByte } from "@usdkit/base/math";
import { filters, wraps } from "../prepare/scene-data.ts";
import type { PreparedTexture } from "../prepare/scene-data.ts";

const { repeat: REPEAT, clamp: CLAMP } = wraps;
const { nearest: NEAREST, linear: LINEAR } = filters;
const {
  nearestMipmapNearest: NEAREST_NEAREST,
  linearMipmapNearest: LINEAR_NEAREST,
  nearestMipmapLinear: NEAREST_LINEAR,
} = filters;
/**
 * Values of the 256 bytes of colors, then of data. One array, since the compiled inner loop is faster with a constant array than
 * with one of two.
 */
export const decode: Float64Array = /* @__PURE__ */ Float64Array.from({ length: 512 }, (_, i) =>
  i < 256 ? linearOfByte[i] : (i - 256) / 255,
);

/**
 * Writes a sample of a texture to `out`: linear RGBA, not premultiplied, or data.
 *
 * @param place Three numbers: u, v, and the footprint, which is the square of how many texels of the whole image lie between two
 * samples (above 1 the texture is minified). An array, since numbers passed to a function may be allocated; it is overwritten.
 */
export function sampleTexture(
  texels: Uint32Array,
  texture: PreparedTexture,
  place: Float64Array,
  out: Float64Array,
): void {
  const { levels, wrapS, wrapT } = texture;
  const footprint = place[2];
  const s = fold(place[0], wrapS);
  const t = fold(place[1], wrapT);
  // Also false for NaN.
  const filter = footprint > 1 ? texture.minFilter : texture.magFilter;
  // Where its values start in `decode`.
  const base = texture.isData ? 256 : 0;
  const last = levels.length - 1;
  if (filter === NEAREST || filter === NEAREST_NEAREST || filter === NEAREST_LINEAR) {
    place[0] = s;
    place[1] = t;
    const exact = filter === NEAREST ? 0 : Math.min(0.5 * roughLog2(footprint), last);
    sampleNearest(texels, texture, exact, { place, out, base, isBlended: filter === NEAREST_LINEAR });
    return;
  }
  const exact = filter === LINEAR ? 0 : Math.min(0.5 * roughLog2(footprint), last);
  const level = filter === LINEAR_NEAREST ? Math.floor(exact + 0.5) : exact;
  const lower = level | 0;
  const part = level - lower;
  const repeatS = wrapS === REPEAT;
  const repeatT = wrapT === REPEAT;
  let r = 0;
  let g = 0;
  let b = 0;
  let a = 0;
  // One level, or the two around the footprint; in each a bilinear mean of four texels.
  for (let i = lower, end = part > 0 ? lower + 1 : lower; i <= end; i++) {
    const { width, height, offset } = levels[i];
    const weight = i === lower ? 1 - part : part;
    // Never negative, so truncation rounds down.
    const x = s * width + 0.5;
    const y = t * height + 0.5;
    let right = x | 0;
    let bottom = y | 0;
    const rightPart = x - right;
    const bottomPart = y - bottom;
    let left = right - 1;
    let top = bottom - 1;
    // Texels beyond an edge are those of the opposite edge if the texture repeats, otherwise those of the edge itself.
    if (left < 0) left = repeatS ? width - 1 : 0;
    if (right >= width) right = repeatS ? 0 : width - 1;
    if (top < 0) top = repeatT ? height - 1 : 0;
    if (bottom >= height) bottom = repeatT ? 0 : height - 1;
    const upper = offset + top * width;
    const under = offset + bottom * width;
    const first = texels[upper + left];
    const second = texels[upper + right];
    const third = texels[under + left];
    const fourth = texels[under + right];
    const underWeight = weight * bottomPart;
    const upperWeight = weight - underWeight;
    const w2 = upperWeight * rightPart;
    const w1 = upperWeight - w2;
    const w4 = underWeight * rightPart;
    const w3 = underWeight - w4;
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
    a += w1 * (first >>> 24) + w2 * (second >>> 24) + w3 * (third >>> 24) + w4 * (fourth >>> 24);
  }
  out[0] = r;
  out[1] = g;
  out[2] = b;
  out[3] = a * (1 / 255);
}

/** Wraps a texture coordinate to 0 to 1. */
export function fold(x: number, wrap: number): number {
  if (!(x > -1e15 && x < 1e15)) return 0;
  if (wrap === REPEAT) return x - Math.floor(x);
  if (wrap === CLAMP) return x < 0 ? 0 : x > 1 ? 1 : x;
  const twice = x - 2 * Math.floor(x / 2);
  return twice > 1 ? 2 - twice : twice;
}

interface NearestSample {
  readonly place: Float64Array;
  readonly out: Float64Array;
  readonly base: number;
  /** Whether the two levels next to the exact one are blended. */
  readonly isBlended: boolean;
}

function sampleNearest(texels: Uint32Array, { levels }: PreparedTexture, exact: number, sample: NearestSample): void {
  const { place, out, base, isBlended } = sample;
  const lower = Math.floor(isBlended ? exact : exact + 0.5);
  const part = isBlended ? exact - lower : 0;
  out.fill(0, 0, 4);
  for (let i = lower, end = part > 0 ? lower + 1 : lower; i <= end; i++) {
    const { width, height, offset } = levels[i];
    const weight = i === lower ? 1 - part : part;
    const x = Math.min(width - 1, (place[0] * width) | 0);
    const y = Math.min(height - 1, (place[1] * height) | 0);
    const texel = texels[offset + y * width + x];
    out[0] += weight * decode[base + (texel & 255)];
    out[1] += weight * decode[base + ((texel >>> 8) & 255)];
    out[2] += weight * decode[base + ((texel >>> 16) & 255)];
    out[3] += weight * ((texel >>> 24) / 255);
  }
}
