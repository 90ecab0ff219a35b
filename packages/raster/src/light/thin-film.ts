/** Reflection of a thin film on a surface (Belcour and Barla 2017), as glTF's iridescence has it. */
import { exp, sinCos } from "@usdkit/base/math";

const AIR = 1;
/** Sensitivity of the eye to X, Y, Z over optical paths: sums of Gaussians in Fourier space; heights, places and variances. */
const HEIGHTS = [5.4856e-13, 4.4201e-13, 5.2481e-13];
const PLACES = [1.681e6, 1.7953e6, 2.2084e6];
const VARIANCES = [4.3278e9, 9.3046e9, 6.6121e9];
const RED_HEIGHT = 9.747e-14;
const RED_PLACE = 2.2399e6;
const RED_VARIANCE = 4.5282e9;
const UNIT = 1.0685e-7;
/** From XYZ to linear Rec. 709, row by row. */
const TO_RGB = [3.2404542, -1.5371385, -0.4985314, -0.969266, 1.8760108, 0.041556, 0.0556434, -0.2040259, 1.0572252];
const shift = /* @__PURE__ */ new Float64Array(3);
const amplitude = /* @__PURE__ */ new Float64Array(3);
const step = /* @__PURE__ */ new Float64Array(3);
const xyz = /* @__PURE__ */ new Float64Array(3);

/** A film: its index of refraction and its thickness in nm. */
export interface ThinFilm {
  ior: number;
  thickness: number;
}

/**
 * Writes the reflectance at an angle to `out`, linear RGB.
 *
 * @param cosine Of the angle to the normal.
 * @param base Reflectance at normal incidence of the surface below.
 */
export function filmReflectance(film: ThinFilm, cosine: number, base: Float64Array, out: Float64Array): void {
  const fade = Math.min(1, Math.max(0, film.thickness / 0.03));
  const ior = AIR + (film.ior - AIR) * fade * fade * (3 - 2 * fade);
  const inside = 1 - (AIR / ior) * (AIR / ior) * (1 - cosine * cosine);
  if (inside < 0) {
    out.fill(1);
    return;
  }
  const cosineInside = Math.sqrt(inside);
  const first = schlick(normalReflectance(ior, AIR), cosine);
  const through = 1 - first;
  const phase = ior < AIR ? 0 : Math.PI;
  const path = 2 * ior * film.thickness * cosineInside;
  for (let k = 0; k < 3; k++) {
    const root = Math.sqrt(Math.min(0.9999, Math.max(0, base[k])));
    const baseIor = (1 + root) / (1 - root);
    const second = schlick(normalReflectance(baseIor, ior), cosineInside);
    shift[k] = phase + (baseIor < ior ? Math.PI : 0);
    const both = Math.min(0.9999, Math.max(1e-5, first * second));
    step[k] = Math.sqrt(both);
    const sum = (through * through * second) / (1 - both);
    out[k] = first + sum;
    amplitude[k] = sum - through;
  }
  for (let order = 1; order <= 2; order++) {
    addOrder(order, path, out);
  }
  for (let k = 0; k < 3; k++) if (!(out[k] > 0)) out[k] = 0;
}

/** Adds the interference of an order. */
function addOrder(order: number, path: number, out: Float64Array): void {
  const phase = 2 * Math.PI * order * path * 1e-9;
  for (let k = 0; k < 3; k++) {
    amplitude[k] *= step[k];
    const [, cosine] = sinCos(PLACES[k] * phase + order * shift[k]);
    xyz[k] = HEIGHTS[k] * Math.sqrt(2 * Math.PI * VARIANCES[k]) * cosine * exp(-phase * phase * VARIANCES[k]);
  }
  const [, cosine] = sinCos(RED_PLACE * phase + order * shift[0]);
  xyz[0] += RED_HEIGHT * Math.sqrt(2 * Math.PI * RED_VARIANCE) * cosine * exp(-RED_VARIANCE * phase * phase);
  for (let k = 0; k < 3; k++) {
    const rgb = TO_RGB[3 * k] * xyz[0] + TO_RGB[3 * k + 1] * xyz[1] + TO_RGB[3 * k + 2] * xyz[2];
    out[k] += (amplitude[k] * 2 * rgb) / UNIT;
  }
}

/** Writes the reflectance at normal incidence to `out` that Schlick's approximation would have for that of an angle. */
export function filmAtNormal(reflectance: Float64Array, cosine: number, out: Float64Array): void {
  const away = Math.min(1, Math.max(0, 1 - cosine));
  const square = away * away;
  const power = Math.min(0.9999, square * square * away);
  for (let k = 0; k < 3; k++) out[k] = (reflectance[k] - power) / (1 - power);
}

function normalReflectance(to: number, from: number): number {
  const root = (to - from) / (to + from);
  return root * root;
}

function schlick(f0: number, cosine: number): number {
  const away = 1 - cosine;
  const square = away * away;
  return f0 + (1 - f0) * square * square * away;
}
