import * as z from "zod";
import type { Extensible } from "../fields/extensible.ts";
import type { Endpoint } from "../endpoint/endpoint.ts";
import { usdContent } from "../fields/request-fields.ts";
import { maybeId, maybeText } from "../fields/reply-fields.ts";
import { operationSchema, type RenderOperation } from "../operation/operation.ts";
import type { Received } from "../fields/received.ts";
import { sessionPathSchema, type SessionPath } from "./session-path.ts";
import type { SessionStatus } from "./stream-operation.ts";

/** A change of a session's camera. */
export interface PushStreamRequest extends Extensible {
  /** Base64 of the UTF-8 bytes of USDA text: `over` prims with the paths of the scene that created the session. */
  readonly usdContent: string;
}

/** Schema of a change of a session's camera. */
export const pushStreamRequestSchema: z.ZodType<PushStreamRequest> = /*#__PURE__*/ z.strictObject({ usdContent });

/** The session that accepted a change. Ours. */
export interface PushResult extends Received {
  readonly sessionId?: string | null | undefined;
  readonly status?: SessionStatus | null | undefined;
}

/** Schema of the session that accepted a change. */
export const pushResultSchema: z.ZodType<PushResult> = /*#__PURE__*/ z.looseObject({
  sessionId: maybeId,
  status: maybeText,
});

/** The reply to a change. Ours. */
export type PushOperation = RenderOperation<PushResult>;

/** Schema of the reply to a change. */
export const pushOperationSchema: z.ZodType<PushOperation> = /*#__PURE__*/ operationSchema(pushResultSchema);

/** Changes the camera of a session by a patch scene. */
export const pushStream: Endpoint<{ readonly path: SessionPath; readonly body: PushStreamRequest }, PushOperation> = {
  id: "streams.push",
  summary: "Change the camera of a realtime session",
  source: "spec 4.4",
  method: "POST",
  host: "gateway",
  path: "/global/rendercloud/v1/streams/{sessionId}:push",
  access: "key",
  // Pushing the same pose twice has no further effect.
  repetition: "safe",
  isDoneBy2xx: true,
  request: { path: sessionPathSchema, body: pushStreamRequestSchema },
  replies: {
    200: {
      description: "The camera of the session has changed",
      content: "application/json",
      schema: pushOperationSchema,
      open: "Not shown. Ours: the envelope of operations, done, with `sessionId` and `status` of the session as result.",
    },
  },
  errors: [400, 401, 404, 409, 429, 500],
  open: "Fields other than `usdContent`, and statuses, are not shown. Ours: no other field; 400 for a bad patch, 404 for an unknown session, 409 for one that is not ACTIVE.",
};
