import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { multiplyMatrices, rotationMatrix, scaleMatrix, transformPoint, translationMatrix } from "@usdkit/transforms";
import { expectAgreement } from "../test-support/reference-tables.ts";
import { conformAperture, type AspectPolicy } from "./conform-aperture.ts";
import { apertureForFieldOfView, fieldOfView, focalLengthForFieldOfView } from "./field-of-view.ts";
import { frustumCorners } from "./frustum-corners.ts";
import type { CameraLens } from "./lens.ts";
import { projectionMatrix, viewMatrix } from "./projection-matrix.ts";

const LENS: CameraLens = {
  projection: "perspective",
  focalLength: 35,
  horizontalAperture: 36,
  verticalAperture: 24,
  clippingRange: [0.1, 1000],
};
const length = fc.double({ min: 1, max: 500, noNaN: true });
const lens: fc.Arbitrary<CameraLens> = fc.record({
  projection: fc.constantFrom("perspective" as const, "orthographic" as const),
  focalLength: length,
  horizontalAperture: length,
  verticalAperture: length,
  clippingRange: fc.tuple(
    fc.double({ min: 0.01, max: 10, noNaN: true }),
    fc.double({ min: 20, max: 1e5, noNaN: true }),
  ),
});
const policies: AspectPolicy[] = [
  "expandAperture",
  "cropAperture",
  "adjustApertureWidth",
  "adjustApertureHeight",
  "adjustPixelAspectRatio",
];
const aspect = fc.double({ min: 0.1, max: 10, noNaN: true });

describe("fields of view", () => {
  test("known ones", () => {
    expect(fieldOfView(LENS).horizontal).toBeCloseTo(54.432, 3);
    expect(fieldOfView(LENS, { aspect: 3 }).horizontal).toBeCloseTo(91.614, 3);
    expect(focalLengthForFieldOfView(60, 36)).toBeCloseTo(31.177, 3);
    expect(focalLengthForFieldOfView(90, 36)).toBeCloseTo(18, 12);
  });

  test("round trip", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 179.9, noNaN: true }), length, (degrees, aperture) => {
        const focalLength = focalLengthForFieldOfView(degrees, aperture);
        const { horizontal } = fieldOfView({ ...LENS, focalLength, horizontalAperture: aperture });
        expectAgreement([horizontal], [degrees]);
        expectAgreement([apertureForFieldOfView(degrees, focalLength)], [aperture]);
      }),
    );
  });

  test.each([0, 180, -1, Number.NaN, Number.POSITIVE_INFINITY])("invalid angle: %d", (degrees) => {
    expect(() => focalLengthForFieldOfView(degrees, 36)).toThrow(RangeError);
    expect(() => apertureForFieldOfView(degrees, 36)).toThrow(RangeError);
  });

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])("invalid length: %d", (length) => {
    expect(() => focalLengthForFieldOfView(60, length)).toThrow(RangeError);
    expect(() => apertureForFieldOfView(60, length)).toThrow(RangeError);
  });
});

describe("images with another aspect ratio than the film back", () => {
  test.each<[AspectPolicy, number, number, number]>([
    ["expandAperture", 2, 48, 24],
    ["expandAperture", 1, 36, 36],
    ["cropAperture", 2, 36, 18],
    ["cropAperture", 1, 24, 24],
    ["adjustApertureWidth", 1, 24, 24],
    ["adjustApertureHeight", 2, 36, 18],
    ["adjustPixelAspectRatio", 2, 36, 24],
  ])("%s, %d", (policy, shape, horizontal, vertical) => {
    expect(conformAperture(LENS, { policy, aspect: shape })).toEqual({ horizontal, vertical });
  });

  test("expandAperture shows the whole film back, and has the aspect ratio of the image", () => {
    fc.assert(
      fc.property(lens, aspect, (each, shape) => {
        const { horizontal, vertical } = conformAperture(each, { aspect: shape });
        expectAgreement([horizontal / vertical], [shape]);
        expect(horizontal).toBeGreaterThanOrEqual(each.horizontalAperture);
        expect(vertical).toBeGreaterThanOrEqual(each.verticalAperture * (1 - 1e-15));
      }),
    );
  });
});

describe("projection and frustum", () => {
  test("the corners of the frustum are the corners of clip space", () => {
    fc.assert(
      fc.property(lens, fc.option(aspect, { nil: undefined }), fc.constantFrom(...policies), (each, shape, policy) => {
        const options = { aspect: shape, policy, horizontalApertureOffset: 3, verticalApertureOffset: -2 };
        const matrix = projectionMatrix(each, options);
        const clipped = frustumCorners(each, options).map((corner) => transformPoint(corner, matrix));
        const corners = [-1, 1].flatMap((z) => [-1, 1].flatMap((y) => [-1, 1].map((x) => [x, y, z])));
        expectAgreement(clipped.flat(), corners.flat(), 1e-6);
      }),
    );
  });

  test("millimetres of an orthographic camera are tenths of a scene unit, or what the caller sets", () => {
    const flat: CameraLens = { ...LENS, projection: "orthographic" };
    expectAgreement(frustumCorners(flat)[3], [1.8, 1.2, -0.1]);
    expectAgreement(frustumCorners(flat, { sceneUnitsPerMm: 1 })[3], [18, 12, -0.1]);
    expectAgreement([projectionMatrix(flat, { sceneUnitsPerMm: 1 })[0]], [2 / 36]);
  });

  test("the view matrix inverts the camera's world matrix, including its scale", () => {
    const place = multiplyMatrices(
      multiplyMatrices(scaleMatrix([2, 3, 4]), rotationMatrix([1, 2, 3], 40)),
      translationMatrix([5, 6, 7]),
    );
    const view = viewMatrix(place);
    expect(view).toBeDefined();
    if (view !== undefined) expectAgreement(transformPoint(transformPoint([1, 2, 3], place), view), [1, 2, 3]);
    expect(viewMatrix(scaleMatrix([0, 1, 1]))).toBeUndefined();
  });

  test("degenerate lenses do not throw", () => {
    const number = fc.oneof(fc.double(), fc.constantFrom(0, -0, -1));
    const lens = fc.record({
      focalLength: number,
      horizontalAperture: number,
      verticalAperture: number,
      clippingRange: fc.tuple(number, number),
    });
    fc.assert(
      fc.property(lens, (given) => {
        const bad: CameraLens = { ...LENS, ...given };
        expect(projectionMatrix(bad, { aspect: 2 })).toHaveLength(16);
        expect(frustumCorners(bad)).toHaveLength(8);
        expect(fieldOfView(bad).horizontal).toBeTypeOf("number");
      }),
    );
  });
});
