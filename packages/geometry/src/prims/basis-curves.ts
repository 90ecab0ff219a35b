import { cubicCurve, curveBases, linearCurve, SAMPLES, type CurveWrap } from "../curves/basis.ts";
import { curveGeometry } from "../curves/curve-geometry.ts";
import type { SampledCurve } from "../curves/sampled-curve.ts";
import type { TriangleGeometry } from "../model/drawable.ts";
import type { PrimReader } from "../model/prim-reader.ts";

/** Samples that all curves of a prim may have together. */
const MOST_SAMPLES = 1 << 20;

/** BasisCurves, linear or cubic: round tubes of their widths. */
export function basisCurves(prim: PrimReader): TriangleGeometry | undefined {
  const points = prim.floats("points") ?? new Float32Array();
  const counts = prim.integers("curveVertexCounts") ?? new Int32Array();
  const wrap = prim.token("wrap");
  const isLinear = prim.token("type") === "linear";
  const basis = curveBases.get(prim.token("basis"));
  if (basis === undefined && !isLinear) {
    const known = [...curveBases.keys()].map((name) => `"${name}"`).join(", ");
    const found = JSON.stringify(prim.token("basis"));
    prim.problem("basis", `Expected one of ${known}, found ${found}: the curves are drawn with straight segments`);
  }
  const total = Math.floor(points.length / 3);
  const curves: SampledCurve[] = [];
  let [first, bad, samples] = [0, 0, 0];
  for (const [i, count] of counts.entries()) {
    if (count < 0 || first + count > total) {
      bad += counts.length - i;
      break;
    }
    // Before the curve is sampled: it may be large itself.
    samples += isLinear ? count : SAMPLES * count;
    if (samples > MOST_SAMPLES) {
      prim.problem("points", `Only the first ${i} of ${counts.length} curves are drawn: there are too many points`);
      break;
    }
    const curve =
      isLinear || basis === undefined
        ? linearCurve(first, count, wrapOf(wrap))
        : cubicCurve(first, count, basis, wrapOf(wrap));
    if (curve === undefined) bad++;
    else curves.push(curve);
    first += count;
  }
  if (bad > 0) {
    const what = bad === 1 ? "1 curve is not drawn: its" : `${bad} curves are not drawn: their`;
    prim.problem("curveVertexCounts", `${what} number of points does not fit the basis, or there are fewer points`);
  }
  return curveGeometry(prim, { points, curves });
}

function wrapOf(token: string): CurveWrap {
  return token === "periodic" || token === "pinned" ? token : "nonperiodic";
}
