import * as z from "zod";
import type { Endpoint } from "../endpoint/endpoint.ts";
import { id, maybeText } from "../fields/reply-fields.ts";
import type { Received } from "../fields/received.ts";
import { taskQuerySchema, taskShape, type Task, type TaskQuery } from "../operation/task.ts";

/** A generated model. Ours. */
export interface Gen3dResult extends Received {
  readonly modelUrl: string;
  /** Format of the file: `glb`. */
  readonly format?: string | null | undefined;
}

/** Schema of a generated model. */
export const gen3dResultSchema: z.ZodType<Gen3dResult> = /*#__PURE__*/ z.looseObject({
  modelUrl: id,
  format: maybeText,
});

/** A 3D generation task. Ours. */
export interface Gen3dTask extends Task {
  /** The kind of task. */
  readonly type?: string | null | undefined;
  readonly result?: Gen3dResult | null | undefined;
}

/** Schema of a 3D generation task. */
export const gen3dTaskSchema: z.ZodType<Gen3dTask> = /*#__PURE__*/ z.looseObject({
  ...taskShape(),
  type: maybeText,
  result: gen3dResultSchema.nullish(),
});

/** Returns a 3D generation task: its progress, and the URL of the model. */
export const getGen3dTask: Endpoint<{ readonly query: TaskQuery }, Gen3dTask> = {
  id: "gen3d.get",
  summary: "Get the task that generates a model",
  source: "spec 4.4",
  method: "GET",
  host: "gateway",
  path: "/global/gen3d/v1/generate/task/get",
  access: "key",
  repetition: "safe",
  request: { query: taskQuerySchema },
  replies: {
    200: {
      description: "The task",
      content: "application/json",
      schema: gen3dTaskSchema,
      open: "Not shown. Ours: `type`, `status` RUNNING, SUCCEEDED or FAILED, `progress`, `result` with `modelUrl` and `format` or null, `error` or null, times.",
    },
  },
  errors: [400, 401, 404, 429, 500],
  open: "Parameters are not shown. Ours: `taskId` in the query; 404 for an unknown one.",
};
