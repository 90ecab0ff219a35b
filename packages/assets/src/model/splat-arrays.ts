/** The arrays of splats while a loader fills them, and the rejection of invalid splats. */
import type { ByteBudget } from "../limits/byte-budget.ts";
import type { SplatAsset } from "./asset.ts";
import type { SkipCounter } from "./skip-counter.ts";

/** The reason why a splat is left out. */
type SplatFault = "nonFinite" | "negativeScale" | "zeroScale" | "zeroQuaternion";

/** The arrays of a splat asset during loading; `count` splats are in them. */
export interface SplatArrays {
  count: number;
  readonly positions: Float32Array;
  readonly orientations: Float32Array;
  readonly scales: Float32Array;
  readonly opacities: Float32Array;
  readonly harmonics: Float32Array;
}

/** The largest finite float32: larger values become infinite. */
const MAX_FLOAT = 3.4028234663852886e38;

/** Number of floats per splat for its harmonics. */
export function harmonicFloats(degree: number): number {
  return 3 * (degree + 1) * (degree + 1);
}

/** Allocates arrays for `capacity` splats within the budget. */
export function makeSplatArrays(capacity: number, degree: number, budget: ByteBudget, where: string): SplatArrays {
  const harmonics = harmonicFloats(degree);
  budget.take(4 * (11 + harmonics) * capacity, where);
  return {
    count: 0,
    positions: new Float32Array(3 * capacity),
    orientations: new Float32Array(4 * capacity),
    scales: new Float32Array(3 * capacity),
    opacities: new Float32Array(capacity),
    harmonics: new Float32Array(harmonics * capacity),
  };
}

/** One splat: linear scales, the quaternion w, x, y, z of any length. Loaders fill the same object for each splat. */
export interface SplatNumbers {
  readonly position: Float64Array;
  readonly scale: Float64Array;
  readonly rotation: Float64Array;
  /** Clamped to 0 to 1 when it is added. */
  opacity: number;
  /** Coefficients of the first harmonic. */
  readonly color: Float64Array;
}

/** Returns numbers to fill. */
export function splatNumbers(): SplatNumbers {
  const three = (): Float64Array => new Float64Array(3);
  return { position: three(), scale: three(), rotation: new Float64Array(4), opacity: NaN, color: three() };
}

/** Adds a splat whose higher harmonics are written already; an invalid one is counted in `skips`. */
export function addSplat(
  arrays: SplatArrays,
  { position, scale, rotation, opacity, color }: SplatNumbers,
  skips: SkipCounter,
): void {
  const { count, positions, orientations, scales, opacities, harmonics } = arrays;
  const width = harmonics.length / opacities.length;
  let sum = opacity;
  let norm2 = 0;
  for (let k = 0; k < 3; k++) sum += position[k] + color[k];
  for (let k = 0; k < 4; k++) norm2 += rotation[k] * rotation[k];
  for (let k = 3; k < width; k++) sum += harmonics[width * count + k];
  const fault = splatFault(sum + norm2, scale, norm2);
  if (fault !== null) {
    skips.add(fault);
    return;
  }
  const unit = 1 / Math.sqrt(norm2);
  for (let k = 0; k < 3; k++) {
    positions[3 * count + k] = position[k];
    scales[3 * count + k] = scale[k];
    harmonics[width * count + k] = color[k];
  }
  for (let k = 0; k < 4; k++) orientations[4 * count + k] = rotation[k] * unit;
  opacities[count] = Math.min(1, Math.max(0, opacity));
  arrays.count = count + 1;
}

/** Returns the asset; arrays are truncated to the splats added. */
export function finishSplats(arrays: SplatArrays, degree: 0 | 1 | 2 | 3, skips: SkipCounter): SplatAsset {
  const { count } = arrays;
  const cut = (array: Float32Array, width: number): Float32Array =>
    array.length === count * width ? array : array.slice(0, count * width);
  return {
    type: "splats",
    count,
    positions: cut(arrays.positions, 3),
    orientations: cut(arrays.orientations, 4),
    scales: cut(arrays.scales, 3),
    opacities: cut(arrays.opacities, 1),
    degree,
    harmonics: cut(arrays.harmonics, harmonicFloats(degree)),
    skipped: skips.counts(),
  };
}

/**
 * What is wrong with a splat, or null. `sum` is the sum of all its numbers but for the scales: if one of them is not
 * finite the sum is not either, since doubles hold any sum of floats.
 */
function splatFault(sum: number, scale: Float64Array, norm2: number): SplatFault | null {
  const x = scale[0];
  const y = scale[1];
  const z = scale[2];
  if (!(sum - sum === 0) || !(x <= MAX_FLOAT && y <= MAX_FLOAT && z <= MAX_FLOAT)) return "nonFinite";
  if (!(norm2 > 0)) return "zeroQuaternion";
  if (x < 0 || y < 0 || z < 0) return "negativeScale";
  // One or two zeros are a disc or a needle, which have an image.
  if (Math.fround(x) === 0 && Math.fround(y) === 0 && Math.fround(z) === 0) return "zeroScale";
  return null;
}
