/** Tasks, their guards, leases and outcomes. */
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
import type { Database, Runs } from "./database.ts";
import type { PostgresFiles } from "./postgres-files.ts";
import type { Queue } from "./queue.ts";
import { fromColumn, SCHEMA, toColumn } from "./tables.ts";
import { TaskAdder, type TaskContext } from "./task-adder.ts";

export class PostgresTasks implements TaskStorage {
  private readonly database: Database;
  private readonly queue: Queue;
  private readonly part: number;
  private readonly onWaiting: (lane: Lane) => void;
  private readonly files: PostgresFiles;
  private readonly adder: TaskAdder;
  /** One claim of this process at a time, so that older tasks are claimed first. */
  private claims: Promise<unknown> = Promise.resolve();

  constructor(context: TaskContext, files: PostgresFiles) {
    this.database = context.database;
    this.queue = context.queue;
    this.part = context.part;
    this.onWaiting = context.onWaiting;
    this.files = files;
    this.adder = new TaskAdder(context);
  }

  add(task: NewTask, options?: AddOptions): Promise<Added> {
    return this.adder.add(task, options);
  }

  async get(id: string): Promise<TaskRecord | undefined> {
    const [row] = await this.database.query<TaskRow>(texts.getTask, [toColumn(id)]);
    return row === undefined ? undefined : rowRecord(row);
  }

  async list(query: TaskQuery): Promise<{ readonly rows: readonly TaskRecord[]; readonly total: number }> {
    const { user, kinds, states, limit, offset } = query;
    const filter = [toColumn(user), kinds, states.length === 0 ? null : states];
    const [count] = await this.database.query<{ total: number }>(texts.countList, filter);
    const rows = await this.database.query<TaskRow>(texts.list, [...filter, limit, offset]);
    return { rows: rows.map(rowRecord), total: count?.total ?? 0 };
  }

  async recent(user: string, limit: number): Promise<readonly TaskRecord[]> {
    return (await this.database.query<TaskRow>(texts.recent, [toColumn(user), limit])).map(rowRecord);
  }

  count(): Promise<readonly TaskCount[]> {
    return this.database.query<TaskCount>(texts.count);
  }

  claim(lane: Lane, count: number, owner: string, leaseUntil: number): Promise<readonly ClaimedTask[]> {
    const claim = this.claims.then(() =>
      this.database.transaction((runs) => this.claimNow(runs, { lane, count, owner, leaseUntil })),
    );
    this.claims = claim.catch(() => undefined);
    return claim;
  }

  private async claimNow(
    runs: Runs,
    given: { readonly lane: Lane; readonly count: number; readonly owner: string; readonly leaseUntil: number },
  ): Promise<readonly ClaimedTask[]> {
    const { lane, count, owner, leaseUntil } = given;
    const ids = await this.queue.take(runs, lane, count);
    if (ids.length === 0) return [];
    const rows = await runs.query<TaskRow & { content: Buffer | null }>(texts.claim, [owner, leaseUntil, ids]);
    return rows
      .toSorted((a, b) => a.seq - b.seq)
      .map((row) => {
        const { fence, attempts, content } = row;
        return { ...rowRecord(row), fence, attempts, content: content === null ? undefined : new Uint8Array(content) };
      });
  }

  async renewLeases(held: readonly Held[], leaseUntil: number): Promise<readonly string[]> {
    if (held.length === 0) return [];
    const values = [leaseUntil, held.map(({ id }) => id), held.map(({ fence }) => fence)];
    return (await this.database.query<{ id: string }>(texts.renew, values)).map(({ id }) => id);
  }

  async setProgress({ id, fence }: Held, progress: number, time: number): Promise<boolean> {
    return (await this.database.query(texts.progress, [progress, time, id, fence])).length === 1;
  }

  complete(held: Held, outcome: TaskOutcome, time: number): Promise<boolean> {
    const result = JSON.stringify(outcome.result ?? null);
    return this.database.transaction(async (runs, isAgain) => {
      if (!(await this.end(runs, held, { state: "SUCCEEDED", result, error: null, time }))) {
        return isAgain && (await this.hasEnded(runs, held, "SUCCEEDED"));
      }
      for (const file of outcome.files ?? []) await this.files.addWith(runs, file);
      for (const mesh of outcome.meshes ?? []) await this.files.addMeshWith(runs, mesh);
      return true;
    });
  }

  fail(held: Held, error: unknown, time: number): Promise<boolean> {
    const text = JSON.stringify(error ?? null);
    return this.database.transaction(async (runs, isAgain) => {
      if (await this.end(runs, held, { state: "FAILED", result: null, error: text, time })) return true;
      return isAgain && (await this.hasEnded(runs, held, "FAILED"));
    });
  }

  private async end(runs: Runs, { id, fence }: Held, { state, result, error, time }: TaskEnd): Promise<boolean> {
    const [row] = await runs.query<{ lane: Lane }>(texts.end, [state, result, error, time, id, fence, this.part]);
    if (row === undefined) return false;
    await this.queue.remove(runs, row.lane, [id]);
    return true;
  }

  /** Only the holder of this fence can have ended it with this state. */
  private async hasEnded(runs: Runs, { id, fence }: Held, state: string): Promise<boolean> {
    return (await runs.query(texts.hasEnded, [id, fence, state])).length === 1;
  }

