import { createStream } from "@usdkit/contract";
import { ApiFailure } from "../api-failure.ts";
import { handles, type Handler } from "../handler.ts";
import { readScene } from "../read-scene.ts";

/** Resolution of a scene that authors none; a stream does not need one. */
const DEFAULT_RESOLUTION = [1280, 720] as const;

export const createStreamHandler: Handler = handles(createStream, async (call, service) => {
  const { clock, hub, variants } = service;
  const { bytes, meshes, camera, ...checked } = await readScene(call.request.body.usdContent, "realtime", service);
  const id = variants.makeId();
  const { user } = call;
  const resolution = checked.resolution ?? DEFAULT_RESOLUTION;
  const scene = { scene: bytes, resolution, meshes, camera };
  const stream = { id, user, ...scene, createTime: clock.now() };
  if (!(await hub.add(stream))) throw new ApiFailure("rate-limited", "no process has room for a stream", 5);
  return { status: 202, body: { operationId: id, metaData: null, done: false, result: null, error: null } };
});
