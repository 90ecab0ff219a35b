import { createStream } from "@usdkit/contract";
import { cameraSpaceOf } from "../../operations/camera-move.ts";
import { meshesOf } from "../../operations/find-assets.ts";
import { ApiFailure } from "../../failure/api-failure.ts";
import { handles, type Handler } from "../handler.ts";
import { readScene } from "../read-scene.ts";

/** Of a scene without a resolution, which a stream does not need. */
const DEFAULT_RESOLUTION = [1280, 720] as const;

export const createStreamHandler: Handler = handles(createStream, async (call, service) => {
  const { settings, clock, hub, variants } = service;
  const { bytes, layer, plan } = await readScene(call.request.body.usdContent, "realtime", settings);
  const id = variants.makeId();
  const { user } = call;
  const resolution = plan.resolution ?? DEFAULT_RESOLUTION;
  const scene = { scene: bytes, resolution, meshes: meshesOf(plan), camera: cameraSpaceOf(layer) };
  const stream = { id, user, ...scene, createTime: clock.now() };
  if (!(await hub.add(stream))) throw new ApiFailure("rate-limited", "no process has room for a stream", 5);
  return { status: 202, body: { operationId: id, metaData: null, done: false, result: null, error: null } };
});
