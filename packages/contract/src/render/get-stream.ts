import type { Endpoint } from "../endpoint/endpoint.ts";
import { pollOperationRequestSchema, type PollOperationRequest } from "../operation/poll-request.ts";
import { streamOperationSchema, type StreamOperation } from "./stream-operation.ts";

/** Returns a realtime session: its state, and the connection of its WebSocket. Polled every 2 s, for 120 s. */
export const getStream: Endpoint<{ readonly body: PollOperationRequest }, StreamOperation> = {
  id: "streams.get",
  summary: "Get a realtime session",
  source: "spec 4.3",
  method: "POST",
  host: "gateway",
  path: "/global/rendercloud/v1/streams",
  chosenBy: "operationId",
  access: "key",
  repetition: "safe",
  request: { body: pollOperationRequestSchema },
  replies: {
    200: {
      description: "The session is not ready yet, is `ACTIVE` (`result`), or has failed (`error`)",
      content: "application/json",
      schema: streamOperationSchema,
      open: "`result` is null until the session is `ACTIVE` (spec 2.7), so a queue is not shown. A client that finds a `result` before that reads its `status` (`QUEUED`, `STARTING` or another) and `currentQueuePosition` (from 1, 0 if the session is not queued). Ours: after the end of a session a poll answers 404.",
    },
  },
  errors: [400, 401, 404, 429, 500],
};
