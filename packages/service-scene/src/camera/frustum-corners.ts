/** The frustum of a camera. */
import { identityMatrix, transformPoint, type RowMatrix, type Vector3 } from "@usdkit/transforms";
import { conformAperture, SCENE_UNITS_PER_MM, type ViewOptions } from "./conform-aperture.ts";
import type { CameraLens } from "./lens.ts";

/** Corners in the order of `Gf.Frustum.ComputeCorners`. */
export type FrustumCorners = readonly [
  leftBottomNear: Vector3,
  rightBottomNear: Vector3,
  leftTopNear: Vector3,
  rightTopNear: Vector3,
  leftBottomFar: Vector3,
  rightBottomFar: Vector3,
  leftTopFar: Vector3,
  rightTopFar: Vector3,
];

/**
 * Returns the eight corners of the camera's frustum in scene units: in camera space, or, with the camera's world matrix,
 * in world space.
 *
 * @example
 * frustumCorners(camera, { aspect: 16 / 9, worldMatrix: camera.worldMatrix });
 */
export function frustumCorners(
  lens: CameraLens,
  options: ViewOptions & { readonly worldMatrix?: RowMatrix | undefined } = {},
): FrustumCorners {
  const { horizontal, vertical } = conformAperture(lens, options);
  const unit = options.sceneUnitsPerMm ?? SCENE_UNITS_PER_MM;
  const x = options.horizontalApertureOffset ?? 0;
  const y = options.verticalApertureOffset ?? 0;
  const { worldMatrix = identityMatrix } = options;
  const corner = (side: number, height: number, distance: number): Vector3 => {
    const scale = lens.projection === "orthographic" ? unit : distance / lens.focalLength;
    const place: Vector3 = [(x + (side * horizontal) / 2) * scale, (y + (height * vertical) / 2) * scale, -distance];
    return transformPoint(place, worldMatrix);
  };
  const [near, far] = lens.clippingRange;
  return [
    corner(-1, -1, near),
    corner(1, -1, near),
    corner(-1, 1, near),
    corner(1, 1, near),
    corner(-1, -1, far),
    corner(1, -1, far),
    corner(-1, 1, far),
    corner(1, 1, far),
  ];
}
