/**
 * The full look of one point: metallic-roughness shading with the layers of glTF's material extensions, under an environment and
 * lights, as three.js does it (MeshPhysicalMaterial), so that images of the two can be compared.
 */
import { exp, ln } from "@usdkit/base/math";
import { irradianceAt, radianceAt, reflectanceAt } from "./environment.ts";
import type { EnvironmentMap } from "./environment-map.ts";
import { receiveLight } from "./direct-light.ts";
import type { DirectLight } from "./light-data.ts";
import { receivedLight } from "./received-light.ts";
import type { ReceivedLight } from "./received-light.ts";
import { reflectGgx, reflectGgxAlong, reflectCharlie } from "./reflect.ts";
import type { ShadePoint } from "./shade-point.ts";

const LN2 = 0.6931471805599453;
/** Smallest roughness: smoother highlights are smaller than a pixel. */
const MIN_ROUGHNESS = 0.045;
/** Mean of (1 − cosine)^5 over the hemisphere, weighted by the cosine. */
const MEAN_FRESNEL = 1 / 21;

/** What lights a scene. */
export interface Lighting {
  readonly environment: EnvironmentMap;
  readonly lights: readonly DirectLight[];
}

const table = /* @__PURE__ */ new Float64Array(2);
const radiance = /* @__PURE__ */ new Float64Array(3);
const irradiance = /* @__PURE__ */ new Float64Array(3);
const normal = /* @__PURE__ */ new Float64Array(3);
const direction = /* @__PURE__ */ new Float64Array(3);
/** The part of a light's energy that sheen leaves to the layers below it. */
const below = /* @__PURE__ */ new Float64Array(1);
const received: ReceivedLight = /* @__PURE__ */ receivedLight();

/**
 * Shades a point: writes its outgoing radiances.
 *
 * @param visible Of each light, the part that reaches the point, 0 to 1.
 * @param sky The part of the environment's light that reaches it.
 */
export function shade(p: ShadePoint, lighting: Lighting, visible: Float64Array, sky: number): void {
  const { environment: map, lights } = lighting;
  if (p.roughness < MIN_ROUGHNESS) p.roughness = MIN_ROUGHNESS;
  else if (!(p.roughness <= 1)) p.roughness = 1;
  clear(p);
  const cosine = p.nx * p.vx + p.ny * p.vy + p.nz * p.vz;
  const nv = cosine < 0 ? 0 : cosine > 1 ? 1 : cosine;
  reflectanceAt(nv, p.roughness, table);
  reflectEnvironment(p, map, nv, sky);
  for (let i = 0; i < lights.length; i++) if (visible[i] > 0) reflectLight(p, lights[i], visible[i]);
  p.dimmed = 1;
  if (p.coat > 0) coatPoint(p, lighting, visible);
}

function clear(p: ShadePoint): void {
  for (let k = 0; k < 3; k++) {
    p.diffuseOut[k] = 0;
    p.specularOut[k] = 0;
    p.sheenOut[k] = 0;
    p.coatOut[k] = 0;
  }
}

/** Adds the light of the environment, with several scatterings between microfacets (Fdez-Agüera 2019). */
function reflectEnvironment(p: ShadePoint, map: EnvironmentMap, nv: number, sky: number): void {
  const { diffuse, color, specular, metallic, grazing, film, diffuseOut, specularOut } = p;
  const scale = table[0];
  const bias = table[1];
  const lost = 1 - scale - bias;
  reflectedRadiance(p, map);
  direction[0] = p.nx;
  direction[1] = p.ny;
  direction[2] = p.nz;
  irradianceAt(map, direction, irradiance);
  const hidden = occludeSpecular(nv, p.occlusion, p.roughness);
  let rest = 1;
  if (p.sheenRoughness > 0) {
    const albedo = sheenAlbedo(nv, p.sheenRoughness);
    rest = 1 - Math.max(p.sheen[0], p.sheen[1], p.sheen[2]) * albedo;
    for (let k = 0; k < 3; k++) p.sheenOut[k] = sky * irradiance[k] * p.sheen[k] * albedo * p.occlusion;
  }
  for (let k = 0; k < 3; k++) {
    const f0 = film > 0 ? specular[k] + film * (p.filmDielectric[k] - specular[k]) : specular[k];
    const single = f0 * scale + grazing * bias;
    const average = f0 + (1 - f0) * MEAN_FRESNEL;
    const multiple = ((single * average) / (1 - lost * average)) * lost;
    const light = sky * irradiance[k];
    diffuseOut[k] = diffuse[k] * light * (1 - single - multiple) * p.occlusion * rest;
    let once = single;
    let often = multiple;
    if (metallic > 0) {
      const metal = film > 0 ? color[k] + film * (p.filmMetallic[k] - color[k]) : color[k];
      const singleMetal = metal * scale + grazing * bias;
      const averageMetal = metal + (1 - metal) * MEAN_FRESNEL;
      once += metallic * (singleMetal - once);
      often += metallic * (((singleMetal * averageMetal) / (1 - lost * averageMetal)) * lost - often);
    }
    specularOut[k] = (radiance[k] * once + light * often) * hidden * rest;
  }
}

