import { defaultWorldName, reconstructWorld } from "@usdkit/contract";
import { createTask } from "../create-task.ts";
import { handles, type Handler } from "../handler.ts";

export const reconstructWorldHandler: Handler = handles(
  reconstructWorld,
  async ({ request: { body }, user }, service) => {
    const name = body.name ?? defaultWorldName(body);
    const task = { kind: "world-reconstruction", lane: "engine", user, name, input: body } as const;
    return { status: 200, body: { worldId: await createTask(service, task) } };
  },
);
