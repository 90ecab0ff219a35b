/** Reads the material of a sample: reflectances, roughness, normals and layers. */
import { filmReflectance, filmAtNormal } from "../light/thin-film.ts";
import type { ThinFilm } from "../light/thin-film.ts";
import type { PreparedPhysical } from "../prepare/scene-data.ts";
import type { LitPaint } from "./lit-paint.ts";
import { sampleMap } from "./sample-map.ts";
import { NORMAL, SIDE, GRADIENT, COAT_GRADIENT, TANGENT, TANGENT_SIGN } from "./surface-functions.ts";
import type { TriangleFunctions } from "./surface-sample.ts";

/** Reflectance of dielectrics with an index of refraction of 1.5. */
const DIELECTRIC = 0.04;

/** Vectors of growing u and of growing v, and the scratch numbers of the film. */
const along = /* @__PURE__ */ new Float64Array(3);
const across = /* @__PURE__ */ new Float64Array(3);
const film: ThinFilm = { ior: 1.3, thickness: 400.5 };
const metallicFilm = /* @__PURE__ */ new Float64Array(3);

/** Fills the point of a draw for a sample, except for what depends on its place. */
export function readSurface(paint: LitPaint, triangle: TriangleFunctions, step: number): void {
  const { physical, point, sample } = paint;
  point.nx = sample.nx;
  point.ny = sample.ny;
  point.nz = sample.nz;
  point.metallic = 0;
  point.roughness = 1;
  point.occlusion = 1;
  point.grazing = 1;
  point.coat = 0;
  point.sheenRoughness = 0;
  point.film = 0;
  point.anisotropy = 0;
  point.specular[0] = DIELECTRIC;
  point.specular[1] = DIELECTRIC;
  point.specular[2] = DIELECTRIC;
  if (physical !== null) readMaps(paint, physical, triangle, step);
  if (physical !== null && physical.glossy !== null) reflectGlossy(paint, physical.glossy, triangle, step);
  else reflectMetallic(paint);
  if (physical === null) return;
  const curved = curvature(paint, triangle, step);
  point.roughness = Math.min(1, Math.max(point.roughness, 0.045) + curved);
  if (physical.clearcoat !== null) readCoat(paint, physical, triangle, step);
  if (point.coat > 0) point.coatRoughness = Math.min(1, Math.max(point.coatRoughness, 0.045) + curved);
  if (physical.sheen !== null) readSheen(paint, physical, triangle, step);
  if (physical.anisotropy !== null) readAnisotropy(paint, physical, triangle, step);
  if (physical.iridescence !== null) readFilm(paint, physical, triangle, step);
}

/** Sets metallic, roughness, occlusion, the mapped normal and the reflectance of dielectrics. */
function readMaps(paint: LitPaint, physical: PreparedPhysical, triangle: TriangleFunctions, step: number): void {
  const { point, texel, maps } = paint;
  const { metallicRoughness, occlusion, normal } = maps;
  point.metallic = physical.metallic;
  point.roughness = physical.roughness;
  if (metallicRoughness !== undefined) {
    sampleMap(paint, metallicRoughness, triangle, step);
    point.roughness *= texel[1];
    point.metallic *= texel[2];
  }
  if (occlusion !== undefined) {
    // Often the red channel of the same texture.
    const isSampled =
      metallicRoughness !== undefined &&
      metallicRoughness.texture === occlusion.texture &&
      metallicRoughness.group === occlusion.group;
    if (!isSampled) sampleMap(paint, occlusion, triangle, step);
    point.occlusion = 1 + physical.occlusionStrength * (texel[0] - 1);
  }
  if (normal !== undefined) {
    openTangents(paint, triangle, GRADIENT);
    sampleMap(paint, normal, triangle, step);
    bendNormal(paint, physical.normalScale);
  }
  if (physical.ior !== 1.5 || physical.specular !== null) readSpecular(paint, physical, triangle, step);
}

