import type { SplatAsset } from "@usdkit/assets";
import { RenderError } from "../errors/render-error.ts";
import { ln } from "@usdkit/base/math";
import { lengthOf } from "./affine.ts";
import type { Pause, PlacedItem, Skip } from "./placed-item.ts";
import type { SplatData, SplatDraw } from "./scene-data.ts";
import { sharedFloats } from "./shared-arrays.ts";

/** The constant of the first harmonic, 1 / (2·√π). */
const C0 = 0.28209479177387814;
/** Splats between two pauses. */
const CHUNK = 1 << 16;

/**
 * Packs splats as covariances, each asset once, with the draws that use it.
 *
 * @param isLinear Whether the colors of assets that do not define it are light.
 */
export async function packSplats(
  items: readonly PlacedItem<SplatAsset>[],
  isLinear: boolean,
  skip: Skip,
  pause: Pause,
): Promise<SplatData> {
  const assets = new Set(items.map(({ asset }) => asset));
  for (const { asset, path } of items) check(asset, path);
  const [count, coefficients] = [sum(assets, ({ count }) => count), sum(assets, restOf)];
  const data = {
    positions: sharedFloats(3 * count),
    covariances: sharedFloats(6 * count),
    opacities: sharedFloats(count),
    reaches: sharedFloats(count),
    colors: sharedFloats(3 * count),
    harmonics: sharedFloats(coefficients),
  };
  const places = new Map<SplatAsset, { first: number; harmonics: number }>();
  let [first, harmonics] = [0, 0];
  for (const asset of assets) {
    places.set(asset, { first, harmonics });
    for (let from = 0; from < asset.count; from += CHUNK) {
      const to = Math.min(asset.count, from + CHUNK);
      packChunk(data, asset, { from, to, first, harmonicsStart: harmonics }, skip);
      await pause();
    }
    first += asset.count;
    harmonics += restOf(asset);
  }
  const draws: SplatDraw[] = [];
  let base = 0;
  for (const { asset, prim, toWorld, local } of items) {
    const place = places.get(asset) ?? { first: 0, harmonics: 0 };
    const { count, degree } = asset;
    draws.push({ ...place, count, degree, isLinear: asset.isLinear ?? isLinear, prim, toWorld, local, base });
    base += asset.count;
  }
  return { ...data, draws, count: base };
}

/** Returns unit vectors along the shortest axis of each splat that {@link packSplats} packed, in asset space. */
export async function shortestAxes(items: readonly PlacedItem<SplatAsset>[], pause: Pause): Promise<Float32Array> {
  const assets = new Set(items.map(({ asset }) => asset));
  const axes = sharedFloats(3 * sum(assets, ({ count }) => count));
  let first = 0;
  for (const { scales, orientations, count } of assets) {
    for (let i = 0; i < count; i++) {
      if (i % CHUNK === CHUNK - 1) await pause();
      const [a, b, c] = [0, 1, 2].map((k) => Math.abs(scales[3 * i + k]));
      const [w, x, y, z] = [0, 1, 2, 3].map((k) => orientations[4 * i + k]);
      // A column of the rotation matrix, up to a factor for a quaternion of any length.
      const axis =
        a <= b && a <= c
          ? [w * w + x * x - y * y - z * z, 2 * (x * y + w * z), 2 * (x * z - w * y)]
          : b <= c
            ? [2 * (x * y - w * z), w * w - x * x + y * y - z * z, 2 * (y * z + w * x)]
            : [2 * (x * z + w * y), 2 * (y * z - w * x), w * w - x * x - y * y + z * z];
      const length = lengthOf(axis[0], axis[1], axis[2]);
      for (let k = 0; k < 3; k++) axes[3 * (first + i) + k] = length > 0 ? axis[k] / length : 0;
    }
    first += count;
  }
  return axes;
}

type Arrays = Omit<SplatData, "draws" | "count">;

/** A range of an asset's splats, and their offsets in the arrays. */
interface Chunk {
  readonly from: number;
  readonly to: number;
  /** Index of the asset's first splat in the arrays, and of its first coefficient in `harmonics`. */
  readonly first: number;
  readonly harmonicsStart: number;
}

