import { expect, test } from "vitest";
import type { CurveGeometry, TriangleGeometry } from "../model/geometry.ts";
import type { Primvar } from "../model/prim-reader.ts";
import { areaOf, boundsOf, leastAgreement } from "../test-support/measure.ts";
import { plainPrim, type PlainPrim } from "../test-support/plain-prim.ts";
import { hermiteCurves } from "./hermite-curves.ts";
import { nurbsCurves } from "./nurbs-curves.ts";
import { nurbsPatch } from "./nurbs-patch.ts";

const HALF = Math.SQRT1_2;
/** A circle of radius 1 as a rational curve of degree 2, its control points and their weights. */
const CIRCLE = [1, 0, 1, 1, 0, 1, -1, 1, -1, 0, -1, -1, 0, -1, 1, -1, 1, 0];
const CIRCLE_WEIGHTS = [1, HALF, 1, HALF, 1, HALF, 1, HALF, 1];
const CIRCLE_KNOTS = [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4];

const primvar = (interpolation: Primvar["interpolation"], components: number, ...values: number[]): Primvar => ({
  components,
  values: Float32Array.from(values),
  interpolation,
  indices: null,
});

function curvesOf(prim: PlainPrim): { curves: CurveGeometry; problems: readonly string[] } {
  const reader = plainPrim(prim);
  const curves = nurbsCurves(reader);
  if (curves === undefined) throw new Error("nothing is drawn");
  return { curves, problems: reader.problems };
}

function patchOf(prim: PlainPrim): { patch: TriangleGeometry | undefined; problems: readonly string[] } {
  const reader = plainPrim(prim);
  return { patch: nurbsPatch(reader), problems: reader.problems };
}

const planar = (flat: readonly number[], z = 0): number[] =>
  flat.flatMap((value, i) => (i % 2 === 0 ? [value] : [value, z]));

test("a rational curve goes around a circle", () => {
  const { curves, problems } = curvesOf({
    attributes: {
      points: planar(CIRCLE),
      curveVertexCounts: [9],
      order: [3],
      knots: CIRCLE_KNOTS,
      pointWeights: CIRCLE_WEIGHTS,
    },
    primvars: { widths: primvar("varying", 1, 0, 1, 2, 3, 4, 5, 6, 7) },
  });
  expect(problems).toEqual([]);
  expect(curves.counts).toEqual(Uint32Array.of(33));
  for (let i = 0; i < curves.positions.length; i += 3) {
    expect(Math.hypot(curves.positions[i], curves.positions[i + 1])).toBeCloseTo(1, 6);
  }
  // Each segment that is not empty goes from its value to the next one.
  expect([curves.widths?.values[0], curves.widths?.values[4], curves.widths?.values[32]]).toEqual([0, 0.5, 7]);
});

test("a range cuts a curve, and a curve with wrong knots is its control polygon", () => {
  const line = { points: [0, 0, 0, 1, 0, 0, 3, 0, 0, 0, 9, 0, 1, 9, 0], curveVertexCounts: [3, 2] };
  const { curves, problems } = curvesOf({
    attributes: { ...line, order: [2, 3], knots: [0, 0, 1, 2, 2, 0, 1, 2, 3, 4], ranges: [0.5, 1.5, 0, 1] },
  });
  expect(Array.from(curves.positions)).toEqual([0.5, 0, 0, 1, 0, 0, 2, 0, 0, 0, 9, 0, 1, 9, 0]);
  expect(problems).toEqual([
    "knots: 1 curve with wrong knots: There are 2 control points, fewer than the order 3. The control points are joined by straight lines",
  ]);
});

/** A cylinder about z of radius 1, from z = 0 to 2. */
const CYLINDER = {
  points: [...planar(CIRCLE, 0), ...planar(CIRCLE, 2)],
  pointWeights: [...CIRCLE_WEIGHTS, ...CIRCLE_WEIGHTS],
  uVertexCount: 9,
  vVertexCount: 2,
  uOrder: 3,
  vOrder: 2,
  uKnots: CIRCLE_KNOTS,
  vKnots: [0, 0, 1, 1],
};

