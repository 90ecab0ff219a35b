import type { Endpoint } from "../endpoint/endpoint.ts";
import { renderSceneRequestSchema, sceneDoubts, type RenderSceneRequest } from "./scene-request.ts";
import { streamOperationSchema, type StreamOperation } from "./stream-operation.ts";

/** Creates a realtime session. There is no guard against a duplicate with the same `requestId`. */
export const createStream: Endpoint<{ readonly body: RenderSceneRequest }, StreamOperation> = {
  id: "streams.create",
  summary: "Start a realtime session",
  source: "spec 4.3",
  method: "POST",
  host: "gateway",
  path: "/global/rendercloud/v1/streams",
  access: "key",
  repetition: "unguarded",
  request: { body: renderSceneRequestSchema },
  doubts: ({ body }) => sceneDoubts(body),
  replies: {
    202: {
      description: "The session was accepted; `operationId` is its id",
      content: "application/json",
      schema: streamOperationSchema,
    },
  },
  errors: [400, 401, 429, 500],
};
