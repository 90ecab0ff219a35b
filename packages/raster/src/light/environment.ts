/** Lookups in environments and in the table of specular reflectance. */
import { REFLECTANCE_SIZE, reflectances as packedReflectances } from "./environment.generated.ts";
import type { EnvironmentMap } from "./environment-map.ts";
import { directionToSquare } from "./octahedron.ts";

/** Scale of the stored 16-bit numbers. */
const REFLECTANCE_SCALE = 1 / 65535;

const reflectances = /* @__PURE__ */ unpackWords(packedReflectances, REFLECTANCE_SCALE);
const place = /* @__PURE__ */ new Float64Array(2);

type MapPlace = EnvironmentMap["levels"][number];

/** Writes the irradiance over π at a surface with a unit normal to `out`, linear RGB. */
export function irradianceAt(map: EnvironmentMap, normal: Float64Array, out: Float64Array): void {
  const { radiances, levels } = map;
  placeDirection(map, normal);
  out[0] = 0;
  out[1] = 0;
  out[2] = 0;
  addMap(radiances, levels[levels.length - 1], 1, out);
}

/** Writes the radiance around a unit direction, prefiltered for a roughness (0 to 1), to `out`, linear RGB. */
export function radianceAt(map: EnvironmentMap, direction: Float64Array, roughness: number, out: Float64Array): void {
  const { levels, radiances } = map;
  placeDirection(map, direction);
  const exact = roughness * (2 - roughness) * (levels.length - 1);
  const lower = Math.min(exact | 0, levels.length - 1);
  const part = exact - lower;
  out[0] = 0;
  out[1] = 0;
  out[2] = 0;
  addMap(radiances, levels[lower], 1 - part, out);
  if (part > 0) addMap(radiances, levels[lower + 1], part, out);
}

function placeDirection({ isZUp }: EnvironmentMap, direction: Float64Array): void {
  if (isZUp) directionToSquare(direction[0], direction[2], -direction[1], place);
  else directionToSquare(direction[0], direction[1], direction[2], place);
}

/** Adds the interpolated texels at `place`, times a weight. */
function addMap(radiances: Float32Array, { size, offset }: MapPlace, weight: number, out: Float64Array): void {
  const x = (place[0] + 1) * 0.5 * (size - 1);
  const y = (place[1] + 1) * 0.5 * (size - 1);
  const left = Math.min(x | 0, size - 2);
  const top = Math.min(y | 0, size - 2);
  const right = x - left;
  const bottom = y - top;
  const upper = 3 * (offset + top * size + left);
  const under = upper + 3 * size;
  const w4 = weight * right * bottom;
  const w3 = weight * bottom - w4;
  const w2 = weight * right - w4;
  const w1 = weight - w2 - w3 - w4;
  for (let k = 0; k < 3; k++) {
    out[k] +=
      w1 * radiances[upper + k] +
      w2 * radiances[upper + 3 + k] +
      w3 * radiances[under + k] +
      w4 * radiances[under + 3 + k];
  }
}

/**
 * Writes scale and bias of the specular color to `out`: the integral of the GGX reflectance over all directions (Karis 2013).
 *
 * @param cosine Of the angle between normal and view, 0 to 1.
 */
export function reflectanceAt(cosine: number, roughness: number, out: Float64Array): void {
  const size = REFLECTANCE_SIZE;
  // Values are those of the centres of texels; outside of them those of the nearest ones.
  const x = Math.min(size - 1, Math.max(0, cosine * size - 0.5));
  const y = Math.min(size - 1, Math.max(0, roughness * size - 0.5));
  const left = Math.min(x | 0, size - 2);
  const top = Math.min(y | 0, size - 2);
  const right = x - left;
  const bottom = y - top;
  for (let k = 0; k < 2; k++) {
    const at = 2 * (top * size + left) + k;
    const upper = reflectances[at] + right * (reflectances[at + 2] - reflectances[at]);
    const under = reflectances[at + 2 * size] + right * (reflectances[at + 2 * size + 2] - reflectances[at + 2 * size]);
    out[k] = upper + bottom * (under - upper);
  }
}

/** Returns 16-bit numbers, the low byte first, of Base64, times a scale. */
export function unpackWords(text: string, scale: number): Float64Array {
  const bytes = atob(text);
  return Float64Array.from({ length: bytes.length / 2 }, (_, i) => {
    return (bytes.charCodeAt(2 * i) + 256 * bytes.charCodeAt(2 * i + 1)) * scale;
  });
}
