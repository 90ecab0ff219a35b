import * as z from "zod";
import type { Endpoint } from "../endpoint/endpoint.ts";
import { maybeId } from "../fields/reply-fields.ts";
import { taskQuerySchema, taskShape, type Task, type TaskQuery } from "../operation/task.ts";

/** An ingestion task of a 3D file. Ours. */
export interface MeshTask extends Task {
  /** The id for use in scenes (the last segment of a payload), once it has succeeded. */
  readonly meshId?: string | null | undefined;
}

/** Schema of an ingestion task of a 3D file. */
export const meshTaskSchema: z.ZodType<MeshTask> = /*#__PURE__*/ z.looseObject({ ...taskShape(), meshId: maybeId });

/** Returns an ingestion task of a 3D file: its progress, and the id of the mesh. */
export const getMeshTask: Endpoint<{ readonly query: TaskQuery }, MeshTask> = {
  id: "meshes.get",
  summary: "Get the task that ingests a 3D file",
  source: "spec 4.4",
  method: "GET",
  host: "gateway",
  path: "/global/rendercloud/v1/mesh-upload-process/task/get",
  access: "key",
  repetition: "safe",
  request: { query: taskQuerySchema },
  replies: {
    200: {
      description: "The task",
      content: "application/json",
      schema: meshTaskSchema,
      open: "Not shown. Ours: `status` RUNNING, SUCCEEDED or FAILED, `progress`, `meshId` or null, `error` or null, times. A world's splats can be named in a scene by the world's id as mesh id.",
    },
  },
  errors: [400, 401, 404, 429, 500],
  open: "Parameters are not shown. Ours: `taskId` in the query; 404 for an unknown one.",
};
