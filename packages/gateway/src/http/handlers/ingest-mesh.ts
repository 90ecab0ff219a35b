import { defaultWorldName, ingestMesh } from "@usdkit/contract";
import { createTask } from "../create-task.ts";
import { handles, type Handler } from "../handler.ts";

export const ingestMeshHandler: Handler = handles(ingestMesh, async ({ request: { body }, user }, service) => {
  const name = body.name ?? defaultWorldName({ resources: [{ url: body.fileUrl }] });
  const taskId = await createTask(service, { kind: "mesh", lane: "render", user, name, input: body });
  return { status: 200, body: { taskId } };
});
