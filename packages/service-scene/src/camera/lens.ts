/** The lens of a camera as numbers. */
import type { PrimSpec } from "@usdkit/layer";
import { attributeValue } from "../prims/attribute-value.ts";
import { camera as cameraDefinition } from "../prims/camera.ts";

/** The lens of a camera: the values of its attributes, or the schema's fallbacks. */
export interface CameraLens {
  readonly projection: "perspective" | "orthographic";
  /** mm. */
  readonly focalLength: number;
  /** mm. */
  readonly horizontalAperture: number;
  /** mm. */
  readonly verticalAperture: number;
  /** Near and far, in scene units. */
  readonly clippingRange: readonly [near: number, far: number];
}

/** The lens, and the attributes of depth of field. */
export interface CameraAttributes extends CameraLens {
  /** Scene units. */
  readonly focusDistance: number;
  /** 0 leaves everything sharp. */
  readonly fStop: number;
}

/**
 * Returns the attributes of a camera as the service reads them: authored values of the right type, and the schema's fallbacks for all
 * others. Values are not checked: a focal length may be negative or NaN. Source: spec 2.8, UsdGeomCamera.
 */
export function cameraAttributes(prim: PrimSpec): CameraAttributes {
  const [near, far] = read(prim, "clippingRange") as readonly number[];
  const projection = read(prim, "projection");
  return {
    focalLength: read(prim, "focalLength") as number,
    horizontalAperture: read(prim, "horizontalAperture") as number,
    verticalAperture: read(prim, "verticalAperture") as number,
    clippingRange: [near, far],
    projection: projection === "orthographic" ? projection : "perspective",
    focusDistance: read(prim, "focusDistance") as number,
    fStop: read(prim, "fStop") as number,
  };
}

/** The type in the table determines the result: a number for `float`, two for `float2`, a string for `token`. */
function read(prim: PrimSpec, name: string): unknown {
  const definition = cameraDefinition.properties.get(name);
  return attributeValue(prim, name, definition?.type) ?? definition?.fallback;
}
