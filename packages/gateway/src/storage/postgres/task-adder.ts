/** Stores new tasks: concurrent callers share a transaction. */
import type { Added, AddOptions, Lane, NewTask } from "../task-storage.ts";
import { isLost } from "./connection-problems.ts";
import type { Database, Runs } from "./database.ts";
import type { Queue } from "./queue.ts";
import { SCHEMA, toColumn } from "./tables.ts";

export interface TaskContext {
  readonly database: Database;
  readonly queue: Queue;
  /** The rows of the table `unfinished` that this process uses. */
  readonly part: number;
  /** Called after a commit that queued tasks of a lane. */
  readonly onWaiting: (lane: Lane) => void;
}

interface Entry {
  readonly task: NewTask;
  /** Serialized as JSON. */
  readonly input: string;
  readonly options: AddOptions;
  /** Key of its guard, unique within a transaction. */
  readonly guardKey: string | undefined;
  readonly resolve: (answer: Added) => void;
  readonly reject: (error: unknown) => void;
}

/** Maximum number of tasks, and of scene bytes, per transaction, to bound the wait. */
const MOST = 256;
const MAX_BYTES = 4 << 20;

export class TaskAdder {
  private readonly database: Database;
  private readonly queue: Queue;
  private readonly part: number;
  private readonly onWaiting: (lane: Lane) => void;
  private waiting: Entry[] = [];
  private running: Promise<void> | undefined;

  constructor({ database, queue, part, onWaiting }: TaskContext) {
    this.database = database;
    this.queue = queue;
    this.part = part;
    this.onWaiting = onWaiting;
  }

  add(task: NewTask, options: AddOptions = {}): Promise<Added> {
    const { guard } = options;
    const guardKey = guard === undefined ? undefined : JSON.stringify([task.user, guard.requestId]);
    return new Promise((resolve, reject) => {
      // A task that cannot be serialized fails here, alone.
      const input = JSON.stringify(task.input ?? null);
      this.waiting.push({ task, input, options, guardKey, resolve, reject });
      this.running ??= this.run().finally(() => (this.running = undefined));
    });
  }

  async close(): Promise<void> {
    await this.running;
  }

