import { counted } from "@usdkit/base";
import { curveGeometry } from "../curves/curve-geometry.ts";
import { CurveWriter, MOST_SAMPLES, samplesPerSegment } from "../curves/sampled-curves.ts";
import type { CurveGeometry } from "../model/geometry.ts";
import type { PrimReader } from "../model/prim-reader.ts";
import { applyStencils, StencilWriter } from "../mesh/stencils.ts";

/** HermiteCurves: cubic segments between points with tangents. Values at points are linear along segments, as the schema suggests. */
export function hermiteCurves(prim: PrimReader): CurveGeometry | undefined {
  const points = prim.floats("points") ?? new Float32Array();
  const tangents = tangentsOf(prim, points);
  const counts = prim.integers("curveVertexCounts") ?? new Int32Array();
  const total = Math.floor(points.length / 3);
  const perSegment = samplesPerSegment(counts.reduce((sum, count) => sum + Math.max(0, count - 1), 0));
  const writer = new CurveWriter();
  // Of points, and of tangents after them.
  const positions = new StencilWriter();
  let [first, samples, bad] = [0, 0, 0];
  for (const [i, count] of counts.entries()) {
    if (count < 0 || first + count > total) {
      bad += counts.length - i;
      break;
    }
    samples += perSegment * count + 1;
    if (samples > MOST_SAMPLES) {
      prim.problem("points", `Only the first ${i} of ${counts.length} curves are drawn: there are too many points`);
      break;
    }
    if (count < 2) bad++;
    else {
      for (let sample = 0; sample <= perSegment * (count - 1); sample++) {
        const segment = Math.min(count - 2, Math.floor(sample / perSegment));
        const [low, t] = [first + segment, sample / perSegment - segment];
        addPosition(positions, { low, tangents: total }, t);
        if (t < 1) writer.vertex.add(low, 1 - t);
        if (t > 0) writer.vertex.add(low + 1, t);
        writer.endSample(low, low + 1, t);
      }
      writer.endCurve(i);
    }
    first += count;
  }
  if (bad > 0) prim.problem("curveVertexCounts", `${counted(bad, "curve")} cannot be drawn: there are too few points`);
  const both = new Float32Array(6 * total);
  both.set(points.subarray(0, 3 * total));
  both.set(tangents.subarray(0, 3 * total), 3 * total);
  const curves = writer.curves(false, { uniform: counts.length, vertex: total, varying: total });
  return curveGeometry(prim, curves, applyStencils(positions.stencils(), both, 3));
}

function tangentsOf(prim: PrimReader, points: Float32Array): Float32Array {
  const tangents = prim.floats("tangents") ?? new Float32Array();
  if (tangents.length >= points.length) return tangents;
  const found = Math.floor(tangents.length / 3);
  prim.problem("tangents", `Expected ${points.length / 3} tangents, found ${found}: the segments are straight`);
  return new Float32Array(points.length);
}

interface HermiteSegment {
  readonly low: number;
  /** The first tangent. */
  readonly tangents: number;
}

function addPosition(writer: StencilWriter, { low, tangents }: HermiteSegment, t: number): void {
  const s = 1 - t;
  writer.add(low, s * s * (1 + 2 * t));
  writer.add(low + 1, t * t * (1 + 2 * s));
  writer.add(tangents + low, t * s * s);
  writer.add(tangents + low + 1, -s * t * t);
  writer.end();
}
