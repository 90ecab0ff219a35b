import { expect, test } from "vitest";
import { boundsOf, leastAgreement } from "../test-support/measure.ts";
import { plainPrim } from "../test-support/plain-prim.ts";
import { gaussianSplats } from "./gaussian-splats.ts";
import { surfaceOfPoints } from "../surfaces/surface-of-points.ts";
import { points } from "./points.ts";

const one = (interpolation: "constant" | "vertex", components: number, ...values: number[]) =>
  ({ components, values: Float32Array.from(values), interpolation, indices: null }) as const;

test("points with widths are balls of these diameters, others have no size", () => {
  const attributes = { points: [0, 0, 0, 10, 0, 0] };
  const wide = points(plainPrim({ attributes, primvars: { widths: one("vertex", 1, 2, 4) } }));
  const balls = wide && surfaceOfPoints(wide);
  if (balls === undefined) throw new Error("no balls");
  expect(boundsOf(balls)).toEqual([-1, -2, -2, 12, 2, 2]);
  expect(leastAgreement(balls)).toBeGreaterThan(0);
  const plain = points(plainPrim({ attributes, primvars: { displayColor: one("constant", 3, 1, 0.5, 0) } }));
  expect(plain).toEqual({
    type: "points",
    positions: Float32Array.from(attributes.points),
    widths: null,
    primvars: new Map([["displayColor", { components: 3, values: Float32Array.of(1, 0.5, 0), isConstant: true }]]),
  });
  expect(plain && surfaceOfPoints(plain)).toBe(undefined);
});

test("points that are not finite are left out with their values", () => {
  const prim = plainPrim({
    attributes: { points: [NaN, 0, 0, 1, 2, 3] },
    primvars: { displayColor: one("vertex", 3, 1, 1, 1, 0, 0, 1), widths: one("vertex", 1, 5) },
  });
  expect(points(prim)).toEqual({
    type: "points",
    positions: Float32Array.of(1, 2, 3),
    widths: null,
    primvars: new Map([["displayColor", { components: 3, values: Float32Array.of(0, 0, 1), isConstant: false }]]),
  });
  expect(prim.problems).toEqual([
    "points: 1 point is not finite and not drawn",
    "widths: There are 1 values, and not for each point: the points are drawn without it",
  ]);
  expect(points(plainPrim({}))).toBe(undefined);
});

test("splats are read in either precision, and arrays of another length are problems", () => {
  const coefficients = "radiance:sphericalHarmonicsCoefficients";
  const prim = plainPrim({
    attributes: {
      positionsh: [0, 0, 0, 1, 1, 1],
      opacities: [0.5],
      scales: [1, 1, 1, 2, 2, 2],
      "radiance:sphericalHarmonicsDegree": 0,
      [coefficients]: [1, 0, 0, 0, 1, 0],
    },
  });
  expect(gaussianSplats(prim)).toMatchObject({ count: 2, opacities: null, orientations: null, degree: 0 });
  expect(prim.problems).toEqual([
    "opacities: Expected 2 numbers for 2 positions, found 1: the splats are drawn without them",
  ]);
});
