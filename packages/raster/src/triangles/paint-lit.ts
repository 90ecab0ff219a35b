/** Paints a run in the full look: a function for each stage, from the interpolated surface to the color of the sample. */
import { shade } from "../light/shade.ts";
import { litShare } from "../light/shadow-map.ts";
import { toneMapNeutral } from "../light/tone.ts";
import type { PreparedPhysical } from "../prepare/scene-data.ts";
import type { LitPaint } from "./lit-paint.ts";
import type { PaintTarget, Run } from "./paint-run.ts";
import { readSurface } from "./read-surface.ts";
import { sampleMap } from "./sample-map.ts";
import { POSITION } from "./surface-functions.ts";
import {
  beginSample,
  interpolateNormal,
  multiplyTexel,
  multiplyVertexColor,
  writeColor,
  writeLight,
  writeNormal,
} from "./surface-sample.ts";
import type { SurfaceSample, TriangleFunctions } from "./surface-sample.ts";
import { transmitLight } from "./transmit.ts";

/** The part of the environment's light from around the light whose shadow hides the sky. */
const SKY_SHADOW = 0.4;
const light = /* @__PURE__ */ new Float64Array(3);

/** Paints a run of samples, and returns the opacity of the last one. */
export function paintLit(paint: LitPaint, triangle: TriangleFunctions, run: Run, target: PaintTarget): number {
  const { material, base, taps, hasColors, texel, sample, isLinear } = paint;
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
    if (isLinear) writeLight(sample, colors, to);
    else writeColor(sample, colors, to);
    if (alphas !== null) alphas[i] = sample.alpha;
  }
  return sample.alpha;
}

/** Replaces the color of the sample by what reaches the eye. */
function shadeSample(paint: LitPaint, triangle: TriangleFunctions, step: number): void {
  const { physical, point, sample, lighting, visible } = paint;
  lookFromEye(paint);
  if (paint.hasPosition) placeSample(paint, triangle);
  shadowSample(paint);
  readSurface(paint, triangle, step);
  const { skyShadow } = paint;
  const sky = skyShadow < 0 ? 1 : 1 - SKY_SHADOW * (1 - visible[skyShadow]);
  shade(point, lighting, visible, sky);
  if (paint.isTransmitting && physical !== null) transmitLight(paint, physical, triangle, step);
  const { diffuseOut, specularOut, sheenOut, coatOut, dimmed } = point;
  light[0] = 0;
  light[1] = 0;
  light[2] = 0;
  if (physical !== null) emit(paint, physical, triangle, step);
  // What lets light through loses diffuse reflection, and keeps what its surface reflects.
  const solid = paint.material.keepsReflections && sample.alpha < 1 ? Math.max(0, sample.alpha) : 1;
  for (let k = 0; k < 3; k++) {
    const below = solid * (light[k] + diffuseOut[k]) + specularOut[k] + sheenOut[k];
    light[k] = (below * dimmed + coatOut[k]) * paint.exposure;
  }
  if (solid < 1) coverByReflections(sample);
  if (paint.isTransmitting) showThrough(paint);
  if (paint.isToneMapped) toneMapNeutral(light);
  sample.r = light[0];
  sample.g = light[1];
  sample.b = light[2];
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

function placeSample({ sample, point }: LitPaint, { functions: f, at }: TriangleFunctions): void {
  const { x, y, inverse } = sample;
  point.px = (x * f[at + POSITION] + y * f[at + POSITION + 1] + f[at + POSITION + 2]) * inverse;
  point.py = (x * f[at + POSITION + 3] + y * f[at + POSITION + 4] + f[at + POSITION + 5]) * inverse;
  point.pz = (x * f[at + POSITION + 6] + y * f[at + POSITION + 7] + f[at + POSITION + 8]) * inverse;
}

/** Sets how much of each light reaches the sample. */
function shadowSample({ sample, point, lighting, shadows: maps, visible }: LitPaint): void {
  const { lights } = lighting;
  for (let i = 0; i < lights.length; i++) {
    const { shadow } = lights[i];
    visible[i] = shadow < 0 ? 1 : litShare(maps[shadow], point, sample);
  }
}

/** Puts the emitted light into `light`. */
function emit(paint: LitPaint, { emissive }: PreparedPhysical, triangle: TriangleFunctions, step: number): void {
  const { texel, maps: all } = paint;
  let r = emissive[0];
  let g = emissive[1];
  let b = emissive[2];
  if (!(r > 0 || g > 0 || b > 0)) return;
  if (all.emissive !== undefined) {
    sampleMap(paint, all.emissive, triangle, step);
    r *= texel[0];
    g *= texel[1];
    b *= texel[2];
  }
  light[0] = r;
  light[1] = g;
  light[2] = b;
}

/** A surface covers what is behind it by its opacity, or by what it reflects if that is more. */
function coverByReflections(sample: SurfaceSample): void {
  const opacity = Math.max(sample.alpha, Math.min(1, Math.max(light[0], light[1], light[2])));
  sample.alpha = opacity;
  if (!(opacity > 0)) return;
  for (let k = 0; k < 3; k++) light[k] /= opacity;
}

/** Where nothing is behind a transmitting surface, its color covers as much as it reflects. */
function showThrough({ sample }: LitPaint): void {
  if (sample.through === 0) return;
  const reflected = Math.min(1, Math.max(light[0], light[1], light[2]));
  const opacity = Math.max(1 - sample.through, reflected);
  sample.alpha *= opacity;
  if (!(opacity > 0)) return;
  for (let k = 0; k < 3; k++) light[k] /= opacity;
}
