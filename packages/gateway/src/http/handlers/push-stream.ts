import { pushStream } from "@usdkit/contract";
import { ApiFailure } from "../api-failure.ts";
import { handles, type Handler } from "../handler.ts";
import { readScene } from "../read-scene.ts";

export const pushStreamHandler: Handler = handles(pushStream, async (call, service) => {
  const { hub } = service;
  const { sessionId } = call.request.path;
  const none = new ApiFailure("not-found", "sessionId: unknown session");
  if ((await hub.view(call.user, sessionId)) === undefined) throw none;
  const { move } = await readScene(call.request.body.usdContent, "patch", service);
  if (move === null) {
    throw new ApiFailure("invalid-parameters", "usdContent: expected an over with camera attributes, found none");
  }
  const pushed = await hub.push(call.user, sessionId, move);
  if (pushed === undefined) throw none;
  const { state, isCamera } = pushed;
  if (state !== "ACTIVE") throw new ApiFailure("session-not-active", `the session is ${state}, not ACTIVE`);
  if (!isCamera) {
    throw new ApiFailure(
      "invalid-parameters",
      `usdContent: the scene of the session has no Camera ${JSON.stringify(move.path)}`,
    );
  }
  const result = { sessionId, status: state };
  return { status: 200, body: { operationId: sessionId, metaData: null, done: true, result, error: null } };
});
