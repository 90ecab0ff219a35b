import { getMeshTask } from "@usdkit/contract";
import { ApiFailure } from "../api-failure.ts";
import { handles, type Handler } from "../handler.ts";
import { meshTask } from "../task-views.ts";

export const getMeshTaskHandler: Handler = handles(getMeshTask, async (call, { storage }) => {
  const task = await storage.tasks.get(call.request.query.taskId);
  if (task === undefined || task.kind !== "mesh" || task.user !== call.user) {
    throw new ApiFailure("not-found", "taskId: unknown task");
  }
  return { status: 200, body: meshTask(task) };
});