test.each([
  ["rightHanded", 1],
  ["leftHanded", -1],
])("a %s patch of a cylinder has its area and normals", (orientation, side) => {
  const { patch, problems } = patchOf({
    attributes: { ...CYLINDER, orientation },
    primvars: {
      st: primvar("varying", 2, ...[0, 1].flatMap((v) => Array.from({ length: 8 }, (_, u) => [u, v]).flat())),
      displayColor: primvar("uniform", 3, ...Array.from({ length: 7 }, (_, i) => [i, 0, 0]).flat()),
      displayOpacity: primvar("constant", 1, 0.5),
    },
  });
  if (patch === undefined) throw new Error("nothing is drawn");
  expect(problems).toEqual([]);
  expect(boundsOf(patch)).toEqual([-1, -1, 0, 1, 1, 2]);
  expect(areaOf(patch) / (4 * Math.PI)).toBeCloseTo(1, 2);
  expect(leastAgreement(patch)).toBeGreaterThan(0);
  const { positions, normals, primvars } = patch;
  for (let i = 0; i < positions.length; i += 3) {
    const along = (normals?.[i] ?? 0) * positions[i] + (normals?.[i + 1] ?? 0) * positions[i + 1];
    expect(along).toBeCloseTo(side, 5);
  }
  const st = primvars.get("st")?.values ?? new Float32Array();
  expect([...st.subarray(0, 2), ...st.subarray(-2)]).toEqual([0, 0, 7, 1]);
  expect(primvars.get("displayColor")?.values.at(-3)).toBe(6);
  expect(primvars.get("displayOpacity")?.isConstant).toBe(true);
});

test("a patch that closes to a point has a normal there", () => {
  const { patch } = patchOf({
    attributes: {
      ...CYLINDER,
      points: [
        ...planar(CIRCLE, 0),
        ...planar(
          CIRCLE.map(() => 0),
          1,
        ),
      ],
    },
  });
  const normals = patch?.normals ?? new Float32Array();
  for (let i = 0; i < normals.length; i += 3) {
    expect(Math.hypot(normals[i], normals[i + 1], normals[i + 2])).toBeCloseTo(1, 5);
  }
});

test("what is wrong with a patch is a problem", () => {
  const faults = [
    { uOrder: 1 },
    { uVertexCount: 2 ** 31 - 1 },
    { vKnots: [0, 0, 1] },
    { vKnots: [0, 1, 0, 1] },
    { vKnots: [1, 1, 1, 1] },
    { points: [1, 2, 3] },
    { points: CYLINDER.points.map((value, i) => (i === 4 ? NaN : value)) },
  ];
  const problems = faults.map((fault) => patchOf({ attributes: { ...CYLINDER, ...fault } }).problems);
  expect(problems.map((each) => each[0])).toEqual([
    "uKnots: Expected an order from 2 to 32, found 1: the patch is not drawn",
    "uKnots: Expected 2147483650 knots, found 12: the patch is not drawn",
    "vKnots: Expected 4 knots, found 3: the patch is not drawn",
    "vKnots: The knots do not ascend: the patch is not drawn",
    "vKnots: The knots or the range are empty: the patch is not drawn",
    "points: Expected 18 points, found 1: the patch is not drawn",
    "points: A coordinate is not finite: the patch is not drawn",
  ]);
  const trimmed = patchOf({ attributes: { ...CYLINDER, pointWeights: [0], "trimCurve:counts": [1] } });
  expect(trimmed.patch).toBeDefined();
  expect(trimmed.problems).toEqual([
    "trimCurve:counts: Trim curves are not drawn",
    "pointWeights: Expected 18 numbers above 0: the control points have the same weights",
  ]);
});

test("Hermite curves go through their points along their tangents", () => {
  const reader = plainPrim({
    attributes: {
      points: [0, 0, 0, 1, 0, 0, 1, 1, 0, 5, 5, 5],
      tangents: [1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0],
      curveVertexCounts: [3, 1],
    },
    primvars: { widths: primvar("varying", 1, 1, 2, 3, 4) },
  });
  const curves = hermiteCurves(reader);
  expect(reader.problems).toEqual(["curveVertexCounts: 1 curve cannot be drawn: there are too few points"]);
  expect(curves?.counts).toEqual(Uint32Array.of(17));
  const at = (i: number): number[] => Array.from(curves?.positions.subarray(3 * i, 3 * i + 3) ?? []);
  expect([at(0), at(8), at(16)]).toEqual([
    [0, 0, 0],
    [1, 0, 0],
    [1, 1, 0],
  ]);
  // In the middle of a segment: the mean of the points, and an eighth of the difference of the tangents.
  expect(at(4)).toEqual([0.625, -0.125, 0]);
  expect(Array.from(curves?.widths?.values ?? []).filter((_, i) => i % 8 === 0)).toEqual([1, 2, 3]);
  const straight = plainPrim({ attributes: { points: [0, 0, 0, 1, 0, 0], curveVertexCounts: [2] } });
  expect(hermiteCurves(straight)?.positions.length).toBe(27);
  expect(straight.problems).toEqual(["tangents: Expected 2 tangents, found 0: the segments are straight"]);
});