/** Puts the radiance along the reflection vector into `radiance`. */
function reflectedRadiance(p: ShadePoint, map: EnvironmentMap): void {
  normal[0] = p.nx;
  normal[1] = p.ny;
  normal[2] = p.nz;
  if (p.anisotropy > 0) bendNormal(p);
  mirroredRadiance(map, p, p.roughness);
}

/** Stretched reflections come from a normal that is bent towards the view, across the shorter axis (Filament, 4.10.1). */
function bendNormal({ nx, ny, nz, vx, vy, vz, across, anisotropy, roughness }: ShadePoint): void {
  const bx = across[0];
  const by = across[1];
  const bz = across[2];
  const tx = by * vz - bz * vy;
  const ty = bz * vx - bx * vz;
  const tz = bx * vy - by * vx;
  let sx = ty * bz - tz * by;
  let sy = tz * bx - tx * bz;
  let sz = tx * by - ty * bx;
  const unit = 1 / Math.sqrt(sx * sx + sy * sy + sz * sz + 1e-20);
  const keep = 1 - anisotropy * (1 - roughness);
  const share = keep * keep * keep * keep;
  sx = sx * unit + share * (nx - sx * unit);
  sy = sy * unit + share * (ny - sy * unit);
  sz = sz * unit + share * (nz - sz * unit);
  const length = 1 / Math.sqrt(sx * sx + sy * sy + sz * sz + 1e-20);
  normal[0] = sx * length;
  normal[1] = sy * length;
  normal[2] = sz * length;
}

/** Puts the radiance that `normal` mirrors to the eye into `radiance`. */
function mirroredRadiance(map: EnvironmentMap, { vx, vy, vz }: ShadePoint, roughness: number): void {
  const nx = normal[0];
  const ny = normal[1];
  const nz = normal[2];
  const cosine = nx * vx + ny * vy + nz * vz;
  let rx = 2 * cosine * nx - vx;
  let ry = 2 * cosine * ny - vy;
  let rz = 2 * cosine * nz - vz;
  // Bent towards the normal for rough surfaces.
  const bend = roughness * roughness * roughness * roughness;
  rx += bend * (nx - rx);
  ry += bend * (ny - ry);
  rz += bend * (nz - rz);
  const length = 1 / Math.sqrt(rx * rx + ry * ry + rz * rz + 1e-20);
  direction[0] = rx * length;
  direction[1] = ry * length;
  direction[2] = rz * length;
  radianceAt(map, direction, roughness, radiance);
}

/** Adds a light's. Energy lost between microfacets is regained as Turquin has it (2019, equation 16). */
function reflectLight(p: ShadePoint, light: DirectLight, part: number): void {
  const { diffuse, color, specular, metallic, grazing, film, diffuseOut, specularOut } = p;
  received.normal[0] = p.nx;
  received.normal[1] = p.ny;
  received.normal[2] = p.nz;
  received.surfaceAlpha = p.roughness * p.roughness;
  receiveLight(light, p, received);
  if (!(received.diffuse > 0 || received.specular > 0)) return;
  const regained = 1 / (table[0] + table[1]) - 1;
  const lobe = p.anisotropy > 0 ? reflectGgxAlong(p, received) : reflectGgx(p, received);
  const { fresnel } = received;
  below[0] = 1;
  if (p.sheenRoughness > 0) addSheen(p, part);
  const diffuseLight = received.diffuse * part * below[0];
  const specularLight = received.specular * part * lobe * below[0];
  const f90 = grazing + metallic * (1 - grazing);
  for (let k = 0; k < 3; k++) {
    const f0 = specular[k] + metallic * (color[k] - specular[k]);
    let reflected = f0 + (f90 - f0) * fresnel;
    if (film > 0) reflected += film * (p.filmFresnel[k] - reflected);
    const passed = 1 - specular[k] - (grazing - specular[k]) * fresnel;
    const c = received.color[k];
    specularOut[k] += specularLight * c * reflected * (1 + f0 * regained);
    // Diffuse reflection gets what the surface does not reflect.
    diffuseOut[k] += diffuseLight * c * diffuse[k] * passed;
  }
}

