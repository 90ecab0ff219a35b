/** Angles of view, and the lenses that have them. */
import { conformAperture, type ViewOptions } from "./conform-aperture.ts";
import type { CameraLens } from "./lens.ts";

/** Whole angles, in degrees. */
export interface FieldOfView {
  readonly horizontal: number;
  readonly vertical: number;
}

/**
 * The angles that a perspective camera sees, in degrees (`GfCamera::GetFieldOfView`); with `aspect`, those of an image of that
 * shape. An orthographic camera has none: the numbers are those of its lens taken as a perspective one.
 */
export function fieldOfView(lens: CameraLens, options: ViewOptions = {}): FieldOfView {
  const { horizontal, vertical } = conformAperture(lens, options);
  return { horizontal: angle(horizontal, lens.focalLength), vertical: angle(vertical, lens.focalLength) };
}

/**
 * The focal length with which a film back of this size (mm) sees this whole angle (degrees): mm.
 *
 * @throws {RangeError} where the angle is not between 0 and 180, or the aperture is not above 0.
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
 * The aperture (mm) that sees this whole angle (degrees) through a lens of this focal length (mm).
 *
 * @throws {RangeError} where the angle is not between 0 and 180, or the focal length is not above 0.
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
