import { makeOperationError } from "../operation/operation.ts";
import type { ExamplesOf } from "./endpoint-examples.ts";
import { patchContent, sceneContent } from "./scenes.ts";

const processing = (
  operationId: string,
): { operationId: string; metaData: null; done: false; result: null; error: null } => ({
  operationId,
  metaData: null,
  done: false,
  result: null,
  error: null,
});

const failed = (operationId: string, message: string) => ({
  operationId,
  metaData: null,
  done: true,
  result: null,
  error: makeOperationError("internal", "rendercloud", message),
});

/** Examples of the endpoints of render jobs and realtime sessions. */
export const renderExamples: ExamplesOf<
  "submitJob" | "getJob" | "createStream" | "getStream" | "pushStream" | "closeStream" | "getRenderFormat"
> = {
  submitJob: {
    requests: { scene: { body: { requestId: "poster-2026-11-21-1", usdContent: sceneContent } } },
    replies: { 202: { accepted: processing("j-31") } },
  },
  getJob: {
    requests: { job: { body: { operationId: "j-31" } } },
    replies: {
      200: {
        processing: processing("j-31"),
        succeeded: {
          operationId: "j-31",
          metaData: null,
          done: true,
          result: { taskId: "j-31", resultUrl: "https://files.example/j-31.png" },
          error: null,
        },
        failed: failed("j-31", "no mesh has the id chair-01 (/World/Chair)"),
      },
    },
  },
  createStream: {
    requests: { scene: { body: { requestId: "walk-1", usdContent: sceneContent } } },
    replies: { 202: { accepted: processing("s-5") } },
  },
  getStream: {
    requests: { session: { body: { operationId: "s-5" } } },
    replies: {
      200: {
        processing: processing("s-5"),
        active: {
          operationId: "s-5",
          metaData: null,
          done: true,
          result: {
            sessionId: "s-5",
            status: "ACTIVE",
            currentQueuePosition: 0,
            host: "node-1.example:8443",
            nodeId: "node/1",
            streamId: "st-5",
            token: "c2Vzc2lvbg==",
          },
          error: null,
        },
        failed: failed("s-5", "no node is free"),
      },
    },
  },
  pushStream: {
    requests: { camera: { path: { sessionId: "s-5" }, body: { usdContent: patchContent } } },
    replies: {
      200: {
        taken: {
          operationId: "s-5",
          metaData: null,
          done: true,
          result: { sessionId: "s-5", status: "ACTIVE" },
          error: null,
        },
      },
    },
  },
  closeStream: {
    requests: { session: { path: { sessionId: "s-5" } } },
    replies: { 204: { ended: undefined } },
  },
  getRenderFormat: {
    requests: { guide: {} },
    replies: { 200: { guide: "# Scene format\n\nA scene is USDA text…\n" } },
  },
};
