import { expect, test } from "vitest";
import type { CurveGeometry, TriangleGeometry } from "../model/geometry.ts";
import { surfaceOfCurves } from "../surfaces/surface-of-curves.ts";
import { boundsOf, leastAgreement, volumeOf } from "../test-support/measure.ts";
import { plainPrim, type PlainPrim } from "../test-support/plain-prim.ts";
import type { Primvar } from "../model/prim-reader.ts";
import { basisCurves } from "./basis-curves.ts";

const values = (interpolation: Primvar["interpolation"], components: number, ...numbers: number[]): Primvar => ({
  components,
  values: Float32Array.from(numbers),
  interpolation,
  indices: null,
});

const LINE = {
  type: "linear",
  basis: "bezier",
  wrap: "nonperiodic",
  points: [0, 0, 0, 4, 0, 0],
  curveVertexCounts: [2],
};

interface DrawnCurves {
  readonly problems: readonly string[];
  readonly curves: CurveGeometry;
  readonly geometry: TriangleGeometry;
}

function draw(prim: PlainPrim): DrawnCurves {
  const reader = plainPrim(prim);
  const curves = basisCurves(reader);
  if (curves === undefined) throw new Error("nothing is drawn");
  return { curves, geometry: surfaceOfCurves(curves), problems: reader.problems };
}

test("a straight curve is a tube of its width", () => {
  const { geometry, problems } = draw({ attributes: LINE, primvars: { widths: values("constant", 1, 0.5) } });
  expect(problems).toEqual([]);
  const [, lowY, , , highY] = boundsOf(geometry);
  expect([lowY, highY]).toEqual([-0.25, 0.25]);
  expect(leastAgreement(geometry)).toBeGreaterThan(0);
});

test.each([
  // Each goes through these places at its ends.
  ["bezier", "nonperiodic", [0, 4]],
  ["bspline", "nonperiodic", [1, 3]],
  ["bspline", "pinned", [0, 4]],
  ["catmullRom", "nonperiodic", [1, 3]],
  ["catmullRom", "pinned", [0, 4]],
])("a %s curve, %s, ends where it should", (basis, wrap, [low, high]) => {
  const points =
    basis === "bezier" ? [0, 0, 0, 1, 0, 0, 2, 0, 0, 4, 0, 0] : [0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0];
  const { geometry, problems } = draw({
    attributes: { type: "cubic", basis, wrap, points, curveVertexCounts: [points.length / 3] },
    primvars: { widths: values("constant", 1, 0.1) },
  });
  expect(problems).toEqual([]);
  const bounds = boundsOf(geometry);
  expect([bounds[0], bounds[3]]).toEqual([expect.closeTo(low, 6), expect.closeTo(high, 6)]);
});

test("a closed curve is a ring without ends", () => {
  const { geometry } = draw({
    attributes: {
      type: "cubic",
      basis: "bspline",
      wrap: "periodic",
      points: [1, 0, 0, 0, 1, 0, -1, 0, 0, 0, -1, 0],
      curveVertexCounts: [4],
    },
    primvars: { widths: values("constant", 1, 0.2) },
  });
  // A closed surface: its volume is that of the tube, about the area of its octagon times its length.
  expect(volumeOf(geometry)).toBeGreaterThan(0.1);
  expect(leastAgreement(geometry)).toBeGreaterThan(0);
});

test("widths and colors vary along curves, by point or by end of segment", () => {
  const twoCurves = { ...LINE, points: [...LINE.points, 0, 9, 0, 4, 9, 0], curveVertexCounts: [2, 2] };
  const { geometry, problems } = draw({
    attributes: twoCurves,
    primvars: {
      widths: values("varying", 1, 1, 2, 3, 4),
      displayColor: values("uniform", 3, 1, 0, 0, 0, 0, 1),
    },
  });
  expect(problems).toEqual([]);
  const bounds = boundsOf(geometry);
  expect([bounds[1], bounds[4]]).toEqual([-1, 11]);
  const colors = geometry.primvars.get("displayColor")?.values ?? new Float32Array();
  expect([...colors.subarray(0, 3), ...colors.subarray(-3)]).toEqual([1, 0, 0, 0, 0, 1]);
});

test("one value is that of the whole curve, whatever its interpolation", () => {
  const { curves, problems } = draw({ attributes: LINE, primvars: { widths: values("vertex", 1, 0.5) } });
  expect(curves.widths).toEqual({ components: 1, values: Float32Array.of(0.5), isConstant: true });
  expect(problems).toEqual([]);
});

test("what does not fit is a problem, and the rest is drawn", () => {
  const { geometry, problems } = draw({
    attributes: { ...LINE, points: [...LINE.points, NaN, 0, 0, 1, 1, 1, 0, 0, 0], curveVertexCounts: [2, 2, 1, 7] },
    primvars: { widths: values("vertex", 1, 1, 2), displayColor: values("constant", 2, 1, 1) },
  });
  expect(geometry.positions.length).toBe(3 * 16);
  expect(problems).toEqual([
    "curveVertexCounts: 2 curves cannot be drawn: the number of points does not fit the basis, or there are fewer points",
    'widths: Expected 5 values for the interpolation "vertex", found 2: the curves are drawn without it',
    "points: 1 curve cannot be drawn: a coordinate or a width is not finite",
    'primvars:displayColor: Expected 3 numbers a value for the interpolation "constant", found 2: the curves are drawn without it',
  ]);
});

test("curves with too many points are left out before they are sampled", () => {
  const many = 1 << 21;
  const reader = plainPrim({ attributes: { ...LINE, type: "cubic", basis: "bspline", curveVertexCounts: [4, many] } });
  const floats = (name: string): Float32Array | undefined =>
    name === "points" ? new Float32Array(3 * (many + 4)) : undefined;
  expect(basisCurves({ ...reader, floats })?.counts).toEqual(Uint32Array.of(2));
  expect(reader.problems).toEqual(["points: Only the first 1 of 2 curves are drawn: there are too many points"]);
});
