/** Cameras. */
import type { PlainPrim } from "@usdkit/layer";
import type { CameraModel } from "../model/camera.ts";
import { customData } from "./custom-data.ts";
import { defined, named } from "./named.ts";

/** Height of the film of cameras, in tenths of a scene unit, as that of 35 mm film: glTF defines angles only. */
const FILM_HEIGHT = 24;
/** Of cameras that take that of the image. */
const ASPECT_RATIO = 3 / 2;
/** The end of what is seen, in metres, of cameras that see everything. */
const FAR_AWAY = 1e6;

/** Returns a camera as a prim. */
export function cameraPrim(camera: CameraModel, name: string): PlainPrim {
  const { projection, near, far, extras } = camera;
  const lens =
    projection.kind === "perspective"
      ? {
          focalLength: FILM_HEIGHT / 2 / Math.tan(projection.verticalAngle / 2),
          horizontalAperture: FILM_HEIGHT * (projection.aspectRatio ?? ASPECT_RATIO),
          verticalAperture: FILM_HEIGHT,
        }
      : // Of orthographic cameras apertures are the image, in tenths of a scene unit.
        { focalLength: 50, horizontalAperture: 10 * projection.width, verticalAperture: 10 * projection.height };
  return {
    name,
    type: "Camera",
    metadata: defined({ ...named(camera.name, name), customData: customData({ extras }) }),
    properties: [
      { name: "clippingRange", type: "float2", value: [near, Math.min(far, FAR_AWAY)] },
      { name: "focalLength", type: "float", value: lens.focalLength },
      { name: "horizontalAperture", type: "float", value: lens.horizontalAperture },
      { name: "projection", type: "token", value: projection.kind },
      { name: "verticalAperture", type: "float", value: lens.verticalAperture },
    ],
  };
}
