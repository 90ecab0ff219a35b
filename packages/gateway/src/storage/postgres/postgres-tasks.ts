/** Tasks, their leases and outcomes, and files. */
import type {
  ClaimedTask,
  FileRecord,
  Held,
  Lane,
  MeshRecord,
  TaskCount,
  TaskOutcome,
  TaskQuery,
  TaskRecord,
  TaskEnd,
} from "../storage.ts";
import type { Database, Runs } from "./database.ts";
import type { Queue } from "./queue.ts";
import { fromColumn, SCHEMA, toColumn } from "./tables.ts";
import { recordOf, type TaskRow } from "./task-rows.ts";

interface FileRow extends Omit<FileRecord, "user"> {
  readonly owner: string;
}

export class PostgresTasks {
  private readonly database: Database;
  private readonly queue: Queue;
  private readonly part: number;
  private readonly onWaiting: (lane: Lane) => void;
  /** One claim of this process at a time, so that older tasks are claimed first. */
  private claims: Promise<unknown> = Promise.resolve();

  /** @param part The rows of the table `unfinished` that this process uses. */
  constructor(database: Database, queue: Queue, part: number, onWaiting: (lane: Lane) => void) {
    this.database = database;
    this.queue = queue;
    this.part = part;
    this.onWaiting = onWaiting;
  }

  async getTask(id: string): Promise<TaskRecord | undefined> {
    const [row] = await this.database.query<TaskRow>(texts.getTask, [toColumn(id)]);
    return row === undefined ? undefined : recordOf(row);
  }

  async listTasks(query: TaskQuery): Promise<{ readonly rows: readonly TaskRecord[]; readonly total: number }> {
    const { user, kinds, states, limit, offset } = query;
    const filter = [toColumn(user), kinds, states.length === 0 ? null : states];
    const [count] = await this.database.query<{ total: number }>(texts.countList, filter);
    const rows = await this.database.query<TaskRow>(texts.list, [...filter, limit, offset]);
    return { rows: rows.map(recordOf), total: count?.total ?? 0 };
  }

  async recentTasks(user: string, limit: number): Promise<readonly TaskRecord[]> {
    return (await this.database.query<TaskRow>(texts.recent, [toColumn(user), limit])).map(recordOf);
  }

  countTasks(): Promise<readonly TaskCount[]> {
    return this.database.query<TaskCount>(texts.count);
  }

  claimTasks(lane: Lane, count: number, owner: string, leaseUntil: number): Promise<readonly ClaimedTask[]> {
    const claim = this.claims.then(() =>
      this.database.transaction((runs) => this.claim(runs, { lane, count, owner, leaseUntil })),
    );
    this.claims = claim.catch(() => undefined);
    return claim;
  }

  private async claim(
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
        return { ...recordOf(row), fence, attempts, content: content === null ? undefined : new Uint8Array(content) };
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

  completeTask(held: Held, outcome: TaskOutcome, time: number): Promise<boolean> {
    const result = JSON.stringify(outcome.result ?? null);
    return this.database.transaction(async (runs, isAgain) => {
      if (!(await this.end(runs, held, { state: "SUCCEEDED", result, error: null, time }))) {
        return isAgain && (await this.hasEnded(runs, held, "SUCCEEDED"));
      }
      for (const file of outcome.files ?? []) await this.addFileWith(runs, file);
      for (const { user, meshId, fileId } of outcome.meshes ?? []) {
        await runs.query(texts.addMesh, [toColumn(user), toColumn(meshId), fileId]);
      }
      return true;
    });
  }

  failTask(held: Held, error: unknown, time: number): Promise<boolean> {
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

  async releaseTask({ id, fence }: Held, counts: boolean): Promise<boolean> {
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

  async getMesh(user: string, meshId: string): Promise<MeshRecord | undefined> {
    const values = [toColumn(user), toColumn(meshId)];
    const [row] = await this.database.query<{ file_id: string }>(texts.getMesh, values);
    return row === undefined ? undefined : { user, meshId, fileId: row.file_id };
  }

  async getFile(id: string): Promise<FileRecord | undefined> {
    return fileOf((await this.database.query<FileRow>(texts.getFile, [toColumn(id)]))[0]);
  }

  async findFile(user: string, { md5, size }: { md5: string; size: number }): Promise<FileRecord | undefined> {
    return fileOf((await this.database.query<FileRow>(texts.findFile, [toColumn(user), md5, size]))[0]);
  }

  async fileIds(): Promise<ReadonlySet<string>> {
    return new Set((await this.database.query<{ id: string }>(texts.fileIds)).map(({ id }) => id));
  }

  addFile(file: FileRecord): Promise<void> {
    return this.addFileWith(this.database, file);
  }

  async addFileWith(runs: Runs, { id, user, name, size, md5, time }: FileRecord): Promise<void> {
    await runs.query(texts.addFile, [id, toColumn(user), toColumn(name), size, md5, time]);
  }
}

function fileOf(row: FileRow | undefined): FileRecord | undefined {
  if (row === undefined) return undefined;
  const { id, size, md5, time } = row;
  return { id, user: fromColumn(row.owner), name: fromColumn(row.name), size, md5, time };
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
  // Repeated after a lost connection.
  addFile: `INSERT INTO ${SCHEMA}.files VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING`,
  getFile: `SELECT * FROM ${SCHEMA}.files WHERE id = $1`,
  findFile: `SELECT * FROM ${SCHEMA}.files WHERE owner = $1 AND md5 = $2 AND size = $3 LIMIT 1`,
  fileIds: `SELECT id FROM ${SCHEMA}.files`,
  addMesh: `INSERT INTO ${SCHEMA}.meshes VALUES ($1, $2, $3)`,
  getMesh: `SELECT file_id FROM ${SCHEMA}.meshes WHERE owner = $1 AND mesh_id = $2`,
} as const;
