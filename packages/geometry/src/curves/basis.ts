/** Curves of a basis, sampled. */
import type { CurveSample, SampledCurve } from "./sampled-curve.ts";

/** A basis with its number of control points from one segment to the next. */
export interface CurveBasis {
  readonly stride: number;
  /** Weights of the four control points of a segment, at 0 to 1 of it. */
  readonly weights: (t: number) => readonly number[];
}

/** How a curve ends. */
export type CurveWrap = "nonperiodic" | "periodic" | "pinned";

/** Samples of a cubic segment; a curve has at most as many for each of its points, and one more. */
export const SAMPLES = 8;

const bezier: CurveBasis = {
  stride: 3,
  weights: (t) => {
    const s = 1 - t;
    return [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
  },
};
const bspline: CurveBasis = {
  stride: 1,
  weights: (t) => {
    const s = 1 - t;
    return [(s * s * s) / 6, (4 - 6 * t * t + 3 * t * t * t) / 6, (4 - 6 * s * s + 3 * s * s * s) / 6, (t * t * t) / 6];
  },
};
const catmullRom: CurveBasis = {
  stride: 1,
  weights: (t) => [
    (-t + 2 * t * t - t * t * t) / 2,
    (2 - 5 * t * t + 3 * t * t * t) / 2,
    (t + 4 * t * t - 3 * t * t * t) / 2,
    (-t * t + t * t * t) / 2,
  ],
};

/** By the token of `basis`. */
export const curveBases: ReadonlyMap<string, CurveBasis> = new Map(Object.entries({ bezier, bspline, catmullRom }));

/** Returns a curve of straight segments; undefined if it has too few points. */
export function linearCurve(first: number, count: number, wrap: CurveWrap): SampledCurve | undefined {
  const isClosed = wrap === "periodic";
  const segments = isClosed ? count : count - 1;
  if (count < 2 || segments < 1) return undefined;
  const samples = Array.from({ length: count }, (_, i) => ({ points: [first + i], weights: [1], place: i }));
  return { samples, isClosed, segments };
}

/** Returns a curve of cubic segments; undefined if its number of points fits none. */
export function cubicCurve(first: number, count: number, basis: CurveBasis, wrap: CurveWrap): SampledCurve | undefined {
  const isClosed = wrap === "periodic";
  // The curve goes to its end points if the ones beyond are their reflections. Those of Bézier curves are on them in any case.
  const isPinned = wrap === "pinned" && basis.stride === 1;
  const segments = isClosed ? count / basis.stride : isPinned ? count - 1 : (count - 4) / basis.stride + 1;
  if (!Number.isInteger(segments) || segments < 1 || (isClosed && count < 3)) return undefined;
  const samples: CurveSample[] = [];
  for (let segment = 0; segment < segments; segment++) {
    const isLast = segment === segments - 1 && !isClosed;
    for (let i = 0; i < SAMPLES + (isLast ? 1 : 0); i++) {
      const t = i / SAMPLES;
      const from = segment * basis.stride - (isPinned ? 1 : 0);
      const weights = basis.weights(t);
      samples.push({ ...controlPoints(first, count, { from, weights, isClosed }), place: segment + t });
    }
  }
  return { samples, isClosed, segments };
}

interface SegmentWeights {
  /** Of the first of four control points; −1 is before the first point of the curve. */
  readonly from: number;
  readonly weights: readonly number[];
  readonly isClosed: boolean;
}

function controlPoints(
  first: number,
  count: number,
  { from, weights, isClosed }: SegmentWeights,
): Pick<CurveSample, "points" | "weights"> {
  const points = new Map<number, number>();
  const add = (point: number, weight: number): void => {
    points.set(point, (points.get(point) ?? 0) + weight);
  };
  for (const [i, weight] of weights.entries()) {
    const at = from + i;
    if (isClosed) add((at + count) % count, weight);
    else if (at < 0) {
      add(0, 2 * weight);
      add(1, -weight);
    } else if (at >= count) {
      add(count - 1, 2 * weight);
      add(count - 2, -weight);
    } else add(at, weight);
  }
  return { points: Array.from(points.keys(), (point) => first + point), weights: [...points.values()] };
}
