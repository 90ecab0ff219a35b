/** Samples the texture maps of a draw in the full look. Maps that share their taps find them once a sample. */
import type { PreparedTexture } from "../prepare/scene-data.ts";
import { WEIGHT } from "./surface-functions.ts";
import type { SurfaceSample, TriangleFunctions } from "./surface-sample.ts";
import { placeTaps, sampleTaps } from "./texture-taps.ts";
import type { TextureTaps } from "./texture-taps.ts";

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

/** What the maps of a draw are sampled with. */
export interface MapSampling {
  readonly taps: MapTaps;
  readonly sample: SurfaceSample;
  /** Scratch numbers; see `sampleTexture`. */
  readonly place: Float64Array;
  /** The value of the map: three numbers, or four if it has alpha. */
  readonly texel: Float64Array;
}

/** Writes the value of a map at the sample to `texel`. */
export function sampleMap(sampling: MapSampling, map: LitMap, triangle: TriangleFunctions, step: number): void {
  const { taps, texel } = sampling;
  if (map.group !== taps.group) {
    placeMap(sampling, map, triangle, step);
    placeTaps(map.texture, sampling.place, taps);
    taps.group = map.group;
  }
  sampleTaps(map.texture.texels, map, taps, texel);
}

/** Writes the texture coordinates of the sample and its footprint to `place`. */
function placeMap(
  { sample, place }: MapSampling,
  { texture, coordinates, transform }: LitMap,
  { functions: f, at: first }: TriangleFunctions,
  step: number,
): void {
  const { x, y, inverse } = sample;
  const at = first + coordinates;
  const wx = f[first + WEIGHT];
  const wy = f[first + WEIGHT + 1];
  let u = (x * f[at] + y * f[at + 1] + f[at + 2]) * inverse;
  let v = (x * f[at + 3] + y * f[at + 4] + f[at + 5]) * inverse;
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
}
