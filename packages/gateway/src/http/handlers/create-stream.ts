import { randomUUID } from "node:crypto";
import { createStream } from "@usdkit/contract";
import { findAssets, meshesOf } from "../../operations/find-assets.ts";
import { handles, type Handler } from "../handler.ts";
import { readScene } from "../read-scene.ts";

/** Of a scene without a resolution, which a stream does not need. */
const DEFAULT_RESOLUTION = [1280, 720] as const;

export const createStreamHandler: Handler = handles(createStream, async (call, service) => {
  const { storage, files, settings, clock, sessions } = service;
  const { bytes, plan } = await readScene(call.request.body.usdContent, "realtime", settings);
  const id = randomUUID();
  const { user } = call;
  const resolution = plan.resolution ?? DEFAULT_RESOLUTION;
  sessions.add({ id, user, scene: bytes, resolution, createTime: clock.now() }, () =>
    findAssets(user, meshesOf(plan), { storage, files }, settings.missingAssets),
  );
  return { status: 202, body: { operationId: id, metaData: null, done: false, result: null, error: null } };
});
