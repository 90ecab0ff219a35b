import { connectionOf, getStream, limits, type StreamOperation, type StreamResult } from "@usdkit/contract";
import type { OperationHandle } from "../operations/operation-handle.ts";
import type { OperationKind } from "../operations/operation-kind.ts";
import { failureOf } from "../operations/read-operation.ts";

/** A realtime session on its way to `ACTIVE`; its result has what the WebSocket needs. */
export type StreamHandle = OperationHandle<StreamResult, StreamOperation, "stream">;

/** Of realtime sessions. */
export const streamKind: OperationKind<StreamResult, StreamOperation, "stream"> = {
  kind: "stream",
  noun: "realtime session",
  endpoint: getStream.id,
  interval: limits.streamPollIntervalMs,
  timeout: limits.streamPollTimeoutMs,
  poll: (transport, id, options) => transport.call(getStream, { body: { operationId: id } }, options),
  read: ({ done, result, error }) => {
    if (done && error != null) return { kind: "failed", failure: failureOf(error) };
    // Done or not: a session is ready when it is ACTIVE, and no state before that is an end.
    return result == null || connectionOf(result) === undefined ? { kind: "running" } : { kind: "succeeded", result };
  },
};
