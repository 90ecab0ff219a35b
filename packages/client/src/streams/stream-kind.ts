import { connectionOf, getStream, limits, type StreamOperation, type StreamResult } from "@usdkit/contract";
import type { OperationHandle } from "../operations/operation-handle.ts";
import type { OperationKind } from "../operations/operation-kind.ts";
import { statusEnd } from "../operations/final-status.ts";
import { readRenderOperation } from "../operations/read-operation.ts";

/** A realtime session that becomes `ACTIVE`; its result contains the WebSocket's connection. */
export type StreamHandle = OperationHandle<StreamResult, StreamOperation, "stream">;

/** The kind of realtime sessions. */
export const streamKind: OperationKind<StreamResult, StreamOperation, "stream"> = {
  kind: "stream",
  noun: "realtime session",
  endpoint: getStream.id,
  interval: limits.streamPollIntervalMs,
  timeout: limits.streamPollTimeoutMs,
  poll: (transport, id, options) => {
    const known = { operationId: id };
    return transport.call(getStream, { body: known }, { ...options, known });
  },
  read: (update, conventions) => {
    const state = readRenderOperation(update, "result", conventions);
    const status = update.result?.status;
    if (state.kind !== "failed" && statusEnd(status, conventions) === "failed") {
      return { kind: "failed", failure: { status } };
    }
    // No status before ACTIVE is final, and ACTIVE is usable only with the fields that the WebSocket needs.
    const isReady = state.kind === "succeeded" && connectionOf(state.result) !== undefined;
    return state.kind === "failed" || isReady ? state : { kind: "running" };
  },
  statusOf: ({ result }) => result?.status ?? undefined,
};
