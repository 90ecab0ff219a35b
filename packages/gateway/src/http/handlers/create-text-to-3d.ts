import { createTextTo3d } from "@usdkit/contract";
import { createTask } from "../create-task.ts";
import { handles, type Handler } from "../handler.ts";

export const createTextTo3dHandler: Handler = handles(createTextTo3d, async ({ request: { body }, user }, service) => {
  const task = { kind: "text-to-3d", lane: "engine", user, name: body.prompt, input: body } as const;
  return { status: 200, body: { taskId: await createTask(service, task) } };
});
