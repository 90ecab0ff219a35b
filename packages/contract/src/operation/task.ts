import * as z from "zod";
import type { Received } from "../fields/received.ts";
import { id, maybeNumber, maybeText } from "../fields/reply-fields.ts";

/**
 * The states of mesh and 3D generation tasks.
 *
 * Ours, modelled on those of worlds: the specification shows none.
 */
export const taskStatuses = ["RUNNING", "SUCCEEDED", "FAILED"] as const;

/** The state of a task; a state not in {@link taskStatuses} is kept unchanged. */
export type TaskStatus = (typeof taskStatuses)[number] | (string & {});

/** The reply to creating a task. Ours. */
export interface TaskCreated extends Received {
  /** The id for polling the task. */
  readonly taskId: string;
}

/** Why a world or a task failed. Ours. */
export interface TaskError extends Received {
  readonly code?: number | null | undefined;
  readonly message?: string | null | undefined;
}

/** The fields of tasks of all kinds. Ours. */
export interface Task extends Received {
  readonly taskId: string;
  /** `RUNNING`, or `SUCCEEDED` or `FAILED`, which are final. There may be others. */
  readonly status: TaskStatus;
  /** Fraction of completion, from 0 to 1. */
  readonly progress?: number | null | undefined;
  /** The reason of a failure. */
  readonly error?: TaskError | null | undefined;
  /** Milliseconds since the epoch. */
  readonly createTime?: number | null | undefined;
  /** Milliseconds since the epoch. */
  readonly updateTime?: number | null | undefined;
}

/** Schema of the reply to creating a task. */
export const taskCreatedSchema: z.ZodType<TaskCreated> = /*#__PURE__*/ z.looseObject({ taskId: id });

/** Schema of the reason why a world or a task failed. */
export const taskErrorSchema: z.ZodType<TaskError> = /*#__PURE__*/ z.looseObject({
  code: maybeNumber,
  message: maybeText,
});

/** Returns the schemas of the fields of all tasks. A function, so that bundles without tasks omit them. */
export function taskShape(): {
  readonly [Name in Exclude<keyof Task, "raw">]-?: z.ZodType<Task[Name]>;
} {
  return {
    taskId: id,
    status: z.string(),
    progress: maybeNumber,
    error: taskErrorSchema.nullish(),
    createTime: maybeNumber,
    updateTime: maybeNumber,
  };
}

/** Identifies a task to poll. Ours. */
export interface TaskQuery {
  readonly taskId: string;
}

/** Schema of a request to poll a task. */
export const taskQuerySchema: z.ZodType<TaskQuery> = /*#__PURE__*/ z.strictObject({
  taskId: z.string().min(1, { error: "expected the id of a task, found an empty text" }),
});
