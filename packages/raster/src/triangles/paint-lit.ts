/** Paints a run in the full look: a function for each stage, from the interpolated surface to the color of the sample. */
import * as shading from "../light/shade.ts";
import type { ShadePoint } from "../light/shade.ts";
import * as shadows from "../light/shadow-map.ts";
import type { ShadowMap } from "../light/shadow-map.ts";
import * as tone from "../light/tone.ts";
import type { PreparedPhysical } from "../prepare/scene-data.ts";
import type { Paint, PaintTarget, Run } from "./paint-run.ts";
import * as maps from "./sample-map.ts";
import type { LitMap, MapTaps } from "./sample-map.ts";
import * as functions from "./surface-functions.ts";
import * as samples from "./surface-sample.ts";
import type { SurfaceSample, TriangleFunctions } from "./surface-sample.ts";

const { shade } = shading;
const { litShare } = shadows;
const { toneMapNeutral } = tone;
const { sampleMap } = maps;
const { POSITION, TANGENT } = functions;
const { beginSample, interpolateNormal, multiplyTexel, multiplyVertexColor, writeColor, writeNormal } = samples;
/** Specular reflectance of dielectrics. */
const DIELECTRIC = 0.04;

/** Constants of a draw in the full look, in addition to {@link Paint}. */
export interface LitPaint extends Paint {
  readonly physical: PreparedPhysical | null;
  readonly taps: MapTaps;
  readonly base: LitMap | null;
  readonly metallicRoughness: LitMap | null;
  readonly normal: LitMap | null;
  readonly occlusion: LitMap | null;
  readonly emissive: LitMap | null;
  readonly specular: LitMap | null;
  readonly shadow: ShadowMap | null;
  readonly isToneMapped: boolean;
  /** From a sample to the eye, in world space: `x·v[k] + y·v[3+k] + v[6+k]`, not of length 1. */
  readonly toEye: Float64Array;
  /** The sample that is painted; the same object for all draws, as is the point. */
  readonly sample: SurfaceSample;
  readonly point: ShadePoint;
}

/** Paints a run of samples, and returns the opacity of the last one. */
export function paintLit(paint: LitPaint, triangle: TriangleFunctions, run: Run, target: PaintTarget): number {
  const { material, base, taps, hasColors, texel, sample } = paint;
  const { colors, normals, alphas, start } = target;
  const { step, count } = run;
  sample.alpha = 1;
  sample.y = run.y;
  for (let i = 0, to = start; i < count; i++, to += 3) {
    sample.x = run.x + i * step;
    beginSample(sample, triangle, material);
    taps.group = -1;
    if (base !== null) {
      sampleMap(paint, base, triangle, step);
      multiplyTexel(sample, texel);
    }
    if (hasColors) multiplyVertexColor(sample, triangle);
    interpolateNormal(sample, triangle);
    if (normals !== null) writeNormal(sample, normals, to);
    if (!material.unlit) shadeSample(paint, triangle, step);
    writeColor(sample, colors, to);
    if (alphas !== null) alphas[i] = sample.alpha;
  }
  return sample.alpha;
}

/** Replaces the color of the sample by what reaches the eye. */
function shadeSample(paint: LitPaint, triangle: TriangleFunctions, step: number): void {
  const { physical, point, sample } = paint;
  const { out } = point;
  lookFromEye(paint);
  shadowSample(paint, triangle);
  point.nx = sample.nx;
  point.ny = sample.ny;
  point.nz = sample.nz;
  point.metallic = 0;
  point.roughness = 1;
  point.occlusion = 1;
  if (physical !== null) readMaps(paint, physical, triangle, step);
  if (physical !== null && physical.specular !== null) reflectGlossy(paint, physical, triangle, step);
  else reflectMetallic(paint);
  const transmission = physical === null ? 0 : physical.transmission * (1 - point.metallic);
  if (transmission > 0) transmit(point, transmission);
  shade(point);
  if (physical !== null) emit(paint, physical, triangle, step);
  if (transmission > 0) thinGlass(paint, transmission);
  if (paint.isToneMapped) toneMapNeutral(out);
  sample.r = out[0];
  sample.g = out[1];
  sample.b = out[2];
}

/** Sets the direction from the sample to the eye. */
function lookFromEye({ sample, point, toEye }: LitPaint): void {
  const { x, y } = sample;
  const ex = x * toEye[0] + y * toEye[3] + toEye[6];
  const ey = x * toEye[1] + y * toEye[4] + toEye[7];
  const ez = x * toEye[2] + y * toEye[5] + toEye[8];
  const unit = 1 / Math.sqrt(ex * ex + ey * ey + ez * ez);
  point.vx = ex * unit;
  point.vy = ey * unit;
  point.vz = ez * unit;
}

/** Sets how much of the key light reaches the sample. */
function shadowSample({ sample, point, shadow }: LitPaint, { functions: f, at }: TriangleFunctions): void {
  if (shadow === null) {
    point.lit = 1;
    return;
  }
  const { x, y, inverse, nx, ny, nz } = sample;
  const { bias } = shadow;
  const wx = (x * f[at + POSITION] + y * f[at + POSITION + 1] + f[at + POSITION + 2]) * inverse;
  const wy = (x * f[at + POSITION + 3] + y * f[at + POSITION + 4] + f[at + POSITION + 5]) * inverse;
  const wz = (x * f[at + POSITION + 6] + y * f[at + POSITION + 7] + f[at + POSITION + 8]) * inverse;
  point.lit = litShare(shadow, wx + nx * bias, wy + ny * bias, wz + nz * bias);
}

