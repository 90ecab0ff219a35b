import * as z from "zod";
import { maybeId, maybeNumber, maybeText } from "../fields/reply-fields.ts";
import type { Received } from "../fields/received.ts";
import { operationSchema, type RenderOperation } from "../operation/operation.ts";

/**
 * The states of a session.
 *
 * The specification shows only `ACTIVE`, and `result` is null before it; the others are what a service may show earlier.
 */
export const sessionStatuses = ["QUEUED", "STARTING", "ACTIVE"] as const;

/** The state of a session; one that is not among {@link sessionStatuses} is kept as it is. */
export type SessionStatus = (typeof sessionStatuses)[number] | (string & {});

/** A session, and what its WebSocket is opened with (spec 2.7). */
export interface StreamResult extends Received {
  readonly sessionId?: string | null | undefined;
  /** `ACTIVE` when it is ready; then what the WebSocket needs is there. */
  readonly status?: SessionStatus | null | undefined;
  /** From 1 on; 0 when it is not in the queue. */
  readonly currentQueuePosition?: number | null | undefined;
  /** Where the WebSocket is; {@link streamUrl} makes its URL. */
  readonly host?: string | null | undefined;
  readonly nodeId?: string | null | undefined;
  /** For the handshake: {@link streamHandshake}. */
  readonly streamId?: string | null | undefined;
  /** A secret. */
  readonly token?: string | null | undefined;
}

/** What a session that is ready has: {@link connectionOf} finds it. */
export interface StreamConnection {
  readonly host: string;
  readonly nodeId: string;
  readonly streamId: string;
  readonly token: string;
}

/** Of a session; one that is `ACTIVE` must have what its WebSocket needs (spec 2.7). */
export const streamResultSchema: z.ZodType<StreamResult> = /*#__PURE__*/ z
  .looseObject({
    sessionId: maybeId,
    status: maybeText,
    currentQueuePosition: maybeNumber,
    host: maybeText,
    nodeId: maybeId,
    streamId: maybeId,
    token: maybeText,
  })
  .check(({ value, issues }) => {
    if (value.status !== "ACTIVE") return;
    for (const name of ["host", "nodeId", "streamId", "token"] as const) {
      if ((value[name] ?? "") !== "") continue;
      const message = "expected text, as the session is ACTIVE and its WebSocket needs it";
      issues.push({ code: "custom", path: [name], message, input: value[name] });
    }
  });

/** A realtime session. */
export type StreamOperation = RenderOperation<StreamResult>;

/** Of a realtime session. */
export const streamOperationSchema: z.ZodType<StreamOperation> = /*#__PURE__*/ operationSchema(streamResultSchema);

/** What the WebSocket of a session is opened with; undefined while it is not `ACTIVE`. */
export function connectionOf(result: StreamResult): StreamConnection | undefined {
  const { status, host, nodeId, streamId, token } = result;
  if (status !== "ACTIVE") return undefined;
  // An empty text opens nothing.
  return host && nodeId && streamId && token ? { host, nodeId, streamId, token } : undefined;
}
