import { InputError } from "../engine.ts";
import type { Splats } from "../splat-files.ts";
import { findNeighbours } from "./neighbours.ts";

const NEIGHBOURS = 4;
/** Sigma relative to the mean distance to the neighbours: splats of a surface then overlap without blurring it. */
const SIGMA = 0.5;
/** Largest and smallest sigma, relative to the median. */
const MAX_SIGMA = 3;
const MIN_SIGMA = 0.2;
/** Weight of a point's own color; the rest is its neighbours'. */
const OWN_COLOR = 0.6;

/** Points of a reconstruction. */
export interface ColoredPoints {
  /** Flat, 3 a point; scene units. */
  readonly positions: Float32Array;
  /** Red, green and blue from 0 to 1, flat. */
  readonly colors: Float32Array;
}

/**
 * Returns a splat for each point that has neighbours: its size follows the point spacing, its color is smoothed with
 * its neighbours'. Points without neighbours are treated as reconstruction errors and left out.
 *
 * @throws {InputError} if no point is left.
 */
export function pointSplats({ positions, colors }: ColoredPoints): Splats {
  const points = positions.length / 3;
  const { indices, distances } = findNeighbours(positions, NEIGHBOURS);
  const means = new Float64Array(points);
  const kept: number[] = [];
  for (let point = 0; point < points; point++) {
    const near = distances.subarray(point * NEIGHBOURS, (point + 1) * NEIGHBOURS);
    means[point] = near.reduce((sum, value) => sum + value, 0) / NEIGHBOURS;
    if (Number.isFinite(means[point])) kept.push(point);
  }
  if (kept.length === 0) throw new InputError("the images have too few points in common");
  const sorted = Float64Array.from(kept, (point) => means[point]).toSorted();
  const median = Math.max(1e-9, sorted[sorted.length >> 1] ?? 0);
  const made = {
    positions: new Float32Array(3 * kept.length),
    colors: new Float32Array(3 * kept.length),
    scales: new Float32Array(3 * kept.length),
    opacities: new Float32Array(kept.length).fill(0.9),
  };
  for (const [i, point] of kept.entries()) {
    made.positions.set(positions.subarray(3 * point, 3 * point + 3), 3 * i);
    const sigma = SIGMA * Math.min(MAX_SIGMA * median, Math.max(MIN_SIGMA * median, means[point]));
    made.scales.fill(sigma, 3 * i, 3 * i + 3);
    for (let channel = 0; channel < 3; channel++) {
      let sum = 0;
      for (let k = 0; k < NEIGHBOURS; k++) sum += colors[3 * indices[point * NEIGHBOURS + k] + channel];
      made.colors[3 * i + channel] = OWN_COLOR * colors[3 * point + channel] + ((1 - OWN_COLOR) * sum) / NEIGHBOURS;
    }
  }
  return made;
}