  async release({ id, fence }: Held, counts: boolean): Promise<boolean> {
    const lane = await this.database.transaction(async (runs) => {
      const [row] = await runs.query<{ lane: Lane }>(texts.release, [counts ? 0 : 1, id, fence]);
      if (row !== undefined) await this.queue.putBack(runs, row.lane, [id]);
      return row?.lane;
    });
    if (lane !== undefined) this.onWaiting(lane);
    return lane !== undefined;
  }

  async sweepLeases(time: number): Promise<number> {
    const until = Math.min(time, Number.MAX_SAFE_INTEGER);
    // Almost always there is none, which a query without a transaction shows.
    if ((await this.database.query(texts.anyToSweep, [until])).length === 0) return 0;
    const swept = await this.database.transaction(async (runs) => {
      const rows = await runs.query<{ id: string; lane: Lane }>(texts.sweep, [until]);
      for (const lane of ["render", "engine"] as const) {
        const ids = rows.filter((row) => row.lane === lane).map(({ id }) => id);
        if (ids.length > 0) await this.queue.putBack(runs, lane, ids);
      }
      return rows;
    });
    for (const lane of new Set(swept.map(({ lane }) => lane))) this.onWaiting(lane);
    return swept.length;
  }

  async sweepGuards(time: number): Promise<void> {
    await this.database.query(texts.sweepGuards, [time]);
  }

  /** Waits for tasks that are being added. */
  close(): Promise<void> {
    return this.adder.close();
  }
}

/** A row of the table `tasks`. */
interface TaskRow extends StoredTask {
  readonly owner: string;
  readonly name: string;
  readonly seq: number;
}

function rowRecord(row: TaskRow): TaskRecord {
  return recordOf(row, { user: fromColumn(row.owner), name: fromColumn(row.name) });
}

const WORLD_LIST = `FROM ${SCHEMA}.tasks WHERE owner = $1 AND lane = 'engine' AND kind = ANY ($2::text[])
  AND ($3::text[] IS NULL OR state = ANY ($3::text[]))`;

const texts = {
  getTask: `SELECT * FROM ${SCHEMA}.tasks WHERE id = $1`,
  list: `SELECT * ${WORLD_LIST} ORDER BY seq DESC LIMIT $4 OFFSET $5`,
  countList: `SELECT count(*) AS total ${WORLD_LIST}`,
  recent: `SELECT * FROM ${SCHEMA}.tasks WHERE owner = $1 ORDER BY seq DESC LIMIT $2`,
  count: `SELECT lane, state, count(*) AS count FROM ${SCHEMA}.tasks GROUP BY lane, state`,
  claim: `UPDATE ${SCHEMA}.tasks AS tasks
    SET state = 'RUNNING', lease_owner = $1, lease_until = $2, fence = fence + 1, attempts = attempts + 1
    WHERE id = ANY ($3::text[]) AND state = 'QUEUED'
    RETURNING tasks.*, (SELECT content FROM ${SCHEMA}.contents WHERE task = tasks.id)`,
  renew: `UPDATE ${SCHEMA}.tasks AS tasks SET lease_until = $1
    FROM unnest($2::text[], $3::bigint[]) AS held (id, fence)
    WHERE tasks.id = held.id AND tasks.fence = held.fence AND state = 'RUNNING' RETURNING tasks.id`,
  progress: `UPDATE ${SCHEMA}.tasks SET progress = greatest(progress, $1), update_time = $2
    WHERE id = $3 AND fence = $4 AND state = 'RUNNING' RETURNING id`,
  end: `WITH ended AS (
      UPDATE ${SCHEMA}.tasks SET state = $1::text, result = $2, error = $3, update_time = $4,
        progress = CASE $1::text WHEN 'SUCCEEDED' THEN 1 ELSE progress END, lease_owner = NULL, lease_until = NULL
      WHERE id = $5 AND fence = $6 AND state = 'RUNNING' RETURNING id, lane, owner
    ), counted AS (
      INSERT INTO ${SCHEMA}.unfinished AS unfinished (owner, part, count) SELECT owner, $7, -1 FROM ended
      ON CONFLICT (owner, part) DO UPDATE SET count = unfinished.count - 1
    ), dropped AS (
      DELETE FROM ${SCHEMA}.contents USING ended WHERE task = ended.id
    ) SELECT lane FROM ended`,
  hasEnded: `SELECT 1 FROM ${SCHEMA}.tasks WHERE id = $1 AND fence = $2 AND state = $3`,
  release: `UPDATE ${SCHEMA}.tasks SET state = 'QUEUED', lease_owner = NULL, lease_until = NULL, attempts = attempts - $1
    WHERE id = $2 AND fence = $3 AND state = 'RUNNING' RETURNING lane`,
  anyToSweep: `SELECT 1 FROM ${SCHEMA}.tasks WHERE state = 'RUNNING' AND lease_until < $1 LIMIT 1`,
  sweep: `UPDATE ${SCHEMA}.tasks SET state = 'QUEUED', lease_owner = NULL, lease_until = NULL, attempts = attempts - 1
    WHERE state = 'RUNNING' AND lease_until < $1 RETURNING id, lane`,
  sweepGuards: `DELETE FROM ${SCHEMA}.guards WHERE until <= $1`,
} as const;