function readSpecular(paint: LitPaint, physical: PreparedPhysical, triangle: TriangleFunctions, step: number): void {
  const { point, texel, maps } = paint;
  const root = (physical.ior - 1) / (physical.ior + 1);
  let r = root * root;
  let g = r;
  let b = r;
  let strength = 1;
  if (physical.specular !== null) {
    const { color } = physical.specular;
    r *= color[0];
    g *= color[1];
    b *= color[2];
    strength = physical.specular.strength;
    if (maps.specularColor !== undefined) {
      sampleMap(paint, maps.specularColor, triangle, step);
      r *= texel[0];
      g *= texel[1];
      b *= texel[2];
    }
    if (maps.specularStrength !== undefined) {
      sampleMap(paint, maps.specularStrength, triangle, step);
      strength *= texel[3];
    }
  }
  point.specular[0] = Math.min(1, r) * strength;
  point.specular[1] = Math.min(1, g) * strength;
  point.specular[2] = Math.min(1, b) * strength;
  point.grazing = strength;
}

/**
 * Puts the directions of red and green of a normal map into `along` and `across`: the tangents of the mesh, or the gradients of the
 * texture coordinates.
 */
function openTangents({ sample }: LitPaint, { functions: f, at }: TriangleFunctions, gradient: number): void {
  const { x, y, nx, ny, nz } = sample;
  const sign = f[at + TANGENT_SIGN];
  if (sign !== 0) {
    const tx = x * f[at + TANGENT] + y * f[at + TANGENT + 1] + f[at + TANGENT + 2];
    const ty = x * f[at + TANGENT + 3] + y * f[at + TANGENT + 4] + f[at + TANGENT + 5];
    const tz = x * f[at + TANGENT + 6] + y * f[at + TANGENT + 7] + f[at + TANGENT + 8];
    const side = f[at + SIDE];
    // The side of a visible back turns both; the normal is turned already.
    const scale = side / Math.sqrt(tx * tx + ty * ty + tz * tz + 1e-40);
    along[0] = tx * scale;
    along[1] = ty * scale;
    along[2] = tz * scale;
    const turn = sign * side;
    const bx = (ny * along[2] - nz * along[1]) * turn;
    const by = (nz * along[0] - nx * along[2]) * turn;
    const bz = (nx * along[1] - ny * along[0]) * turn;
    const length = 1 / Math.sqrt(bx * bx + by * by + bz * bz + 1e-40);
    across[0] = bx * length;
    across[1] = by * length;
    across[2] = bz * length;
    return;
  }
  const from = at + gradient;
  let t = 0;
  let b = 0;
  for (let k = 0; k < 3; k++) {
    const i = (k + 1) % 3;
    const j = (k + 2) % 3;
    const ni = k === 0 ? ny : k === 1 ? nz : nx;
    const nj = k === 0 ? nz : k === 1 ? nx : ny;
    const tangent = f[from + i] * nj - f[from + j] * ni;
    const bitangent = f[from + 3 + i] * nj - f[from + 3 + j] * ni;
    along[k] = tangent;
    across[k] = bitangent;
    t += tangent * tangent;
    b += bitangent * bitangent;
  }
  const longest = t > b ? t : b;
  const scale = longest > 0 ? 1 / Math.sqrt(longest) : 0;
  for (let k = 0; k < 3; k++) {
    along[k] *= scale;
    across[k] *= scale;
  }
}

/** Bends the normal by the value of a normal map. */
function bendNormal({ sample, point, texel }: LitPaint, scale: number): void {
  const { nx, ny, nz } = sample;
  const mx = (2 * texel[0] - 1) * scale;
  const my = (2 * texel[1] - 1) * scale;
  const mz = 2 * texel[2] - 1;
  const bx = nx * mz + along[0] * mx + across[0] * my;
  const by = ny * mz + along[1] * mx + across[1] * my;
  const bz = nz * mz + along[2] * mx + across[2] * my;
  const length = bx * bx + by * by + bz * bz;
  if (!(length > 0)) return;
  const unit = 1 / Math.sqrt(length);
  point.nx = bx * unit;
  point.ny = by * unit;
  point.nz = bz * unit;
}

