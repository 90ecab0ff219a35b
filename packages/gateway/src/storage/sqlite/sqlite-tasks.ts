/** Tasks, their guards, leases and outcomes. */
import type { DatabaseSync } from "node:sqlite";
import { recordOf, type StoredTask, type TaskEnd } from "../stored-task.ts";
import type {
  Added,
  AddOptions,
  ClaimedTask,
  Held,
  Lane,
  NewTask,
  TaskCount,
  TaskOutcome,
  TaskQuery,
  TaskRecord,
  TaskStorage,
} from "../task-storage.ts";
import type { GroupCommit } from "./group-commit.ts";
import { prepareAll, type Statements } from "./prepare-all.ts";
import type { SqliteFiles } from "./sqlite-files.ts";

interface TaskRow extends StoredTask {
  readonly user: string;
  readonly name: string;
}

export class SqliteTasks implements TaskStorage {
  private readonly commit: GroupCommit;
  private readonly files: SqliteFiles;
  private readonly statements: Statements<keyof typeof texts>;

  constructor(database: DatabaseSync, commit: GroupCommit, files: SqliteFiles) {
    this.commit = commit;
    this.files = files;
    this.statements = prepareAll(database, texts);
  }

  add(task: NewTask, options: AddOptions = {}): Promise<Added> {
    // Serialized before the transaction, so that a task that cannot be serialized fails alone.
    const input = JSON.stringify(task.input ?? null);
    return this.commit.write(() => this.addNow(task, input, options));
  }

  private addNow(task: NewTask, input: string, { guard, unfinished }: AddOptions): Added {
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

  async get(id: string): Promise<TaskRecord | undefined> {
    const row = this.statements.getTask.get(id);
    return row === undefined ? undefined : rowRecord(row);
  }

  async list(query: TaskQuery): Promise<{ readonly rows: readonly TaskRecord[]; readonly total: number }> {
    const { statements: s } = this;
    const kinds = JSON.stringify(query.kinds);
    const states = query.states.length === 0 ? null : JSON.stringify(query.states);
    const { total } = s.countList.get(query.user, kinds, states, states) as { total: number };
    const rows = s.list.all(query.user, kinds, states, states, query.limit, query.offset);
    return { rows: rows.map(rowRecord), total };
  }

  async recent(user: string, limit: number): Promise<readonly TaskRecord[]> {
    return this.statements.recent.all(user, limit).map(rowRecord);
  }

  async count(): Promise<readonly TaskCount[]> {
    return this.statements.count.all() as unknown as TaskCount[];
  }

  claim(lane: Lane, count: number, owner: string, leaseUntil: number): Promise<readonly ClaimedTask[]> {
    const { statements: s } = this;
    return this.commit.write(() =>
      (s.waiting.all(lane, count) as { id: string }[]).map(({ id }) => {
        const row = s.claim.get(owner, leaseUntil, id) as unknown as TaskRow;
        const content = s.getContent.get(id) as { content: Uint8Array } | undefined;
        return { ...recordOf(row, row), fence: row.fence, attempts: row.attempts, content: content?.content };
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

  complete(held: Held, outcome: TaskOutcome, time: number): Promise<boolean> {
    const result = JSON.stringify(outcome.result ?? null);
    return this.commit.write(() => {
      if (!this.end(held, { state: "SUCCEEDED", result, error: null, time })) return false;
      for (const file of outcome.files ?? []) this.files.addNow(file);
      for (const mesh of outcome.meshes ?? []) this.files.addMeshNow(mesh);
      return true;
    });
  }

  fail(held: Held, error: unknown, time: number): Promise<boolean> {
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

  release({ id, fence }: Held, counts: boolean): Promise<boolean> {
    return this.commit.write(() => this.statements.release.run(counts ? 0 : 1, id, fence).changes === 1);
  }

  sweepLeases(time: number): Promise<number> {
    const until = Math.min(time, Number.MAX_SAFE_INTEGER);
    return this.commit.write(() => Number(this.statements.sweep.run(until).changes));
  }

  sweepGuards(time: number): Promise<void> {
    return this.commit.write(() => void this.statements.sweepGuards.run(time));
  }
}

function rowRecord(given: unknown): TaskRecord {
  const row = given as TaskRow;
  return recordOf(row, row);
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
} as const;