  private async run(): Promise<void> {
    // Runs after pending socket reads: the slower the disk, the larger the groups.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.waiting.length > 0) {
      const entries = this.takeSome();
      try {
        await this.addAll(entries);
      } catch (error) {
        // The wait has timed out: the others would wait as long.
        if (entries.length === 1 || isLost(error)) for (const entry of entries) entry.reject(error);
        // One task fails the whole group: adds each separately.
        else for (const entry of entries) await this.addAll([entry]).catch(entry.reject);
      }
    }
  }

  private takeSome(): readonly Entry[] {
    const taken: Entry[] = [];
    const left: Entry[] = [];
    const keys = new Set<string | undefined>();
    let bytes = 0;
    for (const entry of this.waiting) {
      const size = entry.task.content?.length ?? 0;
      const isFull = taken.length >= MOST || (taken.length > 0 && bytes + size > MAX_BYTES);
      if (isFull || (entry.guardKey !== undefined && keys.has(entry.guardKey))) left.push(entry);
      else {
        taken.push(entry);
        keys.add(entry.guardKey);
        bytes += size;
      }
    }
    this.waiting = left;
    return taken;
  }

  private async addAll(entries: readonly Entry[]): Promise<void> {
    const answers = await this.database.transaction((runs, isAgain) => this.write(runs, entries, isAgain));
    for (const [i, entry] of entries.entries()) entry.resolve(answers[i] ?? "added");
    const added = entries.filter((_, i) => answers[i] === "added");
    for (const lane of new Set(added.map(({ task }) => task.lane))) this.onWaiting(lane);
  }

  private async write(runs: Runs, entries: readonly Entry[], isAgain: boolean): Promise<readonly Added[]> {
    const answers = new Map<Entry, Added>();
    let open = entries;
    if (isAgain) {
      const ids = entries.map(({ task }) => task.id);
      const kept = new Set((await runs.query<{ id: string }>(texts.known, [ids])).map(({ id }) => id));
      for (const entry of open) if (kept.has(entry.task.id)) answers.set(entry, "added");
      open = open.filter((entry) => !answers.has(entry));
    }
    for (const entry of await this.guardedBefore(runs, open)) answers.set(entry, "duplicate");
    open = open.filter((entry) => !answers.has(entry));
    const full = await this.beyond(runs, open);
    for (const entry of full) answers.set(entry, "full");
    await this.dropGuards(runs, full);
    open = open.filter((entry) => !answers.has(entry));
    await this.insert(runs, open);
    return entries.map((entry) => answers.get(entry) ?? "added");
  }

  /** Sets the guards. Returns those already held by another task. */
  private async guardedBefore(runs: Runs, entries: readonly Entry[]): Promise<readonly Entry[]> {
    const guarded = entries.filter(({ options }) => options.guard !== undefined);
    if (guarded.length === 0) return [];
    const rows = await runs.query<{ place: number }>(texts.guard, [
      guarded.map(({ task }) => toColumn(task.user)),
      guarded.map(({ options }) => toColumn(options.guard?.requestId ?? "")),
      guarded.map(({ options }) => options.guard?.until ?? 0),
      guarded.map(({ task }) => task.time),
    ]);
    const set = new Set(rows.map(({ place }) => place));
    return guarded.filter((_, i) => !set.has(i + 1));
  }

  /** Returns the tasks whose user has reached the maximum number of unfinished tasks. */
  private async beyond(runs: Runs, entries: readonly Entry[]): Promise<readonly Entry[]> {
    const limited = entries.filter(({ options }) => options.unfinished !== undefined);
    if (limited.length === 0) return [];
    const owners = [...new Set(entries.map(({ task }) => toColumn(task.user)))];
    const rows = await runs.query<{ owner: string; count: number }>(texts.unfinished, [owners]);
    const counts = new Map(rows.map(({ owner, count }) => [owner, count]));
    return entries.filter(({ task, options }) => {
      const owner = toColumn(task.user);
      const count = counts.get(owner) ?? 0;
      if (options.unfinished !== undefined && count >= options.unfinished) return true;
      counts.set(owner, count + 1);
      return false;
    });
  }

  private async dropGuards(runs: Runs, entries: readonly Entry[]): Promise<void> {
    for (const { task, options } of entries) {
      if (options.guard === undefined) continue;
      await runs.query(texts.dropGuard, [toColumn(task.user), toColumn(options.guard.requestId)]);
    }
  }

  private async insert(runs: Runs, entries: readonly Entry[]): Promise<void> {
    if (entries.length === 0) return;
    const tasks = entries.map(({ task }) => task);
    const owners = tasks.map(({ user }) => toColumn(user));
    await runs.query(texts.addTasks, [
      tasks.map(({ id }) => id),
      tasks.map(({ kind }) => kind),
      tasks.map(({ lane }) => lane),
      owners,
      tasks.map(({ name }) => toColumn(name)),
      entries.map(({ input }) => input),
      tasks.map(({ time }) => time),
    ]);
    // All processes lock in the same order, to avoid deadlocks.
    for (const owner of [...new Set(owners)].toSorted(compare)) {
      await runs.query(texts.count, [owner, this.part, owners.filter((each) => each === owner).length]);
    }
    const withContent = tasks.flatMap(({ id, content }) => (content === undefined ? [] : [{ id, content }]));
    if (withContent.length > 0) {
      const contents = withContent.map(({ content }) =>
        Buffer.from(content.buffer, content.byteOffset, content.length),
      );
      await runs.query(texts.addContents, [withContent.map(({ id }) => id), contents]);
    }
    for (const lane of ["render", "engine"] as const) {
      const ids = tasks.filter((task) => task.lane === lane).map(({ id }) => id);
      await this.queue.add(runs, lane, ids);
    }
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const texts = {
  known: `SELECT id FROM ${SCHEMA}.tasks WHERE id = ANY ($1::text[])`,
  // All processes lock in the same order, to avoid deadlocks. An expired guard is taken over.
  guard: `WITH given AS (
      SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[])
        WITH ORDINALITY AS given (owner, request_id, until, time, place)
    ), kept AS (
      INSERT INTO ${SCHEMA}.guards AS guards (owner, request_id, until)
      SELECT owner, request_id, until FROM given ORDER BY owner, request_id
      ON CONFLICT (owner, request_id) DO UPDATE SET until = excluded.until
        WHERE guards.until <= (
          SELECT time FROM given WHERE given.owner = excluded.owner AND given.request_id = excluded.request_id
        )
      RETURNING owner, request_id
    ) SELECT place FROM given JOIN kept USING (owner, request_id)`,
  dropGuard: `DELETE FROM ${SCHEMA}.guards WHERE owner = $1 AND request_id = $2`,
  unfinished: `SELECT owner, sum(count)::bigint AS count FROM ${SCHEMA}.unfinished WHERE owner = ANY ($1::text[]) GROUP BY owner`,
  addTasks: `INSERT INTO ${SCHEMA}.tasks (id, kind, lane, owner, name, state, input, create_time, update_time)
    SELECT id, kind, lane, owner, name, 'QUEUED', input, time, time
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[])
      WITH ORDINALITY AS given (id, kind, lane, owner, name, input, time, place)
    ORDER BY place`,
  count: `INSERT INTO ${SCHEMA}.unfinished AS unfinished (owner, part, count) VALUES ($1, $2, $3)
    ON CONFLICT (owner, part) DO UPDATE SET count = unfinished.count + excluded.count`,
  addContents: `INSERT INTO ${SCHEMA}.contents (task, content) SELECT * FROM unnest($1::text[], $2::bytea[])`,
} as const;
