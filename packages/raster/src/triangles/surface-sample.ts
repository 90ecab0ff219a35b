/** The surface at one sample: what a triangle's functions and its material give before lighting. */
import { encodeSrgb } from "@usdkit/base/math";
import type { PreparedMaterial } from "../prepare/scene-data.ts";
import { WEIGHT, NORMAL, COLOR, SIDE } from "./surface-functions.ts";

/** The functions of a triangle, which start at `at`; see `surface-functions.ts`. */
export interface TriangleFunctions {
  readonly functions: Float64Array;
  at: number;
}

/** A sample of a surface; the same object is filled for each. */
export interface SurfaceSample {
  /** In samples: the centre of the first sample of an image is at 0.5. */
  x: number;
  y: number;
  /** The reciprocal of the weight, which all other functions are divided by. */
  inverse: number;
  /** Linear RGB. */
  r: number;
  g: number;
  b: number;
  alpha: number;
  /** Unit normal in world space, towards the visible side; 0 if the triangle has none. */
  nx: number;
  ny: number;
  nz: number;
  /** Share of the light from behind the surface that passes it without a surface behind, 0 to 1. */
  through: number;
}

/** Returns an empty sample. Its fields are never small integers, since the compiler would choose another representation for them. */
export function surfaceSample(): SurfaceSample {
  const color = { r: NaN, g: NaN, b: NaN, alpha: NaN };
  return { x: NaN, y: NaN, inverse: NaN, ...color, nx: NaN, ny: NaN, nz: NaN, through: NaN };
}

/** Returns the value of a function of a triangle, which starts at `at`, not divided by the weight. */
export function valueAt(f: Float64Array, at: number, x: number, y: number): number {
  return x * f[at] + y * f[at + 1] + f[at + 2];
}

/** Begins a sample at its `x` and `y`, with the material's color. */
export function beginSample(
  s: SurfaceSample,
  { functions: f, at }: TriangleFunctions,
  material: PreparedMaterial,
): void {
  const { baseColor } = material;
  s.inverse = 1 / valueAt(f, at + WEIGHT, s.x, s.y);
  s.r = baseColor[0];
  s.g = baseColor[1];
  s.b = baseColor[2];
  s.alpha = baseColor[3];
}

/** Multiplies the color by that of a texture. */
export function multiplyTexel(s: SurfaceSample, texel: Float64Array): void {
  s.r *= texel[0];
  s.g *= texel[1];
  s.b *= texel[2];
  s.alpha *= texel[3];
}

/** Multiplies the color by the interpolated color of the vertices. */
export function multiplyVertexColor(s: SurfaceSample, { functions: f, at }: TriangleFunctions): void {
  const { x, y, inverse } = s;
  s.r *= valueAt(f, at + COLOR, x, y) * inverse;
  s.g *= valueAt(f, at + COLOR + 3, x, y) * inverse;
  s.b *= valueAt(f, at + COLOR + 6, x, y) * inverse;
  s.alpha *= valueAt(f, at + COLOR + 9, x, y) * inverse;
}

/** Interpolates the normal. It is not divided by the weight: only its direction and the visible side matter. */
export function interpolateNormal(s: SurfaceSample, { functions: f, at }: TriangleFunctions): void {
  const { x, y } = s;
  const side = f[at + SIDE];
  const nx = valueAt(f, at + NORMAL, x, y);
  const ny = valueAt(f, at + NORMAL + 3, x, y);
  const nz = valueAt(f, at + NORMAL + 6, x, y);
  const square = nx * nx + ny * ny + nz * nz;
  const scale = square > 0 ? (s.inverse > 0 ? side : -side) / Math.sqrt(square) : 0;
  s.nx = nx * scale;
  s.ny = ny * scale;
  s.nz = nz * scale;
}

/** Writes the normal to three numbers from `at` on. */
export function writeNormal(s: SurfaceSample, normals: Float32Array, at: number): void {
  normals[at] = s.nx;
  normals[at + 1] = s.ny;
  normals[at + 2] = s.nz;
}

/** Writes the color, encoded as sRGB, to three numbers from `at` on. */
export function writeColor(s: SurfaceSample, colors: Float64Array, at: number): void {
  colors[at] = encodeSrgb(s.r);
  colors[at + 1] = encodeSrgb(s.g);
  colors[at + 2] = encodeSrgb(s.b);
}

/** Writes the color as it is to three numbers from `at` on. */
export function writeLight(s: SurfaceSample, colors: Float64Array, at: number): void {
  colors[at] = s.r;
  colors[at + 1] = s.g;
  colors[at + 2] = s.b;
}
