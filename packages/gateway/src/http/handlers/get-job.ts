import { getJob, type OperationError } from "@usdkit/contract";
import { ApiFailure } from "../api-failure.ts";
import { jobOutputSchema } from "../../operations/render-job.ts";
import { handles, type Handler } from "../handler.ts";
import { fileUrl } from "../uploads.ts";

export const getJobHandler: Handler = handles(getJob, async (call, { storage, addresses }) => {
  const { operationId } = call.request.body;
  const task = await storage.tasks.get(operationId);
  if (task === undefined || task.kind !== "job" || task.user !== call.user) {
    throw new ApiFailure("not-found", "operationId: unknown job");
  }
  const open = { operationId, metaData: null, done: false, result: null, error: null };
  if (task.state === "FAILED") {
    return { status: 200, body: { ...open, done: true, error: task.error as OperationError } };
  }
  if (task.state !== "SUCCEEDED") return { status: 200, body: open };
  const { fileId, name } = jobOutputSchema.parse(task.result);
  const result = { taskId: operationId, resultUrl: fileUrl(addresses().base, { id: fileId, name }) };
  return { status: 200, body: { ...open, done: true, result } };
});
