import type { Endpoint } from "../endpoint/endpoint.ts";
import { jobOperationSchema, type JobOperation } from "./job-operation.ts";
import { renderSceneRequestSchema, sceneDoubts, type RenderSceneRequest } from "./scene-request.ts";

/** Creates a job that renders a scene to an image. */
export const submitJob: Endpoint<{ readonly body: RenderSceneRequest }, JobOperation> = {
  id: "jobs.submit",
  summary: "Start a job that renders a scene to an image",
  source: "spec 4.3",
  method: "POST",
  host: "gateway",
  path: "/global/rendercloud/v1/jobs",
  access: "key",
  repetition: "guarded",
  request: { body: renderSceneRequestSchema },
  doubts: ({ body }) => sceneDoubts(body),
  replies: {
    202: { description: "The job was accepted", content: "application/json", schema: jobOperationSchema },
  },
  errors: [400, 401, 409, 429, 500],
  open: "What a `requestId` may consist of is not shown. Ours: 1 to 128 visible ASCII characters. Base64 is that of the standard alphabet, padded, without line breaks. A 409 carries no operation id. Errors have the domain `rendercloud` and the business codes 10001 (400), 14009 (409), 11001 (429) and 10500 (500).",
};
