/** Meshes and 3D generation: spec 4.4, in the shapes that stand in for what it does not show. */
import { invalid, notFound } from "../http/problems.ts";
import type { ReceivedRequest } from "../http/received-request.ts";
import { jsonReply, type Reply } from "../http/reply.ts";
import { extensionOf } from "../state/files.ts";
import type { Parts } from "../state/parts.ts";
import { TaskStore } from "../state/task-store.ts";
import { someBytes } from "../state/world-store.ts";
import type { Caller, Route } from "./route.ts";

const MESHES = "/global/rendercloud/v1/mesh-upload-process/task";
const GENERATE = "/global/gen3d/v1/generate";
const FORMATS: ReadonlySet<string> = new Set(["glb", "ply", "spz"]);

const gateway = { host: "gateway", access: "key", idField: ["taskId"] } as const;

export function meshRoutes(parts: Parts): Route[] {
  const tasks = new TaskStore(parts, "meshes", { meshId: null }, ({ taskId }) => ({ meshId: `mesh-of-${taskId}` }));

  function ingest(request: ReceivedRequest, { user }: Caller): Reply {
    const fileUrl = request.field("fileUrl");
    const fast = request.field("fastUpload") ?? false;
    if (typeof fileUrl !== "string" || !FORMATS.has(extensionOf(fileUrl))) return invalid("fileUrl: GLB, PLY or SPZ");
    if (typeof fast !== "boolean") return invalid("fastUpload must be a boolean");
    if (fast && extensionOf(fileUrl) !== "glb") return invalid("fastUpload takes GLB only");
    return jsonReply(200, { taskId: tasks.add(user, "mesh").taskId });
  }

  return [
    { ...gateway, id: "meshes.ingest", method: "POST", path: `${MESHES}/create`, answer: ingest },
    { ...gateway, id: "meshes.get", method: "GET", path: `${MESHES}/get`, answer: getFrom(tasks) },
  ];
}

export function gen3dRoutes(parts: Parts): Route[] {
  const tasks = new TaskStore(parts, "gen3d", { result: null }, ({ taskId }) => {
    const modelUrl = parts.files.put(`${taskId}.glb`, someBytes("glTF", parts.settings.fileSize));
    return { result: { modelUrl, format: "glb" } };
  });

  function create(id: string, name: string, required: string): Route {
    return {
      ...gateway,
      id,
      method: "POST",
      path: `${GENERATE}/${name}/task/create`,
      answer: (request, { user }) => {
        const value = request.field(required);
        if (typeof value !== "string" || value === "") return invalid(`${required} is missing`);
        return jsonReply(200, { taskId: tasks.add(user, name).taskId });
      },
    };
  }

  return [
    create("gen3d.imageTo3d", "img-to-3d", "imageUrl"),
    create("gen3d.textTo3d", "text-to-3d", "prompt"),
    create("gen3d.materialTransfer", "material-transfer", "modelUrl"),
    { ...gateway, id: "gen3d.get", method: "GET", path: `${GENERATE}/task/get`, answer: getFrom(tasks) },
  ];
}

function getFrom(tasks: TaskStore): Route["answer"] {
  return (request, { user }) => {
    const task = tasks.get(request.query.get("taskId") ?? "");
    return task?.user === user ? jsonReply(200, tasks.poll(task)) : notFound("there is no such task");
  };
}