/** Sets the reflectances of the specular-glossiness workflow. */
function reflectGlossy(
  paint: LitPaint,
  { color, glossiness }: NonNullable<PreparedPhysical["glossy"]>,
  triangle: TriangleFunctions,
  step: number,
): void {
  const { sample, point, texel, maps } = paint;
  const { diffuse, specular } = point;
  specular[0] = color[0];
  specular[1] = color[1];
  specular[2] = color[2];
  let smooth = glossiness;
  if (maps.glossy !== undefined) {
    sampleMap(paint, maps.glossy, triangle, step);
    specular[0] *= texel[0];
    specular[1] *= texel[1];
    specular[2] *= texel[2];
    smooth *= texel[3];
  }
  point.metallic = 0;
  point.roughness = 1 - smooth;
  const rest = 1 - Math.max(specular[0], specular[1], specular[2]);
  diffuse[0] = sample.r * rest;
  diffuse[1] = sample.g * rest;
  diffuse[2] = sample.b * rest;
}

/** Sets the reflectances of the metallic-roughness workflow. */
function reflectMetallic({ sample, point }: LitPaint): void {
  const { r, g, b } = sample;
  const { diffuse, color, metallic } = point;
  const scattered = 1 - metallic;
  color[0] = r;
  color[1] = g;
  color[2] = b;
  diffuse[0] = r * scattered;
  diffuse[1] = g * scattered;
  diffuse[2] = b * scattered;
}

/**
 * Returns how much the normal turns within a pixel, the largest change of a component in the space of the camera: it adds to the
 * roughness, as highlights would be smaller than a pixel otherwise.
 */
function curvature({ sample, camera }: LitPaint, { functions: f, at }: TriangleFunctions, step: number): number {
  const { x, y } = sample;
  const n = at + NORMAL;
  const mx = x * f[n] + y * f[n + 1] + f[n + 2];
  const my = x * f[n + 3] + y * f[n + 4] + f[n + 5];
  const mz = x * f[n + 6] + y * f[n + 7] + f[n + 8];
  const square = mx * mx + my * my + mz * mz;
  if (!(square > 0)) return 0;
  const inverse = 1 / Math.sqrt(square);
  const { view } = camera;
  let most = 0;
  for (let d = 0; d < 2; d++) {
    const dx = f[n + d];
    const dy = f[n + 3 + d];
    const dz = f[n + 6 + d];
    const along1 = (mx * dx + my * dy + mz * dz) / square;
    const tx = dx - mx * along1;
    const ty = dy - my * along1;
    const tz = dz - mz * along1;
    for (let k = 0; k < 3; k++) {
      const turned = Math.abs(tx * view[k] + ty * view[3 + k] + tz * view[6 + k]);
      if (turned > most) most = turned;
    }
  }
  return most * inverse * step;
}

function readCoat(paint: LitPaint, physical: PreparedPhysical, triangle: TriangleFunctions, step: number): void {
  const { point, sample, texel, maps } = paint;
  const { clearcoat } = physical;
  if (clearcoat === null) return;
  let { strength, roughness } = clearcoat;
  if (maps.clearcoat !== undefined) {
    sampleMap(paint, maps.clearcoat, triangle, step);
    strength *= texel[0];
  }
  if (maps.clearcoatRoughness !== undefined) {
    sampleMap(paint, maps.clearcoatRoughness, triangle, step);
    roughness *= texel[1];
  }
  point.coat = strength;
  point.coatReflectance = clearcoat.reflectance;
  point.coatRoughness = roughness;
  point.cx = sample.nx;
  point.cy = sample.ny;
  point.cz = sample.nz;
  if (maps.clearcoatNormal === undefined) return;
  const { nx, ny, nz } = point;
  openTangents(paint, triangle, COAT_GRADIENT);
  sampleMap(paint, maps.clearcoatNormal, triangle, step);
  bendNormal(paint, clearcoat.normalScale);
  point.cx = point.nx;
  point.cy = point.ny;
  point.cz = point.nz;
  point.nx = nx;
  point.ny = ny;
  point.nz = nz;
}

