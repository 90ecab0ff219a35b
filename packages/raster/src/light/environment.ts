/** Lookups in the prefiltered environment and in the table of specular reflectance. */
import * as generated from "./environment.generated.ts";
import * as octahedron from "./octahedron.ts";

const { directionToSquare } = octahedron;
const { LEVEL_SIZES, REFLECTANCE_SIZE } = generated;
/** Scales of the stored 16-bit numbers. */
const RADIANCE_SCALE = 1 / 8192;
const REFLECTANCE_SCALE = 1 / 65535;

const radiances = /* @__PURE__ */ unpack(generated.radiances, RADIANCE_SCALE);
const reflectances = /* @__PURE__ */ unpack(generated.reflectances, REFLECTANCE_SCALE);
const irradiance = /* @__PURE__ */ Float64Array.from(generated.irradiance);
const offsets = /* @__PURE__ */ LEVEL_SIZES.map((_, i) =>
  LEVEL_SIZES.slice(0, i).reduce((sum, size) => sum + size * size, 0),
);
const place = /* @__PURE__ */ new Float64Array(2);

/** Returns the irradiance over π at a surface with a unit normal: spherical harmonics up to degree 2 (Ramamoorthi, Hanrahan 2001). */
export function irradianceAt(x: number, y: number, z: number): number {
  const c = irradiance;
  return (
    c[0] +
    c[1] * y +
    c[2] * z +
    c[3] * x +
    c[4] * x * y +
    c[5] * y * z +
    c[6] * (3 * z * z - 1) +
    c[7] * x * z +
    c[8] * (x * x - y * y)
  );
}

/** Returns the radiance around a unit direction, prefiltered for a roughness (0 to 1). */
export function radianceAt(x: number, y: number, z: number, roughness: number): number {
  directionToSquare(x, y, z, place);
  const exact = roughness * (LEVEL_SIZES.length - 1);
  const lower = exact | 0;
  const part = exact - lower;
  const near = sampleLevel(lower);
  return part > 0 ? near + part * (sampleLevel(lower + 1) - near) : near;
}

function sampleLevel(level: number): number {
  const size = LEVEL_SIZES[level];
  const x = (place[0] + 1) * 0.5 * (size - 1);
  const y = (place[1] + 1) * 0.5 * (size - 1);
  const left = Math.min(x | 0, size - 2);
  const top = Math.min(y | 0, size - 2);
  const at = offsets[level] + top * size + left;
  const right = x - left;
  const upper = radiances[at] + right * (radiances[at + 1] - radiances[at]);
  const under = radiances[at + size] + right * (radiances[at + size + 1] - radiances[at + size]);
  return upper + (y - top) * (under - upper);
}

/**
 * Writes scale and bias of the specular color to `out`: the integral of the GGX reflectance over all directions (Karis 2013).
 *
 * @param cosine Of the angle between normal and view, 0 to 1.
 */
export function reflectanceAt(cosine: number, roughness: number, out: Float64Array): void {
  const size = REFLECTANCE_SIZE;
  const x = cosine * (size - 1);
  const y = roughness * (size - 1);
  const left = Math.min(x | 0, size - 2);
  const top = Math.min(y | 0, size - 2);
  const [right, bottom] = [x - left, y - top];
  for (let k = 0; k < 2; k++) {
    const at = 2 * (top * size + left) + k;
    const upper = reflectances[at] + right * (reflectances[at + 2] - reflectances[at]);
    const under = reflectances[at + 2 * size] + right * (reflectances[at + 2 * size + 2] - reflectances[at + 2 * size]);
    out[k] = upper + bottom * (under - upper);
  }
}

/** 16-bit numbers, the low byte first, as Base64. */
function unpack(text: string, scale: number): Float64Array {
  const bytes = atob(text);
  return Float64Array.from({ length: bytes.length / 2 }, (_, i) => {
    return (bytes.charCodeAt(2 * i) + 256 * bytes.charCodeAt(2 * i + 1)) * scale;
  });
}
