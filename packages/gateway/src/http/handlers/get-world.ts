import { getWorld } from "@usdkit/contract";
import { ApiFailure } from "../api-failure.ts";
import { handles, type Handler } from "../handler.ts";
import { worldDetail, worldKinds } from "../task-views.ts";

export const getWorldHandler: Handler = handles(getWorld, async (call, { storage, addresses }) => {
  const task = await storage.tasks.get(call.request.path.worldId);
  if (task === undefined || !worldKinds.includes(task.kind)) {
    throw new ApiFailure("not-found", "worldId: unknown world");
  }
  if (task.user !== call.user) throw new ApiFailure("no-permission", "the world belongs to another user");
  return { status: 200, body: worldDetail(task, addresses().base) };
});
