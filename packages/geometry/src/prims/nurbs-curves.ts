import { counted } from "@usdkit/base";
import { curveGeometry } from "../curves/curve-geometry.ts";
import { CurveWriter, MOST_SAMPLES, samplesPerSegment } from "../curves/sampled-curves.ts";
import type { CurveGeometry } from "../model/geometry.ts";
import type { PrimReader } from "../model/prim-reader.ts";
import { basisWeights, knotVector, parametersOf, spansOf, type KnotVector } from "../nurbs/knot-vector.ts";
import { applyStencils } from "../mesh/stencils.ts";

/** NurbsCurves: rational or polynomial. Those whose knots are wrong are drawn as their control polygons. */
export function nurbsCurves(prim: PrimReader): CurveGeometry | undefined {
  const points = prim.floats("points") ?? new Float32Array();
  const counts = prim.integers("curveVertexCounts") ?? new Int32Array();
  const total = Math.floor(points.length / 3);
  const weights = pointWeights(prim, total);
  const { curves, faults } = readCurves(prim, counts, total);
  if (faults.length > 0) {
    const what = `${counted(faults.length, "curve")} with wrong knots: ${faults[0]}`;
    prim.problem("knots", `${what}. The control points are joined by straight lines`);
  }
  const left = counts.length - curves.length;
  if (left > 0) prim.problem("curveVertexCounts", `There are no points for ${counted(left, "curve")}`);
  const perSpan = samplesPerSegment(
    curves.reduce((sum, { vector }) => sum + (vector === undefined ? 0 : spansOf(vector)), 0),
  );
  const writer = new CurveWriter();
  let [first, varying, samples] = [0, 0, 0];
  for (const [i, { count, vector }] of curves.entries()) {
    samples += vector === undefined ? count : perSpan * spansOf(vector) + 1;
    if (samples > MOST_SAMPLES) {
      prim.problem("points", `Only the first ${i} of ${curves.length} curves are drawn: there are too many points`);
      break;
    }
    if (vector === undefined) addPolygon(writer, { first, count, varying });
    else addNurbs(writer, { vector, first, varying, perSpan, weights });
    if (count >= 2) writer.endCurve(i);
    first += count;
    varying += Math.max(1, count - 1);
  }
  const sampled = writer.curves(false, { uniform: counts.length, vertex: total, varying });
  return curveGeometry(prim, sampled, applyStencils(sampled.vertex, points, 3));
}

/** Returns the weights of control points; null without any that fit. */
export function pointWeights(prim: PrimReader, points: number): Float64Array | null {
  const weights = prim.doubles("pointWeights");
  if (weights === undefined || weights.length === 0) return null;
  if (weights.length >= points && weights.every((weight) => weight > 0 && weight < Infinity)) return weights;
  prim.problem("pointWeights", `Expected ${points} numbers above 0: the control points have the same weights`);
  return null;
}

interface ReadCurve {
  readonly count: number;
  /** Undefined if it is wrong. */
  readonly vector: KnotVector | undefined;
}

function readCurves(prim: PrimReader, counts: Int32Array, points: number): { curves: ReadCurve[]; faults: string[] } {
  const orders = prim.integers("order") ?? new Int32Array();
  const knots = prim.doubles("knots") ?? new Float64Array();
  const ranges = prim.doubles("ranges") ?? new Float64Array();
  const curves: ReadCurve[] = [];
  const faults: string[] = [];
  let [first, knot] = [0, 0];
  for (const [i, count] of counts.entries()) {
    if (count < 0 || first + count > points) break;
    const order = orders[i] ?? 0;
    const own = knots.subarray(knot, knot + count + order);
    const range = Array.from(ranges.subarray(2 * i, 2 * i + 2));
    const vector = knotVector({ knots: own, order, points: count, range });
    if (typeof vector === "string") faults.push(vector);
    curves.push({ count, vector: typeof vector === "string" ? undefined : vector });
    first += count;
    knot += count + Math.max(0, order);
  }
  return { curves, faults };
}

interface CurvePlace {
  readonly first: number;
  /** Its first value of interpolation `varying`. */
  readonly varying: number;
}

function addPolygon(writer: CurveWriter, { first, count, varying }: CurvePlace & { readonly count: number }): void {
  if (count < 2) return;
  for (let i = 0; i < count; i++) {
    writer.vertex.add(first + i, 1);
    writer.endSample(varying + Math.min(i, count - 2), varying + Math.min(i, count - 2), 0);
  }
}

interface NurbsCurve extends CurvePlace {
  readonly vector: KnotVector;
  readonly perSpan: number;
  /** Of all control points. */
  readonly weights: Float64Array | null;
}

function addNurbs(writer: CurveWriter, { vector, first, varying, perSpan, weights }: NurbsCurve): void {
  const segments = vector.points - vector.degree;
  for (const { value, place } of parametersOf(vector, perSpan)) {
    const basis = basisWeights(vector, value);
    const start = first + basis.first;
    let sum = 0;
    for (let i = 0; i < basis.weights.length; i++) sum += basis.weights[i] * (weights?.[start + i] ?? 1);
    for (let i = 0; i < basis.weights.length; i++) {
      writer.vertex.add(start + i, (basis.weights[i] * (weights?.[start + i] ?? 1)) / sum);
    }
    const segment = Math.min(segments - 1, Math.floor(place));
    writer.endSample(varying + segment, varying + segment + 1, place - segment);
  }
}
