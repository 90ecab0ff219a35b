import { getStream, makeOperationError } from "@usdkit/contract";
import { ApiFailure } from "../api-failure.ts";
import { handles, type Handler } from "../handler.ts";

export const getStreamHandler: Handler = handles(getStream, async (call, { hub, addresses, variants }) => {
  const { operationId } = call.request.body;
  const session = await hub.view(call.user, operationId);
  if (session === undefined) throw new ApiFailure("not-found", "operationId: unknown session");
  const base = { operationId, metaData: null, done: false, result: null, error: null };
  const { state, failure, access, queuePosition } = session;
  if (state === "FAILED") {
    const code = failure?.name === "MissingAsset" ? "not-found" : "internal";
    const error = makeOperationError(code, "rendercloud", failure?.message ?? "the session cannot be started");
    return { status: 200, body: { ...base, done: true, error } };
  }
  if (state !== "ACTIVE") {
    // A result is set when the operation is done (spec 2.7), so the queue position is in response headers.
    const queued = { sessionId: operationId, status: state, currentQueuePosition: queuePosition };
    const headers = { "x-usdkit-session-status": state, "x-usdkit-queue-position": String(queuePosition) };
    const result = variants.queueInResult ? queued : null;
    return { status: 200, headers, body: { ...base, result } };
  }
  const status = { sessionId: operationId, status: state, currentQueuePosition: queuePosition };
  const { host } = new URL(addresses().base);
  return { status: 200, body: { ...base, done: true, result: { ...status, host, ...access } } };
});
