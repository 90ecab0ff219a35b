/** Splats for tests. */
import type { SplatAsset } from "@usdkit/assets";

const C0 = 0.28209479177387814;

export interface TestSplat {
  readonly position?: readonly [number, number, number] | undefined;
  /** w, x, y, z. */
  readonly orientation?: readonly [number, number, number, number] | undefined;
  readonly scale?: number | readonly [number, number, number] | undefined;
  readonly opacity?: number | undefined;
  /** sRGB values, 0 to 1. */
  readonly color?: readonly [number, number, number] | undefined;
  /** Coefficients after the first, three each. */
  readonly rest?: readonly number[] | undefined;
}

export function splatsOf(splats: readonly TestSplat[], degree: 0 | 1 | 2 | 3 = 0): SplatAsset {
  const rest = 3 * (degree + 1) ** 2 - 3;
  return {
    type: "splats",
    count: splats.length,
    positions: Float32Array.from(splats.flatMap(({ position = [0, 0, 0] }) => position)),
    orientations: Float32Array.from(splats.flatMap(({ orientation = [1, 0, 0, 0] }) => orientation)),
    scales: Float32Array.from(
      splats.flatMap(({ scale = 0.1 }) => (typeof scale === "number" ? [scale, scale, scale] : scale)),
    ),
    opacities: Float32Array.from(splats.map(({ opacity = 1 }) => opacity)),
    degree,
    harmonics: Float32Array.from(
      splats.flatMap(({ color = [1, 1, 1], rest: more = [] }) => [
        ...color.map((value) => (value - 0.5) / C0),
        ...Array.from({ length: rest }, (_, i) => more[i] ?? 0),
      ]),
    ),
    skipped: {},
  };
}
