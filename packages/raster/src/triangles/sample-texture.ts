import { roughLog2 } from "../math/log.ts";
import * as srgb from "../math/srgb.ts";
import type { PreparedTexture, TextureLevel } from "../prepare/scene-data.ts";

const { linearOfByte } = srgb;

type Wrap = PreparedTexture["wrapS"];

/**
 * The color of a texture at a place: linear RGBA, alpha not multiplied in, put into `out` from 0 to 3.
 *
 * @param footprint The square of how many texels of the whole picture lie between two samples: above 1 the texture is made smaller.
 */
export function sampleTexture(
  texels: Uint8Array,
  { levels, wrapS, wrapT, magFilter, minFilter }: PreparedTexture,
  u: number,
  v: number,
  footprint: number,
  out: Float64Array,
): void {
  const s = fold(u, wrapS);
  const t = fold(v, wrapT);
  // False for NaN as well.
  const isSmaller = footprint > 1;
  const filter = isSmaller ? minFilter : magFilter;
  if (filter === "nearest") {
    sampleNearest(texels, levels[0], s, t, out);
    return;
  }
  out[0] = out[1] = out[2] = out[3] = 0;
  if (filter === "linear" || levels.length === 1) {
    addBilinear(texels, levels[0], s, t, wrapS, wrapT, 1, out);
    return;
  }
  const level = 0.5 * roughLog2(footprint);
  const last = levels.length - 1;
  if (level >= last) {
    addBilinear(texels, levels[last], s, t, wrapS, wrapT, 1, out);
    return;
  }
  const lower = level > 0 ? level | 0 : 0;
  const part = level - lower;
  addBilinear(texels, levels[lower], s, t, wrapS, wrapT, 1 - part, out);
  if (part > 0) addBilinear(texels, levels[lower + 1], s, t, wrapS, wrapT, part, out);
}

/** Into 0 to 1, as far as that can be done before texels are counted. */
function fold(x: number, wrap: Wrap): number {
  if (!(x > -1e15 && x < 1e15)) return 0;
  if (wrap === "repeat") return x - Math.floor(x);
  if (wrap === "clamp") return x < 0 ? 0 : x > 1 ? 1 : x;
  const twice = x - 2 * Math.floor(x / 2);
  return twice > 1 ? 2 - twice : twice;
}

function sampleNearest(
  texels: Uint8Array,
  { width, height, offset }: TextureLevel,
  s: number,
  t: number,
  out: Float64Array,
): void {
  const x = Math.min(width - 1, (s * width) | 0);
  const y = Math.min(height - 1, (t * height) | 0);
  const place = offset + 4 * (y * width + x);
  out[0] = linearOfByte[texels[place]];
  out[1] = linearOfByte[texels[place + 1]];
  out[2] = linearOfByte[texels[place + 2]];
  out[3] = texels[place + 3] / 255;
}

function addBilinear(
  texels: Uint8Array,
  { width, height, offset }: TextureLevel,
  s: number,
  t: number,
  wrapS: Wrap,
  wrapT: Wrap,
  weight: number,
  out: Float64Array,
): void {
  const x = s * width - 0.5;
  const y = t * height - 0.5;
  let left = Math.floor(x);
  let top = Math.floor(y);
  const right1 = x - left;
  const down1 = y - top;
  let right = left + 1;
  let bottom = top + 1;
  // A mirrored place is within the picture: what is beyond its edge is the edge again.
  if (left < 0) left = wrapS === "repeat" ? width - 1 : 0;
  if (right >= width) right = wrapS === "repeat" ? 0 : width - 1;
  if (top < 0) top = wrapT === "repeat" ? height - 1 : 0;
  if (bottom >= height) bottom = wrapT === "repeat" ? 0 : height - 1;
  const upper = offset + 4 * top * width;
  const lower = offset + 4 * bottom * width;
  const a = upper + 4 * left;
  const b = upper + 4 * right;
  const c = lower + 4 * left;
  const d = lower + 4 * right;
  const bottomWeight = weight * down1;
  const topWeight = weight - bottomWeight;
  const wb = topWeight * right1;
  const wa = topWeight - wb;
  const wd = bottomWeight * right1;
  const wc = bottomWeight - wd;
  out[0] +=
    wa * linearOfByte[texels[a]] +
    wb * linearOfByte[texels[b]] +
    wc * linearOfByte[texels[c]] +
    wd * linearOfByte[texels[d]];
  out[1] +=
    wa * linearOfByte[texels[a + 1]] +
    wb * linearOfByte[texels[b + 1]] +
    wc * linearOfByte[texels[c + 1]] +
    wd * linearOfByte[texels[d + 1]];
  out[2] +=
    wa * linearOfByte[texels[a + 2]] +
    wb * linearOfByte[texels[b + 2]] +
    wc * linearOfByte[texels[c + 2]] +
    wd * linearOfByte[texels[d + 2]];
  out[3] += (wa * texels[a + 3] + wb * texels[b + 3] + wc * texels[c + 3] + wd * texels[d + 3]) / 255;
}
