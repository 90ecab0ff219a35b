/** Setting the lens of a camera. */
import { focalLengthForFieldOfView, SCENE_UNITS_PER_MM, type CameraAttributes } from "@usdkit/service-scene";
import type { Subject } from "../model/subject.ts";
import { effectiveValue, setAttributes } from "../model/authored-attributes.ts";
import { checkOptions } from "../check/check-options.ts";
import { invalidValue, rejection } from "../check/scene-error.ts";
import type { DepthOfField, FieldOfViewAngle, LensOptions, OrthographicView } from "./types.ts";

/** The keys of {@link LensOptions}. */
const LENS = [
  "fieldOfView",
  "focalLength",
  "horizontalAperture",
  "verticalAperture",
  "clippingRange",
  "focusDistance",
  "fStop",
  "projection",
] as const;

/**
 * Sets the options, all of them or none.
 *
 * @throws SceneError if a value is invalid, or an option does not exist
 */
export function setLens(subject: Subject, options: LensOptions): void {
  checkOptions(subject.path, "camera", options, LENS);
  const { fieldOfView, ...rest } = options;
  const given: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) given[name] = value;
  if (fieldOfView !== undefined) {
    if (given["focalLength"] !== undefined) {
      throw rejection(subject.path, "fieldOfView sets the focal length: pass one of both", { property: "fieldOfView" });
    }
    given["focalLength"] = focalLengthFor(subject, fieldOfView, given);
  }
  setAttributes(subject, given);
}

/** Returns the lens: authored values, and the schema's fallbacks for all others. */
export function lensOf(subject: Subject): CameraAttributes {
  const read = (name: string): unknown => effectiveValue(subject, name);
  const [near, far] = (read("clippingRange") ?? []) as readonly number[];
  return {
    focalLength: read("focalLength") as number,
    horizontalAperture: read("horizontalAperture") as number,
    verticalAperture: read("verticalAperture") as number,
    clippingRange: [near, far],
    projection: read("projection") === "orthographic" ? "orthographic" : "perspective",
    focusDistance: read("focusDistance") as number,
    fStop: read("fStop") as number,
  };
}

export function depthOfField(subject: Subject, options: DepthOfField): void {
  checkOptions(subject.path, "depthOfField", options, ["fStop", "focusDistance"]);
  const { fStop, focusDistance } = options;
  setAttributes(subject, { fStop, focusDistance });
}

export function orthographic(subject: Subject, view: OrthographicView | undefined): void {
  if (view === undefined) return setAttributes(subject, { projection: "orthographic" });
  checkOptions(subject.path, "orthographic", view, ["width", "height"]);
  const { width, height } = view;
  for (const [what, size] of Object.entries({ width, height })) {
    if (!(size > 0 && Number.isFinite(size))) {
      throw invalidValue(subject.path, `orthographic.${what}`, size, "a number above 0 in scene units");
    }
  }
  return setAttributes(subject, {
    projection: "orthographic",
    horizontalAperture: width / SCENE_UNITS_PER_MM,
    verticalAperture: height / SCENE_UNITS_PER_MM,
  });
}

function focalLengthFor(subject: Subject, angle: FieldOfViewAngle, given: Readonly<Record<string, unknown>>): number {
  checkOptions(subject.path, "fieldOfView", angle, ["horizontal", "vertical"]);
  const { horizontal, vertical } = (angle ?? {}) as { horizontal?: unknown; vertical?: unknown };
  const degrees = horizontal ?? vertical;
  const isOne = (horizontal === undefined) !== (vertical === undefined);
  if (!isOne || typeof degrees !== "number" || !(degrees > 0 && degrees < 180)) {
    const expected = "{ horizontal } or { vertical }, an angle between 0 and 180 degrees";
    throw invalidValue(subject.path, "fieldOfView", isOne ? degrees : angle, expected);
  }
  const name = vertical === undefined ? "horizontalAperture" : "verticalAperture";
  const aperture = given[name] ?? effectiveValue(subject, name);
  // An invalid aperture is reported as such when it is set.
  if (typeof aperture !== "number" || !(aperture > 0 && Number.isFinite(aperture))) {
    throw invalidValue(subject.path, name, aperture, "a number above 0 in mm");
  }
  return focalLengthForFieldOfView(degrees, aperture);
}
