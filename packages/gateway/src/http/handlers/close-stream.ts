import { closeStream } from "@usdkit/contract";
import { ApiFailure } from "../../failure/api-failure.ts";
import { handles, type Handler } from "../handler.ts";

export const closeStreamHandler: Handler = handles(closeStream, async (call, { sessions }) => {
  const { sessionId } = call.request.path;
  if (sessions.get(call.user, sessionId) === undefined) {
    throw new ApiFailure("not-found", "sessionId: there is no such session");
  }
  sessions.end(sessionId);
  return { status: 204, body: undefined };
});
