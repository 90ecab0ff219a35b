import type { SplatAsset } from "@usdkit/assets";
import {
  addSplat,
  finishSplats,
  harmonicFloats,
  SkipCounter,
  type SplatArrays,
  splatNumbers,
} from "@usdkit/assets/reading";

/** Splats as prims author them. */
export interface SplatNumbers {
  readonly count: number;
  /** Flat length 3n. */
  readonly positions: Float32Array;
  /** Quaternions, the real part first, flat length 4n; undefined: not turned. */
  readonly orientations: Float32Array | undefined;
  /** Flat length 3n; undefined: 1. */
  readonly scales: Float32Array | undefined;
  /** Flat length n; undefined: 1. */
  readonly opacities: Float32Array | undefined;
  readonly degree: 0 | 1 | 2 | 3;
  /** Floats a splat in `coefficients`. */
  readonly stored: number;
  /** Undefined: gray. */
  readonly coefficients: Float32Array | undefined;
}

/** Returns the splats of numbers, written to arrays of their count and degree; those that cannot be drawn are counted. */
export function splatsFromNumbers(numbers: SplatNumbers, arrays: SplatArrays): SplatAsset {
  const { count, positions, orientations, scales, opacities, degree, stored, coefficients } = numbers;
  const skips = new SkipCounter();
  const harmonicCount = harmonicFloats(degree);
  const splat = splatNumbers();
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) {
      splat.position[k] = positions[3 * i + k];
      splat.scale[k] = scales?.[3 * i + k] ?? 1;
      splat.color[k] = coefficients?.[stored * i + k] ?? 0;
    }
    for (let k = 0; k < 4; k++) splat.rotation[k] = orientations?.[4 * i + k] ?? (k === 0 ? 1 : 0);
    splat.opacity = opacities?.[i] ?? 1;
    if (coefficients !== undefined) {
      const rest = coefficients.subarray(stored * i + 3, stored * i + harmonicCount);
      arrays.harmonics.set(rest, harmonicCount * arrays.count + 3);
    }
    addSplat(arrays, splat, skips);
  }
  if (stored > harmonicCount) skips.add("harmonicsBeyondDegree3", arrays.count);
  return finishSplats(arrays, degree, skips);
}
