/** Paints a run in the plain look. */
import { encodeSrgb } from "@usdkit/base/math";
import type { PreparedMaterial, PreparedTexture } from "../prepare/scene-data.ts";
import { AMBIENT, lights } from "./lights.ts";
import { sampleTexture } from "./sample-texture.ts";
import { WEIGHT, U, V, NORMAL, COLOR, SIDE } from "./surface-functions.ts";
import { valueAt } from "./surface-sample.ts";
import type { TriangleFunctions } from "./surface-sample.ts";

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
  readonly hasColors: boolean;
  /** Scratch numbers. */
  readonly place: Float64Array;
  readonly texel: Float64Array;
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

/** Paints a run of samples, and returns the opacity of the last one. Its numbers are local: a sample costs little else. */
export function paintRun(paint: Paint, triangle: TriangleFunctions, run: Run, target: PaintTarget): number {
  const { material, texture, hasColors, place, texel } = paint;
  const { functions: f, at } = triangle;
  const { colors, normals, alphas } = target;
  const { baseColor, unlit } = material;
  const { y, step, count } = run;
  let alpha = 1;
  const side = f[at + SIDE];
  for (let i = 0, to = target.start, x = run.x; i < count; i++, to += 3, x += step) {
    const inverse = 1 / valueAt(f, at + WEIGHT, x, y);
    let r = baseColor[0];
    let g = baseColor[1];
    let b = baseColor[2];
    alpha = baseColor[3];
    if (texture !== null) {
      place[0] = x;
      place[1] = y;
      place[2] = inverse;
      placeTexture(texture, triangle, place);
      sampleTexture(texture.texels, texture, place, texel);
      r *= texel[0];
      g *= texel[1];
      b *= texel[2];
      alpha *= texel[3];
    }
    if (hasColors) {
      r *= valueAt(f, at + COLOR, x, y) * inverse;
      g *= valueAt(f, at + COLOR + 3, x, y) * inverse;
      b *= valueAt(f, at + COLOR + 6, x, y) * inverse;
      alpha *= valueAt(f, at + COLOR + 9, x, y) * inverse;
    }
    if (!unlit || normals !== null) {
      // Not divided by the weight: only the direction and the visible side matter.
      const nx = valueAt(f, at + NORMAL, x, y);
      const ny = valueAt(f, at + NORMAL + 3, x, y);
      const nz = valueAt(f, at + NORMAL + 6, x, y);
      const square = nx * nx + ny * ny + nz * nz;
      const scale = square > 0 ? (inverse > 0 ? side : -side) / Math.sqrt(square) : 0;
      if (normals !== null) {
        normals[to] = nx * scale;
        normals[to + 1] = ny * scale;
        normals[to + 2] = nz * scale;
      }
      const light = unlit ? 1 : lightOn(nx * scale, ny * scale, nz * scale);
      r *= light;
      g *= light;
      b *= light;
    }
    colors[to] = encodeSrgb(r);
    colors[to + 1] = encodeSrgb(g);
    colors[to + 2] = encodeSrgb(b);
    if (alphas !== null) alphas[i] = alpha;
  }
  return alpha;
}

/** Replaces x, y and the reciprocal weight of a sample in `place` by its texture coordinates and its footprint. */
function placeTexture(texture: PreparedTexture, { functions: f, at }: TriangleFunctions, place: Float64Array): void {
  const x = place[0];
  const y = place[1];
  const inverse = place[2];
  const ux = f[at + U];
  const uy = f[at + U + 1];
  const vx = f[at + V];
  const vy = f[at + V + 1];
  const wx = f[at + WEIGHT];
  const wy = f[at + WEIGHT + 1];
  const u = (x * ux + y * uy + f[at + U + 2]) * inverse;
  const v = (x * vx + y * vy + f[at + V + 2]) * inverse;
  // Derivatives to the right and down, by the quotient rule, in texels.
  const { width, height } = texture.levels[0];
  const wide = width * inverse;
  const high = height * inverse;
  const uRight = (ux - u * wx) * wide;
  const uDown = (uy - u * wy) * wide;
  const vRight = (vx - v * wx) * high;
  const vDown = (vy - v * wy) * high;
  const right = uRight * uRight + vRight * vRight;
  const down = uDown * uDown + vDown * vDown;
  place[0] = u;
  place[1] = v;
  place[2] = right > down ? right : down;
}

/** Returns the light of the three lights and of everywhere on a surface with that normal. */
function lightOn(nx: number, ny: number, nz: number): number {
  const key = nx * KEY_X + ny * KEY_Y + nz * KEY_Z;
  const fill = nx * FILL_X + ny * FILL_Y + nz * FILL_Z;
  const back = nx * BACK_X + ny * BACK_Y + nz * BACK_Z;
  let sum = AMBIENT;
  if (key > 0) sum += KEY * key;
  if (fill > 0) sum += FILL * fill;
  if (back > 0) sum += BACK * back;
  return sum;
}
