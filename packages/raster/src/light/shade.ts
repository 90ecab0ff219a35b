/**
 * The full look of one point: metallic-roughness shading under the environment and the key light, as three.js does it
 * (MeshStandardMaterial with an environment map), so that images of the two can be compared.
 */
import * as environment from "./environment.ts";
import * as key from "./key-light.ts";

const { irradianceAt, radianceAt, reflectanceAt } = environment;
const { KEY_STRENGTH, keyDirection } = key;
const [KEY_X, KEY_Y, KEY_Z] = keyDirection;
/** The part of the environment's light from around the key light. */
const SKY_SHADOW = 0.4;
const table = /* @__PURE__ */ new Float64Array(2);

/** A point on a surface; the same object is filled for each. */
export interface ShadePoint {
  /** Unit vectors in world space: the normal, and from the point to the eye. */
  nx: number;
  ny: number;
  nz: number;
  vx: number;
  vy: number;
  vz: number;
  /** Diffuse color, and specular color at normal incidence, linear RGB. */
  readonly diffuse: Float64Array;
  readonly specular: Float64Array;
  /** Of the material; the colors depend on it, {@link shade} does not. 0 to 1. */
  metallic: number;
  /** Perceptual, 0 to 1. */
  roughness: number;
  /** Visibility of the environment and of the key light, 0 to 1. */
  occlusion: number;
  lit: number;
  /** Outgoing radiance towards the eye: linear RGB. */
  readonly out: Float64Array;
}

/** Returns an empty point. Its numbers are never small integers, since the compiler would choose another representation for them. */
export function shadePoint(): ShadePoint {
  const three = (): Float64Array => new Float64Array(3);
  const vectors = { nx: NaN, ny: NaN, nz: NaN, vx: NaN, vy: NaN, vz: NaN };
  const colors = { diffuse: three(), specular: three(), out: three() };
  return { ...vectors, ...colors, metallic: NaN, roughness: NaN, occlusion: NaN, lit: NaN };
}

/** Shades a point: writes `out`. */
export function shade(p: ShadePoint): void {
  const { nx, ny, nz, vx, vy, vz, diffuse, specular, out } = p;
  const cosine = nx * vx + ny * vy + nz * vz;
  const nv = cosine < 0 ? 0 : cosine > 1 ? 1 : cosine;
  // Highlights of smoother surfaces would be smaller than a pixel.
  const roughness = p.roughness < 0.0525 ? 0.0525 : p.roughness;
  const alpha = roughness * roughness;
  // The reflection vector, bent towards the normal for rough surfaces.
  let rx = 2 * cosine * nx - vx;
  let ry = 2 * cosine * ny - vy;
  let rz = 2 * cosine * nz - vz;
  const bend = alpha * alpha;
  rx += bend * (nx - rx);
  ry += bend * (ny - ry);
  rz += bend * (nz - rz);
  const length = 1 / Math.sqrt(rx * rx + ry * ry + rz * rz);
  const reflected = radianceAt(rx * length, ry * length, rz * length, roughness);
  // A shadow of the key light also hides the bright part of the environment around it.
  const sky = 1 - SKY_SHADOW * (1 - p.lit);
  const irradiance = sky * irradianceAt(nx, ny, nz);
  reflectanceAt(nv, roughness, table);
  const scale = table[0];
  const bias = table[1];
  const lost = 1 - scale - bias;
  const specularOcclusion = occludeSpecular(nv, p.occlusion, roughness);

  let keyDiffuse = 0;
  let keySpecular = 0;
  let keyFresnel = 0;
  const nl = nx * KEY_X + ny * KEY_Y + nz * KEY_Z;
  if (nl > 0 && p.lit > 0) {
    let hx = vx + KEY_X;
    let hy = vy + KEY_Y;
    let hz = vz + KEY_Z;
    const half = 1 / Math.sqrt(hx * hx + hy * hy + hz * hz + 1e-20);
    hx *= half;
    hy *= half;
    hz *= half;
    const nh = Math.max(0, nx * hx + ny * hy + nz * hz);
    const vh = Math.max(0, vx * hx + vy * hy + vz * hz);
    const a2 = alpha * alpha;
    const smithV = nl * Math.sqrt(a2 + (1 - a2) * nv * nv);
    const smithL = nv * Math.sqrt(a2 + (1 - a2) * nl * nl);
    const peak = nh * nh * (a2 - 1) + 1;
    keyDiffuse = KEY_STRENGTH * nl * p.lit;
    // D · V, with the π of the irradiance and that of D cancelled.
    keySpecular = (keyDiffuse * 0.5 * a2) / (Math.max(smithV + smithL, 1e-6) * peak * peak);
    const grazing = 1 - vh;
    keyFresnel = grazing * grazing * grazing * grazing * grazing;
  }
  // Multiple scattering of the key light (Turquin 2019, equation 16).
  const regained = 1 / (scale + bias) - 1;
  let largest = 0;
  for (let k = 0; k < 3; k++) {
    const f0 = specular[k];
    const single = f0 * scale + bias;
    const average = f0 + (1 - f0) * 0.047619;
    const multiple = (single * average * lost) / (1 - lost * average);
    if (single + multiple > largest) largest = single + multiple;
    const fresnel = f0 + (1 - f0) * keyFresnel;
    const direct = keySpecular * fresnel * (1 + f0 * regained);
    // Diffuse reflection gets what is not reflected specularly.
    out[k] =
      (reflected * single + irradiance * multiple) * specularOcclusion +
      direct +
      diffuse[k] * keyDiffuse * (1 - fresnel);
  }
  const indirect = irradiance * (1 - largest) * p.occlusion;
  for (let k = 0; k < 3; k++) out[k] += diffuse[k] * indirect;
}

/** Specular occlusion of Lagarde and de Rousiers 2014, with a square root for its power, whose exponent tends to 0 for rough surfaces. */
function occludeSpecular(nv: number, occlusion: number, roughness: number): number {
  if (occlusion >= 1) return 1;
  if (roughness >= 0.3) return occlusion;
  const sharp = Math.min(1, Math.max(0, Math.sqrt(nv + occlusion) - 1 + occlusion));
  return sharp + (occlusion - sharp) * (roughness / 0.3);
}
