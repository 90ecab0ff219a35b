import { join } from "node:path";
import type { Cluster } from "./cluster.ts";
import type { Storage } from "./storage.ts";
import { StorageError } from "./storage-error.ts";

export interface OpenStorage {
  readonly storage: Storage;
  /** Where several processes may use it. */
  readonly cluster: Cluster | undefined;
}

/**
 * Opens the storage that the settings select. Each kind is loaded on demand: the embedded one must start fast, and before
 * Node 22.13, SQLite needs a flag.
 *
 * @throws {StorageError}
 */
export async function openStorage(
  { database, data }: { readonly database: string; readonly data: string },
  onProblem: (error: unknown) => void,
): Promise<OpenStorage> {
  if (database === "sqlite") {
    const { openSqlite } = await import("./sqlite/open-sqlite.ts").catch(withoutSqlite);
    return { storage: openSqlite(join(data, "database")), cluster: undefined };
  }
  const { openPostgres } = await import("./postgres/open-postgres.ts");
  return openPostgres(database, { onProblem });
}

/** @throws {StorageError} with what to do, if this Node has no SQLite. */
function withoutSqlite(cause: unknown): never {
  const isOld = cause instanceof Error && "code" in cause && cause.code === "ERR_UNKNOWN_BUILTIN_MODULE";
  if (!isOld) throw cause;
  const hint = "use 22.13 or newer, or NODE_OPTIONS=--experimental-sqlite";
  throw new StorageError(`Node ${process.version} has no SQLite by itself: ${hint}`, { cause });
}
