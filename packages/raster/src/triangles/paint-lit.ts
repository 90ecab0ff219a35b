/** Paints a run in the full look. */
import * as shading from "../light/shade.ts";
import type { ShadePoint } from "../light/shade.ts";
import * as shadows from "../light/shadow-map.ts";
import type { ShadowMap } from "../light/shadow-map.ts";
import * as tone from "../light/tone.ts";
import * as srgb from "../math/srgb.ts";
import type { PreparedPhysical, PreparedTexture } from "../prepare/scene-data.ts";
import type { Paint, PaintTarget, Run, TriangleFunctions } from "./paint-run.ts";
import * as functions from "./surface-functions.ts";
import { placeTaps, sampleTaps, type TextureTaps } from "./texture-taps.ts";

const { encodeSrgb } = srgb;
const { shade } = shading;
const { litShare } = shadows;
const { toneMapNeutral } = tone;
const { WEIGHT, NORMAL, COLOR, SIDE, POSITION, TANGENT } = functions;
/** Specular reflectance of dielectrics. */
const DIELECTRIC = 0.04;

/** A texture map of a draw. */
export interface LitMap {
  readonly texture: PreparedTexture;
  /** Where the functions of its texture coordinates start. */
  readonly coordinates: number;
  readonly transform: readonly number[] | null;
  readonly hasAlpha: boolean;
  /** Maps of a draw with the same number have the same taps at every point. */
  readonly group: number;
}

/** The taps of the map that was sampled last, and its group; −1 if they are of another point. */
export interface MapTaps extends TextureTaps {
  group: number;
}

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
  readonly point: ShadePoint;
}