function packChunk(data: Arrays, asset: SplatAsset, { from, to, first, harmonicsStart }: Chunk, skip: Skip): void {
  const { positions, opacities, harmonics, degree } = asset;
  const stride = 3 * (degree + 1) ** 2;
  const rest = stride - 3;
  for (let i = from; i < to; i++) {
    const out = first + i;
    const [x, y, z] = [positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]];
    const opacity = Math.min(1, opacities[i]);
    for (let k = 0; k < 3; k++) data.colors[3 * out + k] = 0.5 + C0 * harmonics[stride * i + k];
    let isFinite = packCovariance(data.covariances, 6 * out, asset, i);
    const start = harmonicsStart + rest * i;
    for (let k = 0; k < rest; k++) data.harmonics[start + k] = harmonics[stride * i + 3 + k];
    // A sum is finite only if all terms are.
    let total = x + y + z + opacity;
    for (let k = 0; k < stride; k++) total += harmonics[stride * i + k];
    isFinite &&= Number.isFinite(total);
    data.positions[3 * out] = x;
    data.positions[3 * out + 1] = y;
    data.positions[3 * out + 2] = z;
    data.opacities[out] = opacity;
    if (!isFinite) skip("nonFinite");
    data.reaches[out] = isFinite && opacity * 255 > 1 ? 2 * ln(255 * opacity) : 0;
  }
}

/** Writes the covariance R·S·Sᵀ·Rᵀ; returns false if it is not finite. */
function packCovariance(
  covariances: Float32Array,
  place: number,
  { scales, orientations }: SplatAsset,
  i: number,
): boolean {
  let [w, x, y, z] = [orientations[4 * i], orientations[4 * i + 1], orientations[4 * i + 2], orientations[4 * i + 3]];
  const length = Math.sqrt(w * w + x * x + y * y + z * z);
  if (!(length > 0 && length < Infinity)) return false;
  [w, x, y, z] = [w / length, x / length, y / length, z / length];
  const [a, b, c] = [scales[3 * i], scales[3 * i + 1], scales[3 * i + 2]];
  const m00 = (1 - 2 * (y * y + z * z)) * a;
  const m01 = 2 * (x * y - w * z) * b;
  const m02 = 2 * (x * z + w * y) * c;
  const m10 = 2 * (x * y + w * z) * a;
  const m11 = (1 - 2 * (x * x + z * z)) * b;
  const m12 = 2 * (y * z - w * x) * c;
  const m20 = 2 * (x * z - w * y) * a;
  const m21 = 2 * (y * z + w * x) * b;
  const m22 = (1 - 2 * (x * x + y * y)) * c;
  covariances[place] = m00 * m00 + m01 * m01 + m02 * m02;
  covariances[place + 1] = m00 * m10 + m01 * m11 + m02 * m12;
  covariances[place + 2] = m00 * m20 + m01 * m21 + m02 * m22;
  covariances[place + 3] = m10 * m10 + m11 * m11 + m12 * m12;
  covariances[place + 4] = m10 * m20 + m11 * m21 + m12 * m22;
  covariances[place + 5] = m20 * m20 + m21 * m21 + m22 * m22;
  // The trace of a positive matrix bounds everything in it. Rounding to float32 may have made it infinite.
  return Number.isFinite(covariances[place] + covariances[place + 3] + covariances[place + 5]);
}

function restOf({ count, degree }: SplatAsset): number {
  return count * (3 * (degree + 1) ** 2 - 3);
}

function check({ count, degree, ...arrays }: SplatAsset, primPath: string): void {
  const lengths: [name: "positions" | "orientations" | "scales" | "opacities" | "harmonics", each: number][] = [
    ["positions", 3],
    ["orientations", 4],
    ["scales", 3],
    ["opacities", 1],
    ["harmonics", 3 * (degree + 1) ** 2],
  ];
  for (const [name, each] of lengths) {
    const { length } = arrays[name];
    if (length === count * each) continue;
    throw new RenderError("asset", `${name} of ${count} splats have ${count * each} numbers, not ${length}`, {
      primPath,
    });
  }
}

function sum(assets: Iterable<SplatAsset>, of: (asset: SplatAsset) => number): number {
  let total = 0;
  for (const asset of assets) total += of(asset);
  return total;
}
