/** Prepares texts that the service reads: scenes of meshes by id. */
import {
  layerAtTime,
  prepareScene,
  timeRange,
  type CameraPose,
  type NotDrawnPrim,
  type PreparedScene,
} from "@usdkit/raster";
import { cameraAttributes, readScene, traverseScene, worldMatrix, type ScenePlan } from "@usdkit/service-scene";
import type { Layer } from "@usdkit/layer";
import { parseUsda } from "@usdkit/usda";
import type { SceneCameraInfo, TimeRange } from "../protocol/draw-messages.ts";
import type { AssetStore } from "./asset-store.ts";
import { MAX_CAMERAS, sceneInfo, type LoadedScene, type SceneFacts } from "./loaded-scene.ts";

/** A text and what the service reads of it. */
export interface ReadText {
  readonly source: Uint8Array;
  readonly read: Pick<ReturnType<typeof parseUsda>, "layer" | "diagnostics" | "ok">;
  readonly plan: ScenePlan;
}

export function readText(source: Uint8Array): ReadText {
  const read = parseUsda(source);
  return { source, read, plan: readScene(read.layer) };
}

/** Returns what a text defines, whether or not it can be drawn. */
export function serviceFacts({ read: { layer }, plan }: ReadText): SceneFacts {
  return {
    kind: "service",
    cameras: camerasOf(layer),
    camera: plan.camera?.path ?? null,
    resolution: plan.resolution,
    time: timesOf(layer),
    upAxis: "Y",
  };
}

/**
 * Prepares a scene of the service.
 *
 * @throws {RasterError} if it cannot be drawn; the reason of `signal` when it is aborted.
 */
export async function loadServiceScene(text: ReadText, assets: AssetStore, signal: AbortSignal): Promise<LoadedScene> {
  const {
    read: { layer },
    plan,
  } = text;
  const problems = new Map<string, string>();
  const scene = await prepareScene(
    { layer, plan },
    async (meshId) => {
      const stored = await assets.get(meshId);
      signal.throwIfAborted();
      if ("asset" in stored) return stored.asset;
      problems.set(meshId, stored.problem);
      return undefined;
    },
    { missingAssets: "skip", signal },
  );
  const info = await sceneInfo(scene, serviceFacts(text), [], missingReason(scene, problems));
  signal.throwIfAborted();
  assets.keep(new Set(plan.items.map(({ meshId }) => meshId)));
  return { scene, info, poseAt: (path, time) => poseOf(layer, path, time) };
}

/** Problems of assets are by mesh id. */
function missingReason(
  scene: PreparedScene,
  problems: ReadonlyMap<string, string>,
): (prim: NotDrawnPrim) => string | undefined {
  const meshIds = new Map(scene.leftOut.map(({ primPath, meshId }) => [primPath, meshId ?? ""]));
  return ({ path, reason }) => (reason === "missingAsset" ? problems.get(meshIds.get(path) ?? "") : undefined);
}

function poseOf(layer: Layer, path: string, time: number | undefined): CameraPose | undefined {
  const atTime = time === undefined ? layer : layerAtTime(layer, time);
  return camerasOf(atTime).find((camera) => camera.path === path)?.pose;
}

/** Returns the times of a slider; null if there is at most one. */
function timesOf(layer: Layer): TimeRange | null {
  const range = timeRange(layer);
  if (range === null || !(range.start < range.end)) return null;
  return { start: range.start, end: range.end, perSecond: range.timeCodesPerSecond };
}

/** Returns the cameras of the scene, in its order. */
function camerasOf(layer: Layer): SceneCameraInfo[] {
  const cameras: SceneCameraInfo[] = [];
  for (const prim of traverseScene(layer)) {
    if (prim.typeName !== "Camera") continue;
    const { projection, focalLength, horizontalAperture, verticalAperture, clippingRange } = cameraAttributes(prim);
    const lens = { projection, focalLength, horizontalAperture, verticalAperture, clippingRange };
    cameras.push({ path: prim.path, pose: { ...lens, worldMatrix: worldMatrix(prim) } });
    if (cameras.length === MAX_CAMERAS) break;
  }
  return cameras;
}
