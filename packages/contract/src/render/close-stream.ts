import * as z from "zod";
import type { Endpoint } from "../endpoint/endpoint.ts";
import { sessionPathSchema, type SessionPath } from "./session-path.ts";

/** Ends a session. Close its WebSocket first. */
export const closeStream: Endpoint<{ readonly path: SessionPath }, undefined> = {
  id: "streams.close",
  summary: "End a realtime session",
  source: "spec 4.4",
  method: "DELETE",
  host: "gateway",
  path: "/global/rendercloud/v1/streams/{sessionId}",
  access: "key",
  repetition: "safe",
  isDoneBy2xx: true,
  request: { path: sessionPathSchema },
  replies: {
    204: {
      description: "The session was ended",
      content: "none",
      schema: /*#__PURE__*/ z.undefined(),
      open: "Not shown. Ours: 204 without a body.",
    },
  },
  errors: [401, 404, 429, 500],
  open: "Statuses are not shown. Ours: 404 for a session that is unknown or has ended; a client that ends a session treats it as success.",
};
