import * as z from "zod";
import type { Received } from "../fields/received.ts";
import { id, maybeNumber, maybeText } from "../fields/reply-fields.ts";

/**
 * The states of mesh and 3D generation tasks.
 *
 * Ours, after those of worlds: the specification shows none.
 */
export const taskStatuses = ["RUNNING", "SUCCEEDED", "FAILED"] as const;

/** The state of a task; one that is not among {@link taskStatuses} is kept as it is. */
export type TaskStatus = (typeof taskStatuses)[number] | (string & {});

/** The answer to a task that was created. Ours. */
export interface TaskCreated extends Received {
  /** What the task is asked for by. */
  readonly taskId: string;
}

/** Why a world or a task failed. Ours. */
export interface TaskError extends Received {
  readonly code?: number | null | undefined;
  readonly message?: string | null | undefined;
}

/** What tasks of all kinds say. Ours. */
export interface Task extends Received {
  readonly taskId: string;
  /** `RUNNING`, or `SUCCEEDED` or `FAILED`, which are final. There may be others. */
  readonly status: TaskStatus;
  /** Fraction of completion, from 0 to 1. */
  readonly progress?: number | null | undefined;
  /** Where it failed: why. */
  readonly error?: TaskError | null | undefined;
  /** Milliseconds since the epoch. */
  readonly createTime?: number | null | undefined;
  /** Milliseconds since the epoch. */
  readonly updateTime?: number | null | undefined;
}

/** Of the answer to a task that was created. */
export const taskCreatedSchema: z.ZodType<TaskCreated> = /*#__PURE__*/ z.looseObject({ taskId: id });

/** Of the reason why a world or a task failed. */
export const taskErrorSchema: z.ZodType<TaskError> = /*#__PURE__*/ z.looseObject({
  code: maybeNumber,
  message: maybeText,
});

/** The schemas of what tasks of all kinds say. A function, so that a bundle without tasks is without them. */
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

/** How a task is asked for. Ours. */
export interface TaskQuery {
  readonly taskId: string;
}

/** Of a request for a task. */
export const taskQuerySchema: z.ZodType<TaskQuery> = /*#__PURE__*/ z.strictObject({
  taskId: z.string().min(1, { error: "expected the id of a task, found an empty text" }),
});
