/** The camera of an image of a stage. */
import type { CameraLens } from "@usdkit/service-scene";
import {
  numbersOf,
  StageReader,
  textOf,
  XformCache,
  XformQueries,
  type PrimNode,
  type Stage,
  type StageTime,
} from "@usdkit/usd";
import { exp } from "@usdkit/base/math";
import { RenderError } from "../errors/render-error.ts";
import type { SceneCamera } from "../camera/scene-camera.ts";
import { describeCameras } from "../camera/describe-cameras.ts";
import { stageViews } from "./stage-views.ts";

const LN2 = 0.6931471805599453;

/**
 * Returns a Camera of a stage at a time.
 *
 * @throws {RenderError} `camera` if there is no such prim, or it is none
 */
export function stageCamera(stage: Stage, path: string, time: StageTime): SceneCamera {
  const reader = new StageReader(stage);
  const prim = reader.prim(path);
  if (prim?.type !== "Camera") {
    const problem = prim === undefined ? "there is no such prim" : "this prim is not a Camera";
    throw new RenderError("camera", `${problem}; ${describeCameras("stage", stageViews(reader).cameras)}`, {
      primPath: path,
    });
  }
  // What is no number is reported with the lens.
  const number = (name: string): number => numbersOf(reader.value(prim, name, time))?.[0] ?? Number.NaN;
  const [near = Number.NaN, far = Number.NaN] = numbersOf(reader.value(prim, "clippingRange", time)) ?? [];
  const exposure = cameraExposure(reader, prim, time);
  const lens: CameraLens = {
    projection: textOf(reader.value(prim, "projection", time)) === "orthographic" ? "orthographic" : "perspective",
    focalLength: number("focalLength"),
    horizontalAperture: number("horizontalAperture"),
    verticalAperture: number("verticalAperture"),
    clippingRange: [near, far],
  };
  return {
    path,
    ...lens,
    horizontalApertureOffset: number("horizontalApertureOffset"),
    verticalApertureOffset: number("verticalApertureOffset"),
    exposure: exposure > 0 && exposure < Infinity ? exposure : 1,
    fStop: number("fStop"),
    focusDistance: number("focusDistance"),
    worldMatrix: new XformCache(new XformQueries(reader), time).localToWorld(prim),
  };
}

/** Returns the factor of light of a camera (`UsdGeomCamera::ComputeLinearExposureScale`), which may be any number. */
export function cameraExposure(reader: StageReader, prim: PrimNode, time: StageTime): number {
  const number = (name: string): number => numbersOf(reader.value(prim, name, time))?.[0] ?? Number.NaN;
  const fStop = number("exposure:fStop");
  const light = number("exposure:time") * number("exposure:iso") * number("exposure:responsivity");
  return (light * exp(LN2 * number("exposure"))) / (100 * fStop * fStop);
}
