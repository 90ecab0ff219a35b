/** Conversions between fields of view and lenses. */
import { conformAperture, type ViewOptions } from "./conform-aperture.ts";
import type { CameraLens } from "./lens.ts";

/** Full angles, in degrees. */
export interface FieldOfView {
  readonly horizontal: number;
  readonly vertical: number;
}

/**
 * Returns the field of view of a perspective camera in degrees (`GfCamera::GetFieldOfView`); with `aspect`, that of an image
 * with this aspect ratio. For an orthographic camera, the result is that of its lens with a perspective projection.
 */
export function fieldOfView(lens: CameraLens, options: ViewOptions = {}): FieldOfView {
  const { horizontal, vertical } = conformAperture(lens, options);
  return { horizontal: angle(horizontal, lens.focalLength), vertical: angle(vertical, lens.focalLength) };
}

/**
 * Returns the focal length (mm) at which a film back of this size (mm) has this full field of view (degrees).
 *
 * @throws {RangeError} if the angle is not between 0 and 180, or the aperture is not above 0.
 * @example
 * focalLengthForFieldOfView(60, 36);   // 31.18 mm: 60° across 36 mm
 */
export function focalLengthForFieldOfView(degrees: number, aperture: number): number {
  checkAngle(degrees);
  if (!(aperture > 0 && Number.isFinite(aperture)))
    throw new RangeError(`An aperture must be above 0 mm, not ${aperture}`);
  return aperture / (2 * Math.tan(halfAngle(degrees)));
}

/**
 * Returns the aperture (mm) that has this full field of view (degrees) with a lens of this focal length (mm).
 *
 * @throws {RangeError} if the angle is not between 0 and 180, or the focal length is not above 0.
 */
export function apertureForFieldOfView(degrees: number, focalLength: number): number {
  checkAngle(degrees);
  if (!(focalLength > 0 && Number.isFinite(focalLength)))
    throw new RangeError(`A focal length must be above 0 mm, not ${focalLength}`);
  return focalLength * 2 * Math.tan(halfAngle(degrees));
}

function angle(aperture: number, focalLength: number): number {
  return (2 * Math.atan(aperture / (2 * focalLength)) * 180) / Math.PI;
}

function halfAngle(degrees: number): number {
  return (degrees * Math.PI) / 360;
}

function checkAngle(degrees: number): void {
  if (!(degrees > 0 && degrees < 180))
    throw new RangeError(`A field of view must be between 0° and 180°, not ${degrees}`);
}
