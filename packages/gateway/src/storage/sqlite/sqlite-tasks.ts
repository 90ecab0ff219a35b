/** Tasks, their guards, leases and outcomes. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type {
  ClaimedTask,
  FileRecord,
  Guard,
  Held,
  Lane,
  MeshRecord,
  NewTask,
  TaskCount,
  TaskOutcome,
  TaskQuery,
  TaskRecord,
  TaskEnd,
} from "../storage.ts";
import type { GroupCommit } from "./group-commit.ts";

interface TaskRow {
  readonly id: string;
  readonly kind: TaskRecord["kind"];
  readonly user: string;
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
}

export class SqliteTasks {
  private readonly commit: GroupCommit;
  private readonly statements: Statements;

  constructor(database: DatabaseSync, commit: GroupCommit) {
    this.commit = commit;
    this.statements = prepare(database);
  }

  addTask(
    task: NewTask,
    options: { readonly guard?: Guard; readonly unfinished?: number } = {},
  ): Promise<"added" | "duplicate" | "full"> {
    // Serialized before the transaction, so that a task that cannot be serialized fails alone.
    const input = JSON.stringify(task.input ?? null);
    return this.commit.write(() => this.add(task, input, options));
  }

  private add(
    task: NewTask,
    input: string,
    { guard, unfinished }: { readonly guard?: Guard; readonly unfinished?: number },
  ): "added" | "duplicate" | "full" {
    const { statements: s } = this;
    const { id, kind, lane, user, name, content, time } = task;
    if (guard !== undefined && s.guarded.get(user, guard.requestId, time) !== undefined) return "duplicate";
    const { count } = (s.unfinished.get(user) ?? { count: 0 }) as { count: number };
    if (unfinished !== undefined && count >= unfinished) return "full";
    if (guard !== undefined) s.guard.run(user, guard.requestId, guard.until);
    s.addTask.run(id, kind, lane, user, name, input, time, time);
    s.countUp.run(user);
    if (content !== undefined) s.addContent.run(id, content);
    return "added";
  }

  async getTask(id: string): Promise<TaskRecord | undefined> {
    const row = this.statements.getTask.get(id);
    return row === undefined ? undefined : record(row as unknown as TaskRow);
  }

  async listTasks(query: TaskQuery): Promise<{ readonly rows: readonly TaskRecord[]; readonly total: number }> {
    const { statements: s } = this;
    const kinds = JSON.stringify(query.kinds);
    const states = query.states.length === 0 ? null : JSON.stringify(query.states);
    const { total } = s.countList.get(query.user, kinds, states, states) as { total: number };
    const rows = s.list.all(query.user, kinds, states, states, query.limit, query.offset);
    return { rows: rows.map((row) => record(row as unknown as TaskRow)), total };
  }

  async recentTasks(user: string, limit: number): Promise<readonly TaskRecord[]> {
    return this.statements.recent.all(user, limit).map((row) => record(row as unknown as TaskRow));
  }

  async countTasks(): Promise<readonly TaskCount[]> {
    return this.statements.count.all() as unknown as TaskCount[];
  }

  claimTasks(lane: Lane, count: number, owner: string, leaseUntil: number): Promise<readonly ClaimedTask[]> {
    const { statements: s } = this;
    return this.commit.write(() =>
      (s.waiting.all(lane, count) as { id: string }[]).map(({ id }) => {
        const row = s.claim.get(owner, leaseUntil, id) as unknown as TaskRow;
        const content = s.getContent.get(id) as { content: Uint8Array } | undefined;
        return { ...record(row), fence: row.fence, attempts: row.attempts, content: content?.content };
      }),
    );
  }

  renewLeases(held: readonly Held[], leaseUntil: number): Promise<readonly string[]> {
    return this.commit.write(() =>
      held
        .filter(({ id, fence }) => this.statements.renew.run(leaseUntil, id, fence).changes === 1)
        .map(({ id }) => id),
    );
  }

  setProgress({ id, fence }: Held, progress: number, time: number): Promise<boolean> {
    return this.commit.write(() => this.statements.progress.run(progress, time, id, fence).changes === 1);
  }

  completeTask(held: Held, outcome: TaskOutcome, time: number): Promise<boolean> {
    const result = JSON.stringify(outcome.result ?? null);
    return this.commit.write(() => {
      if (!this.end(held, { state: "SUCCEEDED", result, error: null, time })) return false;
      for (const file of outcome.files ?? []) this.addFileNow(file);
      for (const mesh of outcome.meshes ?? []) this.addMeshNow(mesh);
      return true;
    });
  }

  failTask(held: Held, error: unknown, time: number): Promise<boolean> {
    const text = JSON.stringify(error ?? null);
    return this.commit.write(() => this.end(held, { state: "FAILED", result: null, error: text, time }));
  }

  private end(held: Held, { state, result, error, time }: TaskEnd): boolean {
    const { statements: s } = this;
    const row = s.end.get(state, result, error, time, held.id, held.fence) as { user: string } | undefined;
    if (row === undefined) return false;
    s.countDown.run(row.user);
    s.dropContent.run(held.id);
    return true;
  }

  releaseTask({ id, fence }: Held, counts: boolean): Promise<boolean> {
    return this.commit.write(() => this.statements.release.run(counts ? 0 : 1, id, fence).changes === 1);
  }

  sweepLeases(time: number): Promise<number> {
    const until = Math.min(time, Number.MAX_SAFE_INTEGER);
    return this.commit.write(() => Number(this.statements.sweep.run(until).changes));
  }

  sweepGuards(time: number): Promise<void> {
    return this.commit.write(() => void this.statements.sweepGuards.run(time));
  }

  async getMesh(user: string, meshId: string): Promise<MeshRecord | undefined> {
    const row = this.statements.getMesh.get(user, meshId) as { file_id: string } | undefined;
    return row === undefined ? undefined : { user, meshId, fileId: row.file_id };
  }

  async getFile(id: string): Promise<FileRecord | undefined> {
    return this.statements.getFile.get(id) as unknown as FileRecord | undefined;
  }

  async findFile(user: string, { md5, size }: { md5: string; size: number }): Promise<FileRecord | undefined> {
    return this.statements.findFile.get(user, md5, size) as unknown as FileRecord | undefined;
  }

  async fileIds(): Promise<ReadonlySet<string>> {
    return new Set((this.statements.fileIds.all() as { id: string }[]).map(({ id }) => id));
  }

  addFile(file: FileRecord): Promise<void> {
    return this.commit.write(() => this.addFileNow(file));
  }

  /** Call within a transaction. */
  addFileNow({ id, user, name, size, md5, time }: FileRecord): void {
    this.statements.addFile.run(id, user, name, size, md5, time);
  }

  private addMeshNow({ user, meshId, fileId }: MeshRecord): void {
    this.statements.addMesh.run(user, meshId, fileId);
  }
}

