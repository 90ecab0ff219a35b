import { counted } from "@usdkit/base";
import { curveBases } from "../curves/basis.ts";
import { curveGeometry } from "../curves/curve-geometry.ts";
import { sampleBasisCurves, type CurveWrap } from "../curves/sample-basis-curves.ts";
import type { CurveGeometry } from "../model/geometry.ts";
import type { PrimReader } from "../model/prim-reader.ts";
import { applyStencils } from "../mesh/stencils.ts";

/** BasisCurves, linear or cubic. */
export function basisCurves(prim: PrimReader): CurveGeometry | undefined {
  const points = prim.floats("points") ?? new Float32Array();
  const counts = prim.integers("curveVertexCounts") ?? new Int32Array();
  const basis = prim.token("type") === "linear" ? undefined : curveBases.get(prim.token("basis"));
  if (basis === undefined && prim.token("type") !== "linear") {
    const known = [...curveBases.keys()].map((name) => `"${name}"`).join(", ");
    const found = JSON.stringify(prim.token("basis"));
    prim.problem("basis", `Expected one of ${known}, found ${found}: the curves are drawn with straight segments`);
  }
  const topology = {
    counts,
    points: Math.floor(points.length / 3),
    basis: basis ?? null,
    wrap: wrapOf(prim.token("wrap")),
  };
  const { curves, bad, leftOut } = sampleBasisCurves(topology);
  if (bad > 0) {
    const what = `${counted(bad, "curve")} cannot be drawn`;
    prim.problem(
      "curveVertexCounts",
      `${what}: the number of points does not fit the basis, or there are fewer points`,
    );
  }
  if (leftOut > 0) {
    const kept = counts.length - leftOut;
    prim.problem("points", `Only the first ${kept} of ${counts.length} curves are drawn: there are too many points`);
  }
  return curveGeometry(prim, curves, applyStencils(curves.vertex, points, 3));
}

function wrapOf(token: string): CurveWrap {
  return token === "periodic" || token === "pinned" ? token : "nonperiodic";
}
