/** Splats with numbers as training has them, which writers of PLY and SPZ take. */
import { randomNumbers } from "./random.ts";

export interface TrainedCloud {
  readonly count: number;
  readonly degree: number;
  /** Flat length 3n. */
  readonly positions: Float32Array;
  /** Logarithms. */
  readonly scales: Float32Array;
  /** w, x, y, z, of any length. */
  readonly rotations: Float32Array;
  /** Logits. */
  readonly opacities: Float32Array;
  /** Of degree 0: f_dc. */
  readonly colors: Float32Array;
  /** Of degree 1 and more, coefficient by coefficient, RGB for each. */
  readonly rest: Float32Array;
}

/** Coefficients per channel without the first. */
export function restCount(degree: number): number {
  return (degree + 1) * (degree + 1) - 1;
}

export function trainedCloud(count: number, degree: number, seed = 1): TrainedCloud {
  const random = randomNumbers(seed);
  const floats = (width: number, from: number, to: number): Float32Array =>
    Float32Array.from({ length: width * count }, () => from + random() * (to - from));
  return {
    count,
    degree,
    positions: floats(3, -8, 8),
    scales: floats(3, -6, -1),
    rotations: floats(4, -1, 1),
    opacities: floats(1, -4, 4),
    colors: floats(3, -1.5, 1.5),
    rest: floats(3 * restCount(degree), -0.5, 0.5),
  };
}
