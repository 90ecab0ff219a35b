import { createMaterialTransfer } from "@usdkit/contract";
import { createTask } from "../create-task.ts";
import { handles, type Handler } from "../handler.ts";

export const createMaterialTransferHandler: Handler = handles(
  createMaterialTransfer,
  async ({ request: { body }, user }, service) => {
    const task = { kind: "material-transfer", lane: "engine", user, name: body.prompt ?? "", input: body } as const;
    return { status: 200, body: { taskId: await createTask(service, task) } };
  },
);
