/** What happens where the image has another shape than the film back. */
import type { CameraLens } from "./lens.ts";

/** As UsdRenderSettings' `aspectRatioConformPolicy` has them; `adjustPixelAspectRatio` changes nothing here. */
export type AspectPolicy =
  | "expandAperture"
  | "cropAperture"
  | "adjustApertureWidth"
  | "adjustApertureHeight"
  | "adjustPixelAspectRatio";

/** An image, and where the lens looks. */
export interface ViewOptions {
  /** Width by height of the image; by default the film back's own. */
  readonly aspect?: number | undefined;
  /** Default `expandAperture`, which is UsdRenderSettings' own: everything in the film back is visible, and more at its edges. */
  readonly policy?: AspectPolicy | undefined;
  /** Shift of the film back to the right, in mm; default 0. The service has no attribute for it. */
  readonly horizontalApertureOffset?: number | undefined;
  /** Shift of the film back upwards, in mm; default 0. The service has no attribute for it. */
  readonly verticalApertureOffset?: number | undefined;
  /** Scene units that a millimetre of the film back is, for orthographic cameras; see {@link SCENE_UNITS_PER_MM}. */
  readonly sceneUnitsPerMm?: number | undefined;
}

/**
 * The film back of an orthographic camera is a size in the scene, so mm must become scene units. The reference takes an
 * aperture for tenths of a scene unit (`GfCamera::APERTURE_UNIT`), whatever `metersPerUnit` is, and the service ignores
 * `metersPerUnit`; so a millimetre is a tenth of a scene unit, as if these were centimetres.
 */
export const SCENE_UNITS_PER_MM = 0.1;

/** Width and height of the part of the film back that is seen, in mm. */
export interface Aperture {
  readonly horizontal: number;
  readonly vertical: number;
}

/**
 * The aperture for an image of another shape: `expandAperture` widens it where the image is wider than the film back, and else
 * raises it. The middle stays. Source: UsdRenderSpec, CameraUtilConformWindow.
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
