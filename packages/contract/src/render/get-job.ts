import type { Endpoint } from "../endpoint/endpoint.ts";
import { pollOperationRequestSchema, type PollOperationRequest } from "../operation/poll-request.ts";
import { jobOperationSchema, type JobOperation } from "./job-operation.ts";

/** Returns a job: its progress, and the URL of its image. */
export const getJob: Endpoint<{ readonly body: PollOperationRequest }, JobOperation> = {
  id: "jobs.get",
  summary: "Get a job",
  source: "spec 4.3",
  method: "POST",
  host: "gateway",
  path: "/global/rendercloud/v1/jobs",
  chosenBy: "operationId",
  access: "key",
  repetition: "safe",
  request: { body: pollOperationRequestSchema },
  replies: {
    200: {
      description: "The job is still running, has succeeded (`result`), or has failed (`error`)",
      content: "application/json",
      schema: jobOperationSchema,
      open: "The format of the image is not shown. Ours: PNG; its URL needs no key and lives as long as the operation.",
    },
  },
  errors: [400, 401, 404, 429, 500],
};
