import { describe, expect, test } from "vitest";
import { firstCamera } from "../read/prims-that-count.ts";
import { rowMatrix } from "@usdkit/transforms";
import { expectAgreement, layerOf, referenceTable, type ReferenceCase } from "../test-support/reference-tables.ts";
import { worldMatrix } from "../transform/service-matrix.ts";
import type { ViewOptions } from "./conform-aperture.ts";
import { fieldOfView } from "./field-of-view.ts";
import { frustumCorners } from "./frustum-corners.ts";
import { cameraAttributes, type CameraLens } from "./lens.ts";
import { projectionMatrix, viewMatrix } from "./projection-matrix.ts";

interface CameraCase extends ReferenceCase {
  readonly options: ViewOptions;
  readonly worldMatrix: readonly number[];
  readonly projection: readonly number[];
  readonly view: readonly number[];
  readonly corners: readonly (readonly number[])[];
  readonly cornersInCamera: readonly (readonly number[])[];
  readonly fieldOfView: readonly [number, number];
}

const cases = referenceTable<CameraCase>("cameras.json");

describe("GfCamera and GfFrustum", () => {
  test("the reference table exists", () => {
    expect(cases.length).toBeGreaterThanOrEqual(70);
  });

  test.each(cases)("$title", (expected) => {
    const prim = firstCamera(layerOf(expected.text));
    if (prim === undefined) throw new Error("no camera");
    const read = cameraAttributes(prim);
    // The table of fallbacks has 20.955 as in the schema; the reference stores it in single precision.
    const lens: CameraLens = {
      ...read,
      horizontalAperture: Math.fround(read.horizontalAperture),
      verticalAperture: Math.fround(read.verticalAperture),
    };
    const { options } = expected;
    const world = worldMatrix(prim);
    expectAgreement(world, expected.worldMatrix);
    expectAgreement(projectionMatrix(lens, options), expected.projection);
    expectAgreement(viewMatrix(rowMatrix(expected.worldMatrix)) ?? [], expected.view);
    expectAgreement(frustumCorners(lens, { ...options, worldMatrix: world }).flat(), expected.corners.flat());
    expectAgreement(frustumCorners(lens, options).flat(), expected.cornersInCamera.flat());
    const { horizontal, vertical } = fieldOfView(lens);
    // Single precision in the reference.
    expectAgreement([horizontal, vertical], expected.fieldOfView, 2 ** -23);
  });
});
