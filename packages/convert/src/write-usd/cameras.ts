/** Cameras. */
import type { PlainPrim } from "@usdkit/layer";
import type { CameraModel } from "../model/camera.ts";
import { named } from "./named.ts";
import { withProgramData, type WrittenPrim } from "./program-data.ts";
import type { UsdWriter } from "./usd-writer.ts";

/** Height of the film of cameras, in tenths of a scene unit, as that of 35 mm film: glTF defines angles only. */
const FILM_HEIGHT = 24;
/** Of cameras that take that of the image. */
const ASPECT_RATIO = 3 / 2;
/** The end of what is seen, in metres, of cameras that see everything. */
const FAR_AWAY = 1e6;

/** Returns a camera as a prim. */
export function cameraPrim(writer: UsdWriter, camera: CameraModel, path: string): PlainPrim {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const { projection, near, far, extras, source } = camera;
  const lens =
    projection.kind === "perspective"
      ? {
          focalLength: FILM_HEIGHT / 2 / Math.tan(projection.verticalAngle / 2),
          horizontalAperture: FILM_HEIGHT * (projection.aspectRatio ?? ASPECT_RATIO),
          verticalAperture: FILM_HEIGHT,
        }
      : // Of orthographic cameras apertures are the image, in tenths of a scene unit.
        { focalLength: 50, horizontalAperture: 10 * projection.width, verticalAperture: 10 * projection.height };
  const prim: WrittenPrim = {
    name,
    type: "Camera",
    metadata: named(camera.name, name),
    properties: [
      { name: "clippingRange", type: "float2", value: [near, Math.min(far, FAR_AWAY)] },
      { name: "focalLength", type: "float", value: lens.focalLength },
      { name: "horizontalAperture", type: "float", value: lens.horizontalAperture },
      { name: "projection", type: "token", value: projection.kind },
      { name: "verticalAperture", type: "float", value: lens.verticalAperture },
    ],
  };
  return withProgramData(writer, prim, { extras, source, path });
}
