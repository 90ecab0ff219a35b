import { getGen3dTask } from "@usdkit/contract";
import { ApiFailure } from "../api-failure.ts";
import { handles, type Handler } from "../handler.ts";
import { modelKinds, modelTask } from "../task-views.ts";

export const getGen3dTaskHandler: Handler = handles(getGen3dTask, async (call, { storage, addresses }) => {
  const task = await storage.tasks.get(call.request.query.taskId);
  if (task === undefined || !modelKinds.includes(task.kind) || task.user !== call.user) {
    throw new ApiFailure("not-found", "taskId: unknown task");
  }
  return { status: 200, body: modelTask(task, addresses().base) };
});
