/** View and projection matrices of cameras. */
import { invertMatrix, type RowMatrix, unsafeRowMatrix } from "@usdkit/transforms";
import { conformAperture, SCENE_UNITS_PER_MM, type ViewOptions } from "./conform-aperture.ts";
import type { CameraLens } from "./lens.ts";

/**
 * Returns the matrix from camera space to clip space for row vectors, `clip = p · view · projection`, with x, y and z from -1
 * to 1 as in OpenGL. The camera looks along -Z, +Y is up.
 *
 * Equals `Gf.Frustum.ComputeProjectionMatrix` of the camera to 1e-12. Degenerate lenses (an aperture of 0, near = far) give
 * infinities or NaN.
 *
 * @example
 * projectionMatrix(plan.camera, { aspect: 1920 / 1080 });
 */
export function projectionMatrix(lens: CameraLens, options: ViewOptions = {}): RowMatrix {
  const { horizontal, vertical } = conformAperture(lens, options);
  const [near, far] = lens.clippingRange;
  const depth = far - near;
  // The offset of the film back's centre, in halves of its size.
  const x = (2 * (options.horizontalApertureOffset ?? 0)) / horizontal;
  const y = (2 * (options.verticalApertureOffset ?? 0)) / vertical;
  if (lens.projection === "orthographic") {
    const unit = options.sceneUnitsPerMm ?? SCENE_UNITS_PER_MM;
    const [width, height] = [horizontal * unit, vertical * unit];
    return unsafeRowMatrix(
      [
        [2 / width, 0, 0, 0],
        [0, 2 / height, 0, 0],
        [0, 0, -2 / depth, 0],
        [-x, -y, -(far + near) / depth, 1],
      ].flat(),
    );
  }
  const focal = 2 * lens.focalLength;
  return unsafeRowMatrix(
    [
      [focal / horizontal, 0, 0, 0],
      [0, focal / vertical, 0, 0],
      [x, y, -(far + near) / depth, -1],
      [0, 0, (-2 * near * far) / depth, 0],
    ].flat(),
  );
}

/**
 * Returns the matrix from world space to camera space: the inverse of the camera's world matrix, including its scale;
 * undefined if that is singular. For a camera without scale and shear it equals `Gf.Frustum.ComputeViewMatrix`, which
 * removes these first.
 */
export function viewMatrix(cameraWorldMatrix: RowMatrix): RowMatrix | undefined {
  return invertMatrix(cameraWorldMatrix);
}
