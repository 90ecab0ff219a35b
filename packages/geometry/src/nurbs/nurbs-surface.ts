/** Points and tangents of NURBS surfaces. */
import { StencilWriter, type Stencils } from "../mesh/stencils.ts";
import {
  basisWeights,
  parametersOf,
  spansOf,
  type BasisWeights,
  type KnotVector,
  type Parameter,
} from "./knot-vector.ts";

/** A surface of two parameters; control points are in rows along u. */
export interface NurbsSurface {
  readonly u: KnotVector;
  readonly v: KnotVector;
  /** Of each control point; null: all have the same. */
  readonly weights: Float64Array | null;
}

/** Points of a surface in rows along u. */
export interface SampledSurface {
  readonly columns: readonly Parameter[];
  readonly rows: readonly Parameter[];
  /** Points as sums of control points. */
  readonly points: Stencils;
  /** Derivatives by u and by v. */
  readonly alongU: Stencils;
  readonly alongV: Stencils;
}

/** Points that one surface may have. */
const MOST_POINTS = 1 << 18;

/** Returns points of a surface: 8 for each span in both directions, or fewer if there are very many. */
export function sampleSurface({ u, v, weights }: NurbsSurface): SampledSurface | undefined {
  const [uSpans, vSpans] = [spansOf(u), spansOf(v)];
  const perSpan = [8, 4, 2, 1].find((each) => (each * uSpans + 1) * (each * vSpans + 1) <= MOST_POINTS);
  if (perSpan === undefined) return undefined;
  const [columns, rows] = [parametersOf(u, perSpan), parametersOf(v, perSpan)];
  const entries = columns.length * rows.length * (u.degree + 1) * (v.degree + 1);
  const writers = Array.from({ length: 3 }, () => new StencilWriter(columns.length * rows.length, entries));
  const across = columns.map(({ value }) => basisWeights(u, value));
  for (const { value } of rows) {
    const down = basisWeights(v, value);
    for (const each of across) addPoint(writers, { u: each, v: down, stride: u.points, weights });
  }
  const [points, alongU, alongV] = writers.map((writer) => writer.stencils());
  return { columns, rows, points, alongU, alongV };
}

interface SurfacePoint {
  readonly u: BasisWeights;
  readonly v: BasisWeights;
  /** Control points of a row. */
  readonly stride: number;
  readonly weights: Float64Array | null;
}

function addPoint([points, alongU, alongV]: readonly StencilWriter[], { u, v, stride, weights }: SurfacePoint): void {
  let [sum, sumU, sumV] = [0, 0, 0];
  const weightOf = (i: number, j: number): number => weights?.[stride * (v.first + j) + u.first + i] ?? 1;
  for (let j = 0; j < v.weights.length; j++) {
    for (let i = 0; i < u.weights.length; i++) {
      const weight = weightOf(i, j);
      sum += u.weights[i] * v.weights[j] * weight;
      sumU += u.slopes[i] * v.weights[j] * weight;
      sumV += u.weights[i] * v.slopes[j] * weight;
    }
  }
  for (let j = 0; j < v.weights.length; j++) {
    for (let i = 0; i < u.weights.length; i++) {
      const source = stride * (v.first + j) + u.first + i;
      const weight = weightOf(i, j) / sum;
      const share = u.weights[i] * v.weights[j] * weight;
      points.add(source, share);
      alongU.add(source, u.slopes[i] * v.weights[j] * weight - (share * sumU) / sum);
      alongV.add(source, u.weights[i] * v.slopes[j] * weight - (share * sumV) / sum);
    }
  }
  points.end();
  alongU.end();
  alongV.end();
}