function record(row: TaskRow): TaskRecord {
  const { id, kind, user, name, state, progress } = row;
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

const WORLD_LIST = `FROM tasks WHERE user = ? AND lane = 'engine' AND kind IN (SELECT value FROM json_each(?))
  AND (? IS NULL OR state IN (SELECT value FROM json_each(?)))`;

const texts = {
  guarded: "SELECT 1 FROM guards WHERE user = ? AND request_id = ? AND until > ?",
  guard: "INSERT INTO guards VALUES (?, ?, ?) ON CONFLICT (user, request_id) DO UPDATE SET until = excluded.until",
  unfinished: "SELECT count FROM unfinished WHERE user = ?",
  countUp: "INSERT INTO unfinished VALUES (?, 1) ON CONFLICT (user) DO UPDATE SET count = count + 1",
  countDown: "UPDATE unfinished SET count = count - 1 WHERE user = ?",
  addTask: `INSERT INTO tasks (id, kind, lane, user, name, state, input, create_time, update_time)
    VALUES (?, ?, ?, ?, ?, 'QUEUED', ?, ?, ?)`,
  addContent: "INSERT INTO contents VALUES (?, ?)",
  getContent: "SELECT content FROM contents WHERE task = ?",
  dropContent: "DELETE FROM contents WHERE task = ?",
  getTask: "SELECT * FROM tasks WHERE id = ?",
  list: `SELECT * ${WORLD_LIST} ORDER BY seq DESC LIMIT ? OFFSET ?`,
  countList: `SELECT count(*) AS total ${WORLD_LIST}`,
  recent: "SELECT * FROM tasks WHERE user = ? ORDER BY seq DESC LIMIT ?",
  count: "SELECT lane, state, count(*) AS count FROM tasks GROUP BY lane, state",
  waiting: "SELECT id FROM tasks WHERE state = 'QUEUED' AND lane = ? ORDER BY seq LIMIT ?",
  claim: `UPDATE tasks SET state = 'RUNNING', lease_owner = ?, lease_until = ?, fence = fence + 1, attempts = attempts + 1
    WHERE id = ? RETURNING *`,
  renew: "UPDATE tasks SET lease_until = ? WHERE id = ? AND fence = ? AND state = 'RUNNING'",
  progress:
    "UPDATE tasks SET progress = max(progress, ?), update_time = ? WHERE id = ? AND fence = ? AND state = 'RUNNING'",
  end: `UPDATE tasks SET state = ?1, result = ?2, error = ?3, update_time = ?4,
    progress = CASE ?1 WHEN 'SUCCEEDED' THEN 1 ELSE progress END, lease_owner = NULL, lease_until = NULL
    WHERE id = ?5 AND fence = ?6 AND state = 'RUNNING' RETURNING user`,
  release: `UPDATE tasks SET state = 'QUEUED', lease_owner = NULL, lease_until = NULL, attempts = attempts - ?
    WHERE id = ? AND fence = ? AND state = 'RUNNING'`,
  sweep: `UPDATE tasks SET state = 'QUEUED', lease_owner = NULL, lease_until = NULL, attempts = attempts - 1
    WHERE state = 'RUNNING' AND lease_until < ?`,
  sweepGuards: "DELETE FROM guards WHERE until <= ?",
  addFile: "INSERT INTO files VALUES (?, ?, ?, ?, ?, ?)",
  getFile: "SELECT * FROM files WHERE id = ?",
  findFile: "SELECT * FROM files WHERE user = ? AND md5 = ? AND size = ? LIMIT 1",
  fileIds: "SELECT id FROM files",
  addMesh: "INSERT INTO meshes VALUES (?, ?, ?)",
  getMesh: "SELECT file_id FROM meshes WHERE user = ? AND mesh_id = ?",
} as const;

type Statements = Readonly<Record<keyof typeof texts, StatementSync>>;

function prepare(database: DatabaseSync): Statements {
  const rows = Object.entries(texts).map(([name, text]) => [name, database.prepare(text)] as const);
  return Object.fromEntries(rows) as Statements;
}
