/** Cameras of stages. */
import { numbersOf, textOf, type PrimNode } from "@usdkit/usd";
import type { Losses } from "../errors/losses.ts";
import type { CameraModel } from "../model/camera.ts";
import type { StageAtTime } from "./stage-at-time.ts";

/** What a camera sees beyond it is everything, in metres. */
const FAR_AWAY = 1e6;
const MIN_NEAR = 1e-4;

/** Returns the camera of a prim; its lengths are those of the stage times `metersPerUnit`. */
export function cameraOf(
  { reader, time }: StageAtTime,
  prim: PrimNode,
  { metersPerUnit, losses }: { readonly metersPerUnit: number; readonly losses: Losses },
): CameraModel {
  const number = (name: string, fallback: number): number => {
    const value = numbersOf(reader.value(prim, name, time))?.[0];
    return value !== undefined && Number.isFinite(value) ? value : fallback;
  };
  const [authoredNear = 1, authoredFar = 1e6] = numbersOf(reader.value(prim, "clippingRange", time)) ?? [];
  const near = Math.max(authoredNear * metersPerUnit, MIN_NEAR);
  const far = authoredFar * metersPerUnit;
  const [width, height] = [number("horizontalAperture", 20.955), number("verticalAperture", 15.2908)];
  const isOrthographic = textOf(reader.value(prim, "projection", time)) === "orthographic";
  if (number("horizontalApertureOffset", 0) !== 0 || number("verticalApertureOffset", 0) !== 0) {
    losses.add(prim.path, "The offset of the aperture is not part of glTF");
  }
  if (number("fStop", 0) > 0) losses.add(prim.path, "Depth of field is not part of glTF");
  // Apertures of orthographic cameras are tenths of a unit.
  const tenth = metersPerUnit / 10;
  return {
    name: prim.name,
    source: prim.path,
    projection: isOrthographic
      ? { kind: "orthographic", width: width * tenth, height: height * tenth }
      : {
          kind: "perspective",
          verticalAngle: 2 * Math.atan(height / 2 / number("focalLength", 50)),
          aspectRatio: width / height,
        },
    near,
    far: far > near && far < FAR_AWAY ? far : Infinity,
    extras: undefined,
  };
}