/** Adds the sheen of a received light; `below` is what is left for the layers below. */
function addSheen(p: ShadePoint, part: number): void {
  const { nx, ny, nz, vx, vy, vz, sheen, sheenOut, sheenRoughness } = p;
  const nv = Math.min(1, Math.max(0, nx * vx + ny * vy + nz * vz));
  const nl = Math.min(1, Math.max(0, nx * received.x + ny * received.y + nz * received.z));
  const lobe = reflectCharlie(p, received, nv, nl) * received.diffuse * part;
  for (let k = 0; k < 3; k++) sheenOut[k] += lobe * received.color[k] * sheen[k];
  const most = Math.max(sheenAlbedo(nv, sheenRoughness), sheenAlbedo(nl, sheenRoughness));
  below[0] = 1 - Math.max(sheen[0], sheen[1], sheen[2]) * most;
}

/** The clear coat: its reflections, and how much it dims what is below it. */
function coatPoint(p: ShadePoint, { environment: map, lights }: Lighting, visible: Float64Array): void {
  const { cx, cy, cz, vx, vy, vz, coat, coatReflectance: f0, coatOut } = p;
  const roughness = p.coatRoughness < MIN_ROUGHNESS ? MIN_ROUGHNESS : p.coatRoughness <= 1 ? p.coatRoughness : 1;
  const cosine = cx * vx + cy * vy + cz * vz;
  const cv = cosine < 0 ? 0 : cosine > 1 ? 1 : cosine;
  normal[0] = cx;
  normal[1] = cy;
  normal[2] = cz;
  mirroredRadiance(map, p, roughness);
  reflectanceAt(cv, roughness, table);
  const reflectance = (f0 * table[0] + table[1]) * p.occlusion;
  for (let k = 0; k < 3; k++) coatOut[k] = radiance[k] * reflectance;
  received.normal.set(normal);
  received.surfaceAlpha = roughness * roughness;
  for (let i = 0; i < lights.length; i++) {
    if (!(visible[i] > 0)) continue;
    receiveLight(lights[i], p, received);
    if (!(received.specular > 0)) continue;
    const lobe = reflectGgx(p, received) * received.specular * visible[i];
    const reflected = f0 + (1 - f0) * received.fresnel;
    for (let k = 0; k < 3; k++) coatOut[k] += lobe * received.color[k] * reflected;
  }
  for (let k = 0; k < 3; k++) coatOut[k] *= coat;
  const away = 1 - cv;
  p.dimmed = 1 - coat * (f0 + (1 - f0) * away * away * away * away * away);
}

/** Specular occlusion of Lagarde and de Rousiers 2014. */
function occludeSpecular(nv: number, occlusion: number, roughness: number): number {
  if (occlusion >= 1) return 1;
  const base = nv + occlusion;
  if (!(base > 0)) return 0;
  const power = exp(LN2 * (-16 * roughness - 1));
  const value = exp(power * ln(base)) - 1 + occlusion;
  return value < 0 ? 0 : value > 1 ? 1 : value;
}

/** Reflectance of sheen over all directions: a fit to the lobe of Estevez and Kulla 2017. */
function sheenAlbedo(cosine: number, roughness: number): number {
  const inverse = 1 / (roughness + 0.1);
  const square = roughness * roughness;
  const slope = -1.9362 + 1.0678 * roughness + 0.4573 * square - 0.8469 * inverse;
  const start = -0.6014 + 0.5538 * roughness - 0.467 * square - 0.1255 * inverse;
  const value = exp(slope * cosine + start);
  return value > 1 ? 1 : value;
}
