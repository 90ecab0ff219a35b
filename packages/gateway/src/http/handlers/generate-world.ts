import { defaultWorldName, generateWorld } from "@usdkit/contract";
import { createTask } from "../create-task.ts";
import { handles, type Handler } from "../handler.ts";

export const generateWorldHandler: Handler = handles(generateWorld, async ({ request: { body }, user }, service) => {
  const name = body.name ?? defaultWorldName(body);
  const task = { kind: "world-generation", lane: "engine", user, name, input: body } as const;
  return { status: 200, body: { worldId: await createTask(service, task) } };
});
