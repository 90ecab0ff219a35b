/** Meshes and 3D generation: spec 4.4, in the shapes that stand in for what it does not show. */
import { notFound } from "../http/problems.ts";
import { jsonReply, type Reply } from "../http/reply.ts";
import type { Parts } from "../state/parts.ts";
import { TaskStore } from "../state/task-store.ts";
import { someBytes } from "../state/world-store.ts";
import type { Behaviours, Caller } from "./behaviour.ts";

const idField = ["taskId"];

export function meshBehaviours(parts: Parts): Behaviours<"ingestMesh" | "getMeshTask"> {
  const tasks = new TaskStore(parts, "meshes", { meshId: null }, ({ taskId }) => ({ meshId: `mesh-of-${taskId}` }));
  return {
    ingestMesh: { idField, answer: (_, { user }) => create(tasks, user, "mesh") },
    getMeshTask: { idField, answer: ({ query }, caller) => get(tasks, query.taskId, caller) },
  };
}

export function gen3dBehaviours(
  parts: Parts,
): Behaviours<"createImageTo3d" | "createTextTo3d" | "createMaterialTransfer" | "getGen3dTask"> {
  const tasks = new TaskStore(parts, "gen3d", { result: null }, ({ taskId }) => {
    const modelUrl = parts.files.put(`${taskId}.glb`, someBytes("glTF", parts.settings.fileSize));
    return { result: { modelUrl, format: "glb" } };
  });
  return {
    createImageTo3d: { idField, answer: (_, { user }) => create(tasks, user, "img-to-3d") },
    createTextTo3d: { idField, answer: (_, { user }) => create(tasks, user, "text-to-3d") },
    createMaterialTransfer: { idField, answer: (_, { user }) => create(tasks, user, "material-transfer") },
    getGen3dTask: { idField, answer: ({ query }, caller) => get(tasks, query.taskId, caller) },
  };
}

function create(tasks: TaskStore, user: string, type: string): Reply {
  return jsonReply(200, { taskId: tasks.add(user, type).taskId });
}

function get(tasks: TaskStore, taskId: string, { user }: Caller): Reply {
  const task = tasks.get(taskId);
  return task?.user === user ? jsonReply(200, tasks.poll(task)) : notFound("there is no such task");
}
