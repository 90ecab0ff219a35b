/** Samples of BasisCurves. */
import type { CurveBasis } from "./basis.ts";
import { CurveWriter, MOST_SAMPLES, samplesPerSegment, type SampledCurves } from "./sampled-curves.ts";

/** How curves end. */
export type CurveWrap = "nonperiodic" | "periodic" | "pinned";

/** The curves of a prim. */
export interface BasisCurvesTopology {
  /** Control points of each curve. */
  readonly counts: Int32Array;
  /** Of all curves together. */
  readonly points: number;
  /** Null: segments are straight. */
  readonly basis: CurveBasis | null;
  readonly wrap: CurveWrap;
}

/** Samples of those curves that can be drawn. */
export interface SampledBasisCurves {
  readonly curves: SampledCurves;
  /** Curves whose number of points does not fit the basis, or for which there are fewer points. */
  readonly bad: number;
  /** Curves at the end that are left out since there are too many points. */
  readonly leftOut: number;
}

/** Returns points along curves: 8 of each cubic segment, or fewer if there are very many. */
export function sampleBasisCurves(topology: BasisCurvesTopology): SampledBasisCurves {
  const { counts, points, basis, wrap } = topology;
  const isClosed = wrap === "periodic";
  const writer = new CurveWriter();
  const segmentsOf = Float64Array.from(counts, (count) => segments(count, basis, wrap));
  const perSegment = basis === null ? 1 : samplesPerSegment(segmentsOf.reduce((sum, each) => sum + each, 0));
  const weights = Array.from({ length: perSegment + 1 }, (_, i) => basis?.weights(i / perSegment) ?? []);
  let [first, varying, samples, bad, leftOut] = [0, 0, 0, 0, 0];
  for (const [i, count] of counts.entries()) {
    const own = segmentsOf[i];
    if (count < 0 || first + count > points) {
      bad += counts.length - i;
      break;
    }
    samples += perSegment * own + 1;
    if (samples > MOST_SAMPLES) {
      leftOut = counts.length - i;
      break;
    }
    const curve = { first, count, segments: own, varying, isClosed };
    if (own === 0) bad++;
    else {
      if (basis === null) addLinear(writer, curve);
      else addCubic(writer, curve, { basis, weights, isPinned: wrap === "pinned" && basis.stride === 1 });
      writer.endCurve(i);
    }
    first += count;
    varying += own + (isClosed ? 0 : 1);
  }
  return { curves: writer.curves(isClosed, { uniform: counts.length, vertex: points, varying }), bad, leftOut };
}

/** Returns the number of segments of a curve; 0 if its number of points does not fit. */
function segments(count: number, basis: CurveBasis | null, wrap: CurveWrap): number {
  const isClosed = wrap === "periodic";
  if (basis === null) return count < 2 ? 0 : isClosed ? count : count - 1;
  // The curve goes to its end points if the ones beyond are their reflections. Those of Bézier curves are on them in any case.
  const isPinned = wrap === "pinned" && basis.stride === 1;
  const found = isClosed ? count / basis.stride : isPinned ? count - 1 : (count - 4) / basis.stride + 1;
  return !Number.isInteger(found) || found < 1 || (isClosed && count < 3) ? 0 : found;
}

interface CurveRange {
  readonly first: number;
  readonly count: number;
  readonly segments: number;
  /** Its first value of interpolation `varying`. */
  readonly varying: number;
  readonly isClosed: boolean;
}

function addLinear(writer: CurveWriter, { first, count, varying }: CurveRange): void {
  for (let i = 0; i < count; i++) {
    writer.vertex.add(first + i, 1);
    writer.endSample(varying + i, varying + i, 0);
  }
}

interface CubicSamples {
  readonly basis: CurveBasis;
  /** Of the four control points of a segment, at each sample and at its end. */
  readonly weights: readonly (readonly number[])[];
  readonly isPinned: boolean;
}

function addCubic(writer: CurveWriter, curve: CurveRange, { basis, weights, isPinned }: CubicSamples): void {
  const { segments: total, varying, isClosed } = curve;
  const perSegment = weights.length - 1;
  for (let segment = 0; segment < total; segment++) {
    const isLast = segment === total - 1 && !isClosed;
    const from = segment * basis.stride - (isPinned ? 1 : 0);
    for (let i = 0; i < perSegment + (isLast ? 1 : 0); i++) {
      addControlPoints(writer, curve, from, weights[i]);
      const next = isClosed ? (segment + 1) % total : segment + 1;
      writer.endSample(varying + segment, varying + next, i / perSegment);
    }
  }
}

/** @param from the first of four control points; −1 is before the first point of the curve */
function addControlPoints(
  { vertex }: CurveWriter,
  { first, count, isClosed }: CurveRange,
  from: number,
  weights: readonly number[],
): void {
  for (let i = 0; i < 4; i++) {
    const [at, weight] = [from + i, weights[i]];
    if (weight === 0) continue;
    if (isClosed) vertex.add(first + ((at + count) % count), weight);
    else if (at < 0) {
      vertex.add(first, 2 * weight);
      vertex.add(first + 1, -weight);
    } else if (at >= count) {
      vertex.add(first + count - 1, 2 * weight);
      vertex.add(first + count - 2, -weight);
    } else vertex.add(first + at, weight);
  }
}
