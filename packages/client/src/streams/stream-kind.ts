import { connectionOf, getStream, limits, type StreamOperation, type StreamResult } from "@usdkit/contract";
import type { OperationHandle } from "../operations/operation-handle.ts";
import type { OperationKind } from "../operations/operation-kind.ts";
import { readRenderOperation } from "../operations/read-operation.ts";

/** A realtime session on its way to `ACTIVE`; its result has what the WebSocket needs. */
export type StreamHandle = OperationHandle<StreamResult, StreamOperation, "stream">;

/** Of realtime sessions. */
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
  read: (update) => {
    const state = readRenderOperation(update, "result");
    // No status before ACTIVE is an end, and ACTIVE is of use only with what the WebSocket needs.
    const isReady = state.kind === "succeeded" && connectionOf(state.result) !== undefined;
    return state.kind === "failed" || isReady ? state : { kind: "running" };
  },
  statusOf: ({ result }) => result?.status ?? undefined,
};
