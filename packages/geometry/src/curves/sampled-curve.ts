/** Curves as points along them. */

/** Weighted control points of one place on a curve. */
export interface CurveSample {
  /** Indices into the control points of all curves. */
  readonly points: readonly number[];
  /** As many as points; they sum to 1. */
  readonly weights: readonly number[];
  /** Place between the ends of segments: 2.5 is in the middle of the third segment. */
  readonly place: number;
}

/** One curve of a prim. */
export interface SampledCurve {
  readonly samples: readonly CurveSample[];
  /** Whether its end is its beginning. */
  readonly isClosed: boolean;
  readonly segments: number;
}

/** Returns the values at samples of values at control points, flat. */
export function valuesAtSamples({ samples }: SampledCurve, values: Float32Array, components: number): Float64Array {
  const result = new Float64Array(components * samples.length);
  for (const [i, { points, weights }] of samples.entries()) {
    for (const [k, point] of points.entries()) {
      for (let c = 0; c < components; c++) result[components * i + c] += weights[k] * values[components * point + c];
    }
  }
  return result;
}
