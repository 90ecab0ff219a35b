import { pushStream } from "@usdkit/contract";
import { ApiFailure } from "../../failure/api-failure.ts";
import { handles, type Handler } from "../handler.ts";
import { readScene } from "../read-scene.ts";

export const pushStreamHandler: Handler = handles(pushStream, async (call, { sessions, settings }) => {
  const { sessionId } = call.request.path;
  const found = sessions.get(call.user, sessionId);
  if (found === undefined) throw new ApiFailure("not-found", "sessionId: there is no such session");
  const { bytes, plan } = await readScene(call.request.body.usdContent, "patch", settings);
  if (plan.camera === null) {
    throw new ApiFailure("invalid-parameters", "usdContent: expected an over with camera attributes, found none");
  }
  const { session } = found;
  if (session.state !== "ACTIVE") throw new ApiFailure("session-not-active", `the session is ${session.state}`);
  sessions.touch(sessionId);
  session.push(bytes);
  const result = { sessionId, status: session.state };
  return { status: 200, body: { operationId: sessionId, metaData: null, done: true, result, error: null } };
});