function readSheen(paint: LitPaint, physical: PreparedPhysical, triangle: TriangleFunctions, step: number): void {
  const { point, texel, maps } = paint;
  if (physical.sheen === null) return;
  const { color, roughness } = physical.sheen;
  const { sheen } = point;
  sheen[0] = color[0];
  sheen[1] = color[1];
  sheen[2] = color[2];
  point.sheenRoughness = Math.max(1e-4, roughness);
  if (maps.sheenColor !== undefined) {
    sampleMap(paint, maps.sheenColor, triangle, step);
    for (let k = 0; k < 3; k++) sheen[k] *= texel[k];
  }
  if (maps.sheenRoughness !== undefined) {
    sampleMap(paint, maps.sheenRoughness, triangle, step);
    point.sheenRoughness = Math.max(1e-4, point.sheenRoughness * texel[3]);
  }
}

function readAnisotropy(paint: LitPaint, physical: PreparedPhysical, triangle: TriangleFunctions, step: number): void {
  const { point, texel, maps } = paint;
  if (physical.anisotropy === null) return;
  const { strength, cosine, sine } = physical.anisotropy;
  let x = strength * cosine;
  let y = strength * sine;
  if (maps.anisotropy !== undefined) {
    sampleMap(paint, maps.anisotropy, triangle, step);
    const u = 2 * texel[0] - 1;
    const v = 2 * texel[1] - 1;
    const unit = texel[2] / Math.sqrt(u * u + v * v + 1e-20);
    const turnedX = (x * u - y * v) * unit;
    y = (y * u + x * v) * unit;
    x = turnedX;
  }
  const length = Math.sqrt(x * x + y * y);
  if (!(length > 0)) return;
  x /= length;
  y /= length;
  openTangents(paint, triangle, GRADIENT);
  // Without texture coordinates highlights have no direction.
  if (along[0] === 0 && along[1] === 0 && along[2] === 0) return;
  point.anisotropy = Math.min(1, length);
  for (let k = 0; k < 3; k++) {
    point.along[k] = along[k] * x + across[k] * y;
    point.across[k] = across[k] * x - along[k] * y;
  }
}

function readFilm(paint: LitPaint, physical: PreparedPhysical, triangle: TriangleFunctions, step: number): void {
  const { point, texel, maps } = paint;
  const { iridescence } = physical;
  if (iridescence === null) return;
  let { strength, maxThickness: thickness } = iridescence;
  if (maps.iridescence !== undefined) {
    sampleMap(paint, maps.iridescence, triangle, step);
    strength *= texel[0];
  }
  if (maps.iridescenceThickness !== undefined) {
    sampleMap(paint, maps.iridescenceThickness, triangle, step);
    const { minThickness, maxThickness } = iridescence;
    thickness = minThickness + (maxThickness - minThickness) * texel[1];
  }
  if (!(strength > 0 && thickness > 0)) return;
  const { nx, ny, nz, vx, vy, vz, metallic, filmFresnel } = point;
  const cosine = Math.min(1, Math.max(0, nx * vx + ny * vy + nz * vz));
  film.ior = iridescence.ior;
  film.thickness = thickness;
  point.film = Math.min(1, strength);
  filmReflectance(film, cosine, point.specular, filmFresnel);
  filmAtNormal(filmFresnel, cosine, point.filmDielectric);
  if (!(metallic > 0)) return;
  filmReflectance(film, cosine, point.color, metallicFilm);
  filmAtNormal(metallicFilm, cosine, point.filmMetallic);
  for (let k = 0; k < 3; k++) filmFresnel[k] += metallic * (metallicFilm[k] - filmFresnel[k]);
}
