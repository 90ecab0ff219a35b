import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StorageError } from "../storage-error.ts";
import type { Storage } from "../storage.ts";
import { GroupCommit } from "./group-commit.ts";
import { SqliteFiles } from "./sqlite-files.ts";
import { SqliteTasks } from "./sqlite-tasks.ts";
import { SqliteUploads } from "./sqlite-uploads.ts";
import { tables, TABLES_VERSION } from "./tables.ts";

/**
 * Opens the database in a folder, and creates it if it is missing. One process uses it at a time: a second one is
 * rejected, and the system releases the lock when the process ends.
 *
 * @throws {StorageError}
 */
export function openSqlite(folder: string): Storage {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = lockFolder(folder);
  const database = new DatabaseSync(join(folder, "gateway.db"));
  // A commit is durable when it returns; readers do not wait for it.
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000;");
  makeTables(database, folder);

  const commit = new GroupCommit(database);
  const files = new SqliteFiles(database, commit);
  const running = new Set<string>();
  return {
    tasks: new SqliteTasks(database, commit, files),
    uploads: new SqliteUploads(database, commit, files),
    files,
    leaseTime: () => Date.now(),
    onTasks: () => undefined,
    async exclusively(name, work) {
      if (running.has(name)) return false;
      running.add(name);
      try {
        await work();
      } finally {
        running.delete(name);
      }
      return true;
    },
    async close() {
      commit.close();
      database.close();
      lock.close();
    },
  };
}

/** An open transaction in a separate database file serves as a lock: the system ends it with the process. */
function lockFolder(folder: string): DatabaseSync {
  const lock = new DatabaseSync(join(folder, "lock.db"));
  try {
    lock.exec("PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE;");
  } catch (error) {
    lock.close();
    throw new StorageError(`${folder} is in use by another process`, { cause: error });
  }
  return lock;
}

function makeTables(database: DatabaseSync, folder: string): void {
  const { user_version: version } = database.prepare("PRAGMA user_version").get() as { user_version: number };
  if (version === 0) database.exec(`BEGIN IMMEDIATE; ${tables} COMMIT;`);
  else if (version !== TABLES_VERSION) {
    throw new StorageError(`${folder} was made by another version: its tables are ${version}, not ${TABLES_VERSION}`);
  }
}
