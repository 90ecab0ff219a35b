/** Tasks as tables store them: input, result and error are JSON text. */
import type { TaskRecord } from "./task-storage.ts";

/** Columns that the databases share. The owner's name and the task's name may be encoded. */
export interface StoredTask extends Pick<TaskRecord, "id" | "kind" | "state" | "progress"> {
  readonly input: string;
  readonly result: string | null;
  readonly error: string | null;
  readonly create_time: number;
  readonly update_time: number;
  readonly fence: number;
  readonly attempts: number;
}

/** The stored end of a task. */
export interface TaskEnd {
  readonly state: "SUCCEEDED" | "FAILED";
  /** JSON text. */
  readonly result: string | null;
  /** JSON text. */
  readonly error: string | null;
  /** Unix milliseconds. */
  readonly time: number;
}

/** Returns the task of a row. */
export function recordOf(
  row: StoredTask,
  { user, name }: { readonly user: string; readonly name: string },
): TaskRecord {
  const { id, kind, state, progress } = row;
  return {
    id,
    kind,
    user,
    name,
    state,
    progress,
    input: JSON.parse(row.input),
    result: row.result === null ? null : JSON.parse(row.result),
    error: row.error === null ? null : JSON.parse(row.error),
    createTime: row.create_time,
    updateTime: row.update_time,
  };
}
