import { projectionMatrix, viewMatrix } from "@usdkit/service-scene";
import { RenderError } from "../errors/render-error.ts";
import type { Affine } from "../prepare/scene-data.ts";
import type { SceneCamera } from "./scene-camera.ts";

/**
 * The camera of the kernels. In its space x is right, y is up, and it looks along −z; the distance is −z. A point is projected to
 * the sample `(cx + fx·x/d, cy − fy·y/d)` of a perspective camera and `(cx + fx·x, cy − fy·y)` of an orthographic one; sample
 * (0, 0) spans from 0 to 1, the top one first.
 */
export interface FrameCamera {
  readonly isPerspective: boolean;
  /** From world space to camera space. */
  readonly view: Affine;
  readonly fx: number;
  readonly fy: number;
  readonly cx: number;
  readonly cy: number;
  /** Distances. */
  readonly near: number;
  readonly far: number;
}

/**
 * The aperture is widened to the image's shape (`expandAperture`).
 *
 * @param width Of the image, in samples.
 * @throws {RenderError} `camera` if the lens or the matrix is invalid.
 */
export function frameCamera(camera: SceneCamera, width: number, height: number): FrameCamera {
  checkLens(camera);
  const { clippingRange, projection, horizontalApertureOffset, verticalApertureOffset, path } = camera;
  const options = { aspect: width / height, horizontalApertureOffset, verticalApertureOffset };
  const m = projectionMatrix(camera, options);
  const isPerspective = projection === "perspective";
  // Offset of the film back's centre, in half images.
  const [shiftX, shiftY] = isPerspective ? [-m[8], -m[9]] : [m[12], m[13]];
  const view = viewMatrix(camera.worldMatrix);
  if (view === undefined || [3, 7, 11].some((i) => view[i] !== 0)) {
    const found = describeMatrix(camera.worldMatrix, view);
    const message = `Expected a world matrix that has an inverse, found ${found}. Correct the transforms of the camera and of the prims above it, or ${USE_AUTO}`;
    throw new RenderError("camera", message, { primPath: path ?? undefined });
  }
  const numbers = {
    fx: (m[0] * width) / 2,
    fy: (m[5] * height) / 2,
    cx: ((1 + shiftX) * width) / 2,
    cy: ((1 - shiftY) * height) / 2,
  };
  for (const [name, value] of Object.entries(numbers)) {
    if (Number.isFinite(value)) continue;
    const message = `The lens makes no image, as ${name} is ${value}: Expected a focal length and apertures in millimeters, such as 50, 36 and 24. Correct them, or ${USE_AUTO}`;
    throw new RenderError("camera", message, { primPath: path ?? undefined });
  }
  const [near, far] = clippingRange;
  const affine = [0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14].map((i) => view[i]);
  return { isPerspective, view: affine, ...numbers, near, far };
}

/** What shows the scene whatever its cameras are. */
const USE_AUTO = 'use the camera "auto"';

function describeMatrix(matrix: readonly number[], view: readonly number[] | undefined): string {
  if (!matrix.every(Number.isFinite)) return "numbers that are not finite";
  return view === undefined ? "a singular one, such as one with a scale of 0" : "a projective one";
}

function checkLens(camera: SceneCamera): void {
  const { focalLength, horizontalAperture, verticalAperture, clippingRange, projection, path } = camera;
  const { horizontalApertureOffset, verticalApertureOffset } = camera;
  const fail = (property: string, expected: string, remedy: string): never => {
    const message = `Expected ${expected}. ${remedy}, or ${USE_AUTO}`;
    throw new RenderError("camera", message, { primPath: path ?? undefined, property });
  };
  if (projection !== "perspective" && projection !== "orthographic") {
    fail("projection", `"perspective" or "orthographic", found ${JSON.stringify(projection)}`, "Author one of them");
  }
  for (const [name, value] of Object.entries({ focalLength, horizontalAperture, verticalAperture })) {
    if (value > 0 && value < Infinity) continue;
    const usual = name === "focalLength" ? "50" : name === "horizontalAperture" ? "20.955" : "15.2908";
    fail(name, `a length above 0 mm, found ${value}`, `Author one, such as ${usual}`);
  }
  for (const [name, value] of Object.entries({ horizontalApertureOffset, verticalApertureOffset })) {
    if (!Number.isFinite(value)) fail(name, `a finite length in mm, found ${value}`, "Author one, such as 0");
  }
  const [near, far] = clippingRange;
  const isFlat = projection === "orthographic";
  if (!(Number.isFinite(near) && Number.isFinite(far) && near < far && (isFlat || near > 0))) {
    const found = `two finite distances, ${isFlat ? "" : "0 < "}near < far, found (${near}, ${far})`;
    fail("clippingRange", found, "Author them, such as (0.1, 10000)");
  }
}