/** Sets metallic, roughness, occlusion and the mapped normal. */
function readMaps(paint: LitPaint, physical: PreparedPhysical, triangle: TriangleFunctions, step: number): void {
  const { point, texel, metallicRoughness, occlusion, normal } = paint;
  point.metallic = physical.metallic;
  point.roughness = physical.roughness;
  if (metallicRoughness !== null) {
    sampleMap(paint, metallicRoughness, triangle, step);
    point.roughness *= texel[1];
    point.metallic *= texel[2];
  }
  if (occlusion !== null) {
    // Often the red channel of the same texture.
    const isSampled =
      metallicRoughness !== null &&
      metallicRoughness.texture === occlusion.texture &&
      metallicRoughness.coordinates === occlusion.coordinates;
    if (!isSampled) sampleMap(paint, occlusion, triangle, step);
    point.occlusion = 1 + physical.occlusionStrength * (texel[0] - 1);
  }
  if (normal !== null) {
    sampleMap(paint, normal, triangle, step);
    bendNormal(paint, triangle, physical.normalScale);
  }
}

/** Bends the normal by the value of the normal map. */
function bendNormal({ sample, point, texel }: LitPaint, { functions: f, at }: TriangleFunctions, scale: number): void {
  const { nx, ny, nz } = sample;
  const mx = (2 * texel[0] - 1) * scale;
  const my = (2 * texel[1] - 1) * scale;
  const mz = 2 * texel[2] - 1;
  const bx = nx * mz + f[at + TANGENT] * mx + f[at + TANGENT + 3] * my;
  const by = ny * mz + f[at + TANGENT + 1] * mx + f[at + TANGENT + 4] * my;
  const bz = nz * mz + f[at + TANGENT + 2] * mx + f[at + TANGENT + 5] * my;
  const length = bx * bx + by * by + bz * bz;
  if (!(length > 0)) return;
  const unit = 1 / Math.sqrt(length);
  point.nx = bx * unit;
  point.ny = by * unit;
  point.nz = bz * unit;
}

/** Sets the reflectances of the specular-glossiness workflow. */
function reflectGlossy(paint: LitPaint, physical: PreparedPhysical, triangle: TriangleFunctions, step: number): void {
  const { sample, point, texel } = paint;
  const { diffuse, specular } = point;
  if (physical.specular === null) return;
  specular[0] = physical.specular[0];
  specular[1] = physical.specular[1];
  specular[2] = physical.specular[2];
  let { glossiness } = physical;
  if (paint.specular !== null) {
    sampleMap(paint, paint.specular, triangle, step);
    specular[0] *= texel[0];
    specular[1] *= texel[1];
    specular[2] *= texel[2];
    glossiness *= texel[3];
  }
  point.roughness = 1 - glossiness;
  const rest = 1 - Math.max(specular[0], specular[1], specular[2]);
  diffuse[0] = sample.r * rest;
  diffuse[1] = sample.g * rest;
  diffuse[2] = sample.b * rest;
}

/** Sets the reflectances of the metallic-roughness workflow. */
function reflectMetallic({ sample, point }: LitPaint): void {
  const { r, g, b } = sample;
  const { diffuse, specular, metallic } = point;
  const scattered = 1 - metallic;
  specular[0] = DIELECTRIC + (r - DIELECTRIC) * metallic;
  specular[1] = DIELECTRIC + (g - DIELECTRIC) * metallic;
  specular[2] = DIELECTRIC + (b - DIELECTRIC) * metallic;
  diffuse[0] = r * scattered;
  diffuse[1] = g * scattered;
  diffuse[2] = b * scattered;
}

/** Takes the transmitted light from the diffuse reflection. */
function transmit({ diffuse }: ShadePoint, transmission: number): void {
  diffuse[0] *= 1 - transmission;
  diffuse[1] *= 1 - transmission;
  diffuse[2] *= 1 - transmission;
}

/** Adds the emitted light. */
function emit(paint: LitPaint, { emissive }: PreparedPhysical, triangle: TriangleFunctions, step: number): void {
  const { texel, point } = paint;
  const { out } = point;
  let r = emissive[0];
  let g = emissive[1];
  let b = emissive[2];
  if (!(r > 0 || g > 0 || b > 0)) return;
  if (paint.emissive !== null) {
    sampleMap(paint, paint.emissive, triangle, step);
    r *= texel[0];
    g *= texel[1];
    b *= texel[2];
  }
  out[0] += r;
  out[1] += g;
  out[2] += b;
}

/** Thin glass transmits what it neither reflects nor absorbs. Sets its opacity, and divides the color by it. */
function thinGlass({ sample, point: { out } }: LitPaint, transmission: number): void {
  const { r, g, b, alpha } = sample;
  const tint = (r + g + b) / 3;
  const reflected = Math.min(1, Math.max(out[0], out[1], out[2]));
  const opacity = alpha * Math.min(1, Math.max(1 - transmission * Math.min(1, tint), reflected));
  sample.alpha = opacity > 0 ? opacity : 0;
  if (!(opacity > 0)) return;
  for (let k = 0; k < 3; k++) out[k] = (out[k] * alpha) / opacity;
}