/** Paints a run of samples, and returns the opacity of the last one. */
export function paintLit(paint: LitPaint, triangle: TriangleFunctions, run: Run, target: PaintTarget): number {
  const { material, physical, base, taps, hasColors, texel, toEye, point } = paint;
  const { functions: f, at } = triangle;
  const { colors, normals, alphas, start } = target;
  const { baseColor, unlit } = material;
  const py = run.y;
  const side = f[at + SIDE];
  const { diffuse, specular, out } = point;
  let alpha = 1;
  for (let i = 0, to = start; i < run.count; i++, to += 3) {
    const px = run.x + i * run.step;
    const inverse = 1 / (px * f[at + WEIGHT] + py * f[at + WEIGHT + 1] + f[at + WEIGHT + 2]);
    let r = baseColor[0];
    let g = baseColor[1];
    let b = baseColor[2];
    alpha = baseColor[3];
    taps.group = -1;
    if (base !== null) {
      sampleMap(paint, base, triangle, px, py, inverse, run.step);
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
    let nx = px * f[at + NORMAL] + py * f[at + NORMAL + 1] + f[at + NORMAL + 2];
    let ny = px * f[at + NORMAL + 3] + py * f[at + NORMAL + 4] + f[at + NORMAL + 5];
    let nz = px * f[at + NORMAL + 6] + py * f[at + NORMAL + 7] + f[at + NORMAL + 8];
    const square = nx * nx + ny * ny + nz * nz;
    const scale = square > 0 ? (inverse > 0 ? side : -side) / Math.sqrt(square) : 0;
    nx *= scale;
    ny *= scale;
    nz *= scale;
    if (normals !== null) {
      normals[to] = nx;
      normals[to + 1] = ny;
      normals[to + 2] = nz;
    }
    if (unlit) {
      colors[to] = encodeSrgb(r);
      colors[to + 1] = encodeSrgb(g);
      colors[to + 2] = encodeSrgb(b);
      if (alphas !== null) alphas[i] = alpha;
      continue;
    }
    let ex = px * toEye[0] + py * toEye[3] + toEye[6];
    let ey = px * toEye[1] + py * toEye[4] + toEye[7];
    let ez = px * toEye[2] + py * toEye[5] + toEye[8];
    const eye = 1 / Math.sqrt(ex * ex + ey * ey + ez * ez);
    ex *= eye;
    ey *= eye;
    ez *= eye;
    point.lit = 1;
    if (paint.shadow !== null) {
      const wx = (px * f[at + POSITION] + py * f[at + POSITION + 1] + f[at + POSITION + 2]) * inverse;
      const wy = (px * f[at + POSITION + 3] + py * f[at + POSITION + 4] + f[at + POSITION + 5]) * inverse;
      const wz = (px * f[at + POSITION + 6] + py * f[at + POSITION + 7] + f[at + POSITION + 8]) * inverse;
      const { bias } = paint.shadow;
      point.lit = litShare(paint.shadow, wx + nx * bias, wy + ny * bias, wz + nz * bias);
    }
    let metallic = 0;
    let roughness = 1;
    let occlusion = 1;
    if (physical !== null) {
      metallic = physical.metallic;
      roughness = physical.roughness;
      const map = paint.metallicRoughness;
      if (map !== null) {
        sampleMap(paint, map, triangle, px, py, inverse, run.step);
        roughness *= texel[1];
        metallic *= texel[2];
      }
      if (paint.occlusion !== null) {
        // Often the red channel of the same texture.
        if (
          map === null ||
          map.texture !== paint.occlusion.texture ||
          map.coordinates !== paint.occlusion.coordinates
        ) {
          sampleMap(paint, paint.occlusion, triangle, px, py, inverse, run.step);
        }
        occlusion = 1 + physical.occlusionStrength * (texel[0] - 1);
      }
      if (paint.normal !== null) {
        sampleMap(paint, paint.normal, triangle, px, py, inverse, run.step);
        const mx = (2 * texel[0] - 1) * physical.normalScale;
        const my = (2 * texel[1] - 1) * physical.normalScale;
        const mz = 2 * texel[2] - 1;
        const bx = nx * mz + f[at + TANGENT] * mx + f[at + TANGENT + 3] * my;
        const by = ny * mz + f[at + TANGENT + 1] * mx + f[at + TANGENT + 4] * my;
        const bz = nz * mz + f[at + TANGENT + 2] * mx + f[at + TANGENT + 5] * my;
        const length = bx * bx + by * by + bz * bz;
        if (length > 0) {
          const unit = 1 / Math.sqrt(length);
          nx = bx * unit;
          ny = by * unit;
          nz = bz * unit;
        }
      }
    }
    point.nx = nx;
    point.ny = ny;
    point.nz = nz;
    point.vx = ex;
    point.vy = ey;
    point.vz = ez;
    point.occlusion = occlusion;
    if (physical !== null && physical.specular !== null) {
      specular[0] = physical.specular[0];
      specular[1] = physical.specular[1];
      specular[2] = physical.specular[2];
      let glossiness = physical.glossiness;
      if (paint.specular !== null) {
        sampleMap(paint, paint.specular, triangle, px, py, inverse, run.step);
        specular[0] *= texel[0];
        specular[1] *= texel[1];
        specular[2] *= texel[2];
        glossiness *= texel[3];
      }
      roughness = 1 - glossiness;
      const rest = 1 - Math.max(specular[0], specular[1], specular[2]);
      diffuse[0] = r * rest;
      diffuse[1] = g * rest;
      diffuse[2] = b * rest;
    } else {
      const scattered = 1 - metallic;
      specular[0] = DIELECTRIC + (r - DIELECTRIC) * metallic;
      specular[1] = DIELECTRIC + (g - DIELECTRIC) * metallic;
      specular[2] = DIELECTRIC + (b - DIELECTRIC) * metallic;
      diffuse[0] = r * scattered;
      diffuse[1] = g * scattered;
      diffuse[2] = b * scattered;
    }
    point.roughness = roughness;
    const transmission = physical === null ? 0 : physical.transmission * (1 - metallic);
    if (transmission > 0) {
      diffuse[0] *= 1 - transmission;
      diffuse[1] *= 1 - transmission;
      diffuse[2] *= 1 - transmission;
    }
    shade(point);
    if (physical !== null && (physical.emissive[0] > 0 || physical.emissive[1] > 0 || physical.emissive[2] > 0)) {
      let er = physical.emissive[0];
      let eg = physical.emissive[1];
      let eb = physical.emissive[2];
      if (paint.emissive !== null) {
        sampleMap(paint, paint.emissive, triangle, px, py, inverse, run.step);
        er *= texel[0];
        eg *= texel[1];
        eb *= texel[2];
      }
      out[0] += er;
      out[1] += eg;
      out[2] += eb;
    }
    if (transmission > 0) alpha = thinGlass(point, transmission, (r + g + b) / 3, alpha);
    if (paint.isToneMapped) toneMapNeutral(out);
    colors[to] = encodeSrgb(out[0]);
    colors[to + 1] = encodeSrgb(out[1]);
    colors[to + 2] = encodeSrgb(out[2]);
    if (alphas !== null) alphas[i] = alpha;
  }
  return alpha;
}

/** Thin glass: transmits what it neither reflects nor absorbs. Returns its opacity, and divides the color by it. */
function thinGlass({ out }: ShadePoint, transmission: number, tint: number, alpha: number): number {
  const reflected = Math.min(1, Math.max(out[0], out[1], out[2]));
  const opacity = alpha * Math.min(1, Math.max(1 - transmission * Math.min(1, tint), reflected));
  if (!(opacity > 0)) return 0;
  for (let k = 0; k < 3; k++) out[k] = (out[k] * alpha) / opacity;
  return opacity;
}

function sampleMap(
  { texels, place, texel, taps }: LitPaint,
  map: LitMap,
  { functions: f, at: first }: TriangleFunctions,
  px: number,
  py: number,
  inverse: number,
  step: number,
): void {
  if (map.group !== taps.group) {
    const { texture, coordinates, transform } = map;
    const at = first + coordinates;
    const wx = f[first + WEIGHT];
    const wy = f[first + WEIGHT + 1];
    let u = (px * f[at] + py * f[at + 1] + f[at + 2]) * inverse;
    let v = (px * f[at + 3] + py * f[at + 4] + f[at + 5]) * inverse;
    const pace = inverse * step;
    let uRight = (f[at] - u * wx) * pace;
    let uDown = (f[at + 1] - u * wy) * pace;
    let vRight = (f[at + 3] - v * wx) * pace;
    let vDown = (f[at + 4] - v * wy) * pace;
    if (transform !== null) {
      const [uu, uv, vu, vv, ue, ve] = transform;
      [u, v] = [uu * u + vu * v + ue, uv * u + vv * v + ve];
      [uRight, vRight] = [uu * uRight + vu * vRight, uv * uRight + vv * vRight];
      [uDown, vDown] = [uu * uDown + vu * vDown, uv * uDown + vv * vDown];
    }
    const { width, height } = texture.levels[0];
    uRight *= width;
    uDown *= width;
    vRight *= height;
    vDown *= height;
    place[0] = u;
    place[1] = v;
    place[2] = Math.max(uRight * uRight + vRight * vRight, uDown * uDown + vDown * vDown);
    placeTaps(texture, place, taps);
    taps.group = map.group;
  }
  sampleTaps(texels, map, taps, texel);
}
