import type { TaskRecord } from "../storage.ts";
import { fromColumn } from "./tables.ts";

/** A row of the table `tasks`. */
export interface TaskRow {
  readonly id: string;
  readonly kind: TaskRecord["kind"];
  readonly owner: string;
  readonly name: string;
  readonly state: TaskRecord["state"];
  readonly progress: number;
  readonly input: string;
  readonly result: string | null;
  readonly error: string | null;
  readonly create_time: number;
  readonly update_time: number;
  readonly fence: number;
  readonly attempts: number;
  readonly seq: number;
}

export function recordOf(row: TaskRow): TaskRecord {
  const { id, kind, state, progress } = row;
  return {
    id,
    kind,
    user: fromColumn(row.owner),
    name: fromColumn(row.name),
    state,
    progress,
    input: JSON.parse(row.input),
    result: row.result === null ? null : JSON.parse(row.result),
    error: row.error === null ? null : JSON.parse(row.error),
    createTime: row.create_time,
    updateTime: row.update_time,
  };
}
