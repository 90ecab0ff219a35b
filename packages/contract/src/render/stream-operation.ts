import * as z from "zod";
import { maybeId, maybeNumber, maybeText } from "../fields/reply-fields.ts";
import type { Received } from "../fields/received.ts";
import { operationSchema, type RenderOperation } from "../operation/operation.ts";

/**
 * The states of a session.
 *
 * The specification shows only `ACTIVE`, and `result` is null before it; the others are possible earlier states.
 */
export const sessionStatuses = ["QUEUED", "STARTING", "ACTIVE"] as const;

/** The state of a session; a state not in {@link sessionStatuses} is kept unchanged. */
export type SessionStatus = (typeof sessionStatuses)[number] | (string & {});

/** A session, and the connection of its WebSocket (spec 2.7). */
export interface StreamResult extends Received {
  readonly sessionId?: string | null | undefined;
  /** `ACTIVE` when it is ready; then the fields for the WebSocket are present. */
  readonly status?: SessionStatus | null | undefined;
  /** From 1; 0 when it is not queued. */
  readonly currentQueuePosition?: number | null | undefined;
  /** The host of the WebSocket; {@link streamUrl} makes its URL. */
  readonly host?: string | null | undefined;
  readonly nodeId?: string | null | undefined;
  /** For the handshake: {@link streamHandshake}. */
  readonly streamId?: string | null | undefined;
  /** A secret. */
  readonly token?: string | null | undefined;
}

/** The connection of a session that is ready, as returned by {@link connectionOf}. */
export interface StreamConnection {
  readonly host: string;
  readonly nodeId: string;
  readonly streamId: string;
  readonly token: string;
}

/** Schema of a session; one that is `ACTIVE` must have the fields for its WebSocket (spec 2.7). */
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

/** Schema of a realtime session. */
export const streamOperationSchema: z.ZodType<StreamOperation> = /*#__PURE__*/ operationSchema(streamResultSchema);

/** Returns the connection of a session's WebSocket; undefined while it is not `ACTIVE`. */
export function connectionOf(result: StreamResult): StreamConnection | undefined {
  const { status, host, nodeId, streamId, token } = result;
  if (status !== "ACTIVE") return undefined;
  // Empty text is not a valid connection.
  return host && nodeId && streamId && token ? { host, nodeId, streamId, token } : undefined;
}
