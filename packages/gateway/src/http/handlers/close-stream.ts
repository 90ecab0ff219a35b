import { closeStream } from "@usdkit/contract";
import { ApiFailure } from "../api-failure.ts";
import { handles, type Handler } from "../handler.ts";

export const closeStreamHandler: Handler = handles(closeStream, async (call, { hub }) => {
  const { sessionId } = call.request.path;
  if (!(await hub.end(call.user, sessionId))) {
    throw new ApiFailure("not-found", "sessionId: unknown session");
  }
  return { status: 204, body: undefined };
});
