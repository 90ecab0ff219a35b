import { getJob, type JobOperation, type JobResult } from "@usdkit/contract";
import type { OperationHandle } from "../operations/operation-handle.ts";
import type { OperationKind } from "../operations/operation-kind.ts";
import { readRenderOperation } from "../operations/read-operation.ts";
import { resolveUrls } from "../transport/absolute-url.ts";

/** A render job; its result contains the URL of the image. */
export type JobHandle = OperationHandle<JobResult, JobOperation, "job">;

/** The kind of render jobs. */
export const jobKind: OperationKind<JobResult, JobOperation, "job"> = {
  kind: "job",
  noun: "render job",
  endpoint: getJob.id,
  interval: 2000,
  timeout: Infinity,
  poll: async (transport, id, options) => {
    const known = { operationId: id };
    const operation = await transport.call(getJob, { body: known }, { ...options, known });
    resolveUrls(transport.settings.baseUrl, operation.result, ["resultUrl"]);
    return operation;
  },
  read: (update, conventions) => {
    const { done, error, result } = update;
    // An image is there, whatever the operation reports; spec 2.7 has it only after success.
    if (!done && error == null && result?.resultUrl) return { kind: "succeeded", result };
    return readRenderOperation(update, "resultUrl", conventions);
  },
  statusOf: () => undefined,
};
