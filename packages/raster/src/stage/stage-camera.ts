/** The camera of an image of a stage. */
import type { CameraLens } from "@usdkit/service-scene";
import { StageReader, XformCache, XformQueries, type Stage, type StageTime } from "@usdkit/usd";
import { RenderError } from "../errors/render-error.ts";
import type { SceneCamera } from "../camera/scene-camera.ts";

/** Returns the paths of all Camera prims, in the order of the stage. */
export function stageCameras(stage: Stage): string[] {
  const reader = new StageReader(stage);
  return Array.from(reader.prims({ instanceProxies: true })).flatMap(({ type, path }) =>
    type === "Camera" ? [path] : [],
  );
}

/**
 * Returns a Camera of a stage at a time.
 *
 * @throws {RenderError} `camera` if there is no such prim, or it is none
 */
export function stageCamera(stage: Stage, path: string, time: StageTime): SceneCamera {
  const reader = new StageReader(stage);
  const prim = reader.prim(path);
  if (prim === undefined) throw new RenderError("camera", "there is no such prim", { primPath: path });
  if (prim.type !== "Camera") throw new RenderError("camera", "this prim is not a Camera", { primPath: path });
  const data = (name: string): unknown => {
    const value = reader.value(prim, name, time);
    return value?.kind === "typed" ? value.data : undefined;
  };
  // What is no number is reported with the lens.
  const number = (name: string): number => Number(data(name));
  const range = data("clippingRange");
  const [near, far] = range instanceof Float32Array ? range : [Number.NaN, Number.NaN];
  const lens: CameraLens = {
    projection: data("projection") === "orthographic" ? "orthographic" : "perspective",
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
    worldMatrix: new XformCache(new XformQueries(reader), time).localToWorld(prim),
  };
}
