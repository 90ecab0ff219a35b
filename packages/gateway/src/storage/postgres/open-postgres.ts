import { randomBytes } from "node:crypto";
import { StorageError } from "../storage-error.ts";
import type { Storage } from "../storage.ts";
import { TaskNotifier } from "./task-notifier.ts";
import type { Cluster } from "../cluster.ts";
import { Database, unusable } from "./database.ts";
import { Locks } from "./locks.ts";
import { PostgresCluster } from "./postgres-cluster.ts";
import { PostgresFiles } from "./postgres-files.ts";
import { PostgresTasks } from "./postgres-tasks.ts";
import { PostgresUploads } from "./postgres-uploads.ts";
import { Queue } from "./queue.ts";
import { SCHEMA, tables, TABLES_VERSION } from "./tables.ts";

export interface PostgresOptions {
  /** Called with internal errors. */
  readonly onProblem: (error: unknown) => void;
  /** Maximum wait for an unavailable server, in milliseconds. */
  readonly patience?: number;
}

/** Number of rows that sharded counters are spread over. */
const PARTS = 64;

/**
 * Opens the database at a URL and creates missing tables. Several processes may use it.
 *
 * @throws {StorageError} whose message contains no password.
 */
export async function openPostgres(url: string, { onProblem, patience }: PostgresOptions): Promise<OpenPostgres> {
  const database = await Database.open(url, patience);
  const locks = new Locks(database);
  let queue: Queue | undefined;
  try {
    // If several processes start together, one of them creates what is missing.
    const made = await locks.inTurn("spatial-gateway tables", () => prepare(database, onProblem));
    queue = made.queue;
    const offset = await clockOffset(database);
    const cluster = new PostgresCluster(database, made.secret);
    return { storage: storageOf(database, queue, locks, offset), cluster, database };
  } catch (error) {
    await queue?.close();
    await locks.close();
    await database.close();
    if (error instanceof StorageError) throw error;
    throw unusable(url, error);
  }
}

/** Other shared state of the processes is in the same database. */
export interface OpenPostgres {
  readonly storage: Storage;
  readonly cluster: Cluster;
  readonly database: Database;
}

function storageOf(database: Database, queue: Queue, locks: Locks, offset: number): Storage {
  const part = randomBytes(1).readUInt8() % PARTS;
  const notifier = new TaskNotifier(database);
  const files = new PostgresFiles(database);
  const tasks = new PostgresTasks({ database, queue, part, onWaiting: (lane) => notifier.notify(lane) }, files);
  return {
    tasks,
    uploads: new PostgresUploads(database, files),
    files,
    leaseTime: () => Date.now() + offset,
    onTasks: (listener) => notifier.listen(listener),
    exclusively: (...given) => locks.tryWith(...given),
    async close() {
      await tasks.close();
      await notifier.close();
      await locks.close();
      await queue.close();
      await database.close();
    },
  };
}

/** The tables and the queue. */
async function prepare(
  database: Database,
  onProblem: (error: unknown) => void,
): Promise<{ readonly queue: Queue; readonly secret: string }> {
  const [found] = await database.query<{ name: string | null }>(`SELECT to_regclass('${SCHEMA}.about')::text AS name`);
  if (found?.name === null) {
    await database.transaction(async (runs) => {
      await runs.query(tables);
      const secret = randomBytes(32).toString("base64url");
      await runs.query(`INSERT INTO ${SCHEMA}.about VALUES ($1, $2)`, [TABLES_VERSION, secret]);
    });
  }
  const [about] = await database.query<{ version: number; secret: string }>(`SELECT * FROM ${SCHEMA}.about`);
  if (about?.version !== TABLES_VERSION) {
    const version = about?.version ?? "unknown";
    throw new StorageError(
      `the database was made by another version: its tables are ${version}, not ${TABLES_VERSION}`,
    );
  }
  return { queue: await Queue.open(database, onProblem), secret: about.secret };
}

/** Milliseconds by which the server's clock is ahead of this machine's. */
async function clockOffset(database: Database): Promise<number> {
  const before = Date.now();
  const text = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now";
  const [row] = await database.query<{ now: number }>(text);
  return Math.round((row?.now ?? before) - (before + Date.now()) / 2);
}
