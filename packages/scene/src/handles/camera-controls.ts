/** Calls that set a camera's lens. */
import { focalLengthForFieldOfView, SCENE_UNITS_PER_MM } from "@usdkit/schema";
import type { Subject } from "../model/subject.ts";
import { effectiveValue, tellAttributes } from "../model/told-attributes.ts";
import { misfit, showValue, refusal } from "../check/scene-error.ts";
import { PlacementControls } from "./placement-controls.ts";

/** A whole angle of view in degrees, between 0 and 180: across the image's width, or its height. */
export type FieldOfViewAngle =
  | { readonly horizontal: number; readonly vertical?: undefined }
  | { readonly vertical: number; readonly horizontal?: undefined };

/** What is sharp, and how much. */
export interface DepthOfField {
  /** Aperture of the lens, at least 0; 0 leaves everything sharp. */
  readonly fStop: number;
  /** Distance of what is sharp, in scene units, at least 0. */
  readonly focusDistance: number;
}

/** What a parallel projection shows, in scene units. */
export interface OrthographicView {
  readonly width: number;
  readonly height: number;
}

/** Attributes of a camera as the text has them. All are optional; what is left out is the schema's. */
export interface CameraAttributesGiven {
  /** mm, above 0. */
  readonly focalLength?: number | undefined;
  /** Width of the film back in mm, above 0. */
  readonly horizontalAperture?: number | undefined;
  /** Height of the film back in mm, above 0. */
  readonly verticalAperture?: number | undefined;
  /** Near and far plane in scene units: 0 < near < far. */
  readonly clippingRange?: readonly [near: number, far: number] | undefined;
  /** Scene units, at least 0. */
  readonly focusDistance?: number | undefined;
  /** At least 0. */
  readonly fStop?: number | undefined;
  readonly projection?: "perspective" | "orthographic" | undefined;
}

/** The lens of a camera: attributes, or a field of view in place of the focal length. */
export interface LensOptions extends CameraAttributesGiven {
  /** Gives the focal length that sees this angle across the aperture. */
  readonly fieldOfView?: FieldOfViewAngle | undefined;
}

const ATTRIBUTES: ReadonlySet<string> = new Set([
  "focalLength",
  "horizontalAperture",
  "verticalAperture",
  "clippingRange",
  "focusDistance",
  "fStop",
  "projection",
]);

/** What can be set of a camera, in a scene and in a patch alike. Every call throws a SceneError for a value out of its range. */
export abstract class CameraControls extends PlacementControls {
  /** Several attributes at once: all of them are set, or where one does not fit none. */
  lens(options: LensOptions): this {
    tellLens(this.subject, options);
    return this;
  }

  /** Focal length of the lens in mm. */
  focalLength(millimetres: number): this {
    return this.#set({ focalLength: millimetres });
  }

  /** Size of the film back in mm. */
  aperture(horizontal: number, vertical: number): this {
    return this.#set({ horizontalAperture: horizontal, verticalAperture: vertical });
  }

  /** Distances of the near and the far plane in scene units. */
  clippingRange(near: number, far: number): this;
  clippingRange(range: readonly [near: number, far: number]): this;
  clippingRange(near: number | readonly [number, number], far?: number): this {
    return this.#set({ clippingRange: far === undefined ? near : [near, far] });
  }

  /**
   * Sets the focal length so that the camera sees this whole angle, in degrees, across the aperture that it has now. An image
   * of another shape than the film back shows more in one direction.
   *
   * @example
   * camera.fieldOfView({ horizontal: 60 });
   */
  fieldOfView(angle: FieldOfViewAngle): this {
    tellLens(this.subject, { fieldOfView: angle });
    return this;
  }

  /** Makes near and far things blur: how wide the lens is open, and the distance of what stays sharp. */
  depthOfField({ fStop, focusDistance }: DepthOfField): this {
    return this.#set({ fStop, focusDistance });
  }

  /**
   * Parallel projection; with a view, of that much of the scene. A millimetre of the aperture is a tenth of a scene unit then
   * (see SCENE_UNITS_PER_MM).
   */
  orthographic(view?: OrthographicView): this {
    if (view === undefined) return this.#set({ projection: "orthographic" });
    const { width, height } = view;
    for (const [what, size] of Object.entries({ width, height })) {
      if (!(size > 0 && Number.isFinite(size))) {
        throw misfit(this.path, `orthographic.${what}`, size, "a number above 0 in scene units");
      }
    }
    return this.#set({
      projection: "orthographic",
      horizontalAperture: width / SCENE_UNITS_PER_MM,
      verticalAperture: height / SCENE_UNITS_PER_MM,
    });
  }

  /** Perspective projection: what cameras have unless they are told otherwise. */
  perspective(): this {
    return this.#set({ projection: "perspective" });
  }

  #set(given: Readonly<Record<string, unknown>>): this {
    tellAttributes(this.subject, given);
    return this;
  }
}

/**
 * Tells the lens's options, all of them or none.
 *
 * @throws SceneError where a value does not fit, or an option is none
 */
export function tellLens(subject: Subject, options: LensOptions): void {
  const { fieldOfView, ...rest } = options;
  const given: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(rest)) {
    if (!ATTRIBUTES.has(name)) {
      const known = ["fieldOfView", ...ATTRIBUTES].join(", ");
      throw refusal(subject.path, `there is no camera option ${showValue(name)}; there are ${known}`);
    }
    if (value !== undefined) given[name] = value;
  }
  if (fieldOfView !== undefined) {
    if (given["focalLength"] !== undefined) {
      throw refusal(subject.path, "fieldOfView sets the focal length: give one of both", { property: "fieldOfView" });
    }
    given["focalLength"] = focalLengthFor(subject, fieldOfView, given);
  }
  tellAttributes(subject, given);
}

function focalLengthFor(subject: Subject, angle: FieldOfViewAngle, given: Readonly<Record<string, unknown>>): number {
  const { horizontal, vertical } = (angle ?? {}) as { horizontal?: unknown; vertical?: unknown };
  const degrees = horizontal ?? vertical;
  const isOne = (horizontal === undefined) !== (vertical === undefined);
  if (!isOne || typeof degrees !== "number" || !(degrees > 0 && degrees < 180)) {
    const expected = "{ horizontal } or { vertical }, an angle between 0 and 180 degrees";
    throw misfit(subject.path, "fieldOfView", isOne ? degrees : angle, expected);
  }
  const name = vertical === undefined ? "horizontalAperture" : "verticalAperture";
  const aperture = given[name] ?? effectiveValue(subject, name);
  // An aperture that does not fit is reported as such when it is told.
  if (typeof aperture !== "number" || !(aperture > 0 && Number.isFinite(aperture))) {
    throw misfit(subject.path, name, aperture, "a number above 0 in mm");
  }
  return focalLengthForFieldOfView(degrees, aperture);
}
