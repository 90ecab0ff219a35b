import * as srgb from "../math/srgb.ts";
import type { PreparedMaterial, PreparedTexture } from "../prepare/scene-data.ts";
import * as light from "./lights.ts";
import { sampleTexture } from "./sample-texture.ts";
import * as functions from "./surface-functions.ts";

const { encodeSrgb } = srgb;
const { WEIGHT, U, V, NORMAL, COLOR, SIDE } = functions;
const { AMBIENT, lights } = light;
// As constants: they are used for every sample.
const [{ strength: KEY }, { strength: FILL }, { strength: BACK }] = lights;
const [KEY_X, KEY_Y, KEY_Z] = lights[0].direction;
const [FILL_X, FILL_Y, FILL_Z] = lights[1].direction;
const [BACK_X, BACK_Y, BACK_Z] = lights[2].direction;

/** Inputs of {@link paintRun} that are constant for a draw. */
export interface Paint {
  readonly material: PreparedMaterial;
  /** Null if the material or the part has none. */
  readonly texture: PreparedTexture | null;
  readonly texels: Uint32Array;
  readonly hasColors: boolean;
  /** Scratch numbers. */
  readonly place: Float64Array;
  readonly texel: Float64Array;
}

/** The functions of a triangle, which start at `at`; see `surface-functions.ts`. */
export interface TriangleFunctions {
  readonly functions: Float64Array;
  at: number;
}

/**
 * Points of one row that all show one triangle. In samples: the centre of the first sample is at 0.5. Mutable, as are the targets:
 * an image has up to a run a sample, and callers use one object for all of them.
 */
export interface Run {
  x: number;
  y: number;
  /** From one point to the next. */
  readonly step: number;
  count: number;
}

/** Where a run is painted to. */
export interface PaintTarget {
  /** Three sRGB values a point, from `start` on. */
  readonly colors: Float64Array;
  /** Unit normals in world space, likewise; null if not wanted. */
  readonly normals: Float32Array | null;
  /** The opacity of each sample of the run, from 0 on; null if not wanted. */
  readonly alphas: Float64Array | null;
  start: number;
}

/** Paints a run of samples, and returns the opacity of the last one. */
export function paintRun(
  { material, texture, texels, hasColors, place, texel }: Paint,
  { functions: f, at }: TriangleFunctions,
  { x: first, y: py, step, count }: Run,
  { colors, normals, alphas, start }: PaintTarget,
): number {
  const { baseColor, unlit } = material;
  const side = f[at + SIDE];
  let alpha = 1;
  for (let i = 0, out = start, px = first; i < count; i++, out += 3, px += step) {
    const inverse = 1 / (px * f[at + WEIGHT] + py * f[at + WEIGHT + 1] + f[at + WEIGHT + 2]);
    let r = baseColor[0];
    let g = baseColor[1];
    let b = baseColor[2];
    alpha = baseColor[3];
    if (texture !== null) {
      const u = (px * f[at + U] + py * f[at + U + 1] + f[at + U + 2]) * inverse;
      const v = (px * f[at + V] + py * f[at + V + 1] + f[at + V + 2]) * inverse;
      // Derivatives to the right and down, by the quotient rule, in texels.
      const { width, height } = texture.levels[0];
      const wide = width * inverse;
      const high = height * inverse;
      const uRight = (f[at + U] - u * f[at + WEIGHT]) * wide;
      const uDown = (f[at + U + 1] - u * f[at + WEIGHT + 1]) * wide;
      const vRight = (f[at + V] - v * f[at + WEIGHT]) * high;
      const vDown = (f[at + V + 1] - v * f[at + WEIGHT + 1]) * high;
      const right = uRight * uRight + vRight * vRight;
      const down = uDown * uDown + vDown * vDown;
      place[0] = u;
      place[1] = v;
      place[2] = right > down ? right : down;
      sampleTexture(texels, texture, place, texel);
      r *= texel[0];
      g *= texel[1];
      b *= texel[2];
      alpha *= texel[3];
    }
    if (hasColors) {
      r *= (px * f[at + COLOR] + py * f[at + COLOR + 1] + f[at + COLOR + 2]) * inverse;
      g *= (px * f[at + COLOR + 3] + py * f[at + COLOR + 4] + f[at + COLOR + 5]) * inverse;
      b *= (px * f[at + COLOR + 6] + py * f[at + COLOR + 7] + f[at + COLOR + 8]) * inverse;
      alpha *= (px * f[at + COLOR + 9] + py * f[at + COLOR + 10] + f[at + COLOR + 11]) * inverse;
    }
    if (!unlit || normals !== null) {
      // Not divided by the weight: only the direction and the visible side matter.
      let nx = px * f[at + NORMAL] + py * f[at + NORMAL + 1] + f[at + NORMAL + 2];
      let ny = px * f[at + NORMAL + 3] + py * f[at + NORMAL + 4] + f[at + NORMAL + 5];
      let nz = px * f[at + NORMAL + 6] + py * f[at + NORMAL + 7] + f[at + NORMAL + 8];
      const square = nx * nx + ny * ny + nz * nz;
      const scale = square > 0 ? (inverse > 0 ? side : -side) / Math.sqrt(square) : 0;
      nx *= scale;
      ny *= scale;
      nz *= scale;
      if (normals !== null) {
        normals[out] = nx;
        normals[out + 1] = ny;
        normals[out + 2] = nz;
      }
      if (!unlit) {
        let sum = AMBIENT;
        const k = nx * KEY_X + ny * KEY_Y + nz * KEY_Z;
        const l = nx * FILL_X + ny * FILL_Y + nz * FILL_Z;
        const m = nx * BACK_X + ny * BACK_Y + nz * BACK_Z;
        if (k > 0) sum += KEY * k;
        if (l > 0) sum += FILL * l;
        if (m > 0) sum += BACK * m;
        r *= sum;
        g *= sum;
        b *= sum;
      }
    }
    colors[out] = encodeSrgb(r);
    colors[out + 1] = encodeSrgb(g);
    colors[out + 2] = encodeSrgb(b);
    if (alphas !== null) alphas[i] = alpha;
  }
  return alpha;
}
