/** Adapts the aperture to images with another aspect ratio than the film back. */
import type { CameraLens } from "./lens.ts";

/** The values of UsdRenderSettings' `aspectRatioConformPolicy`; `adjustPixelAspectRatio` has no effect here. */
export type AspectPolicy =
  | "expandAperture"
  | "cropAperture"
  | "adjustApertureWidth"
  | "adjustApertureHeight"
  | "adjustPixelAspectRatio";

/** The aspect ratio of an image, and the shift of the lens. */
export interface ViewOptions {
  /** Width divided by height of the image; by default that of the film back. */
  readonly aspect?: number | undefined;
  /** Default `expandAperture`, as in UsdRenderSettings: the whole film back is visible, and more at its edges. */
  readonly policy?: AspectPolicy | undefined;
  /** Shift of the film back to the right, in mm; default 0. The service has no attribute for it. */
  readonly horizontalApertureOffset?: number | undefined;
  /** Shift of the film back upwards, in mm; default 0. The service has no attribute for it. */
  readonly verticalApertureOffset?: number | undefined;
  /** Scene units per millimetre of the film back, for orthographic cameras; see {@link SCENE_UNITS_PER_MM}. */
  readonly sceneUnitsPerMm?: number | undefined;
}

/**
 * The film back of an orthographic camera is a size in the scene, so mm must become scene units. The reference takes an
 * aperture for tenths of a scene unit (`GfCamera::APERTURE_UNIT`), whatever `metersPerUnit` is, and the service ignores
 * `metersPerUnit`; so a millimetre is a tenth of a scene unit, as if these were centimetres.
 */
export const SCENE_UNITS_PER_MM = 0.1;

/** Width and height of the visible part of the film back, in mm. */
export interface Aperture {
  readonly horizontal: number;
  readonly vertical: number;
}

/**
 * Returns the aperture for an image with another aspect ratio: `expandAperture` widens it if the image is wider than the film
 * back, and otherwise raises it. The centre stays. Source: UsdRenderSpec, CameraUtilConformWindow.
 */
export function conformAperture(
  { horizontalAperture: horizontal, verticalAperture: vertical }: CameraLens,
  { aspect, policy = "expandAperture" }: ViewOptions = {},
): Aperture {
  if (aspect === undefined || policy === "adjustPixelAspectRatio") return { horizontal, vertical };
  const isWider = aspect > horizontal / vertical;
  const changesWidth =
    policy === "adjustApertureWidth" ||
    (policy === "expandAperture" && isWider) ||
    (policy === "cropAperture" && !isWider);
  return changesWidth ? { horizontal: vertical * aspect, vertical } : { horizontal, vertical: horizontal / aspect };
}
