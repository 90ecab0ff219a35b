/** SQLite of Node. */
import type * as Sqlite from "node:sqlite";
import type { DatabaseSync, DatabaseSyncOptions, StatementSync } from "node:sqlite";
import { IoError } from "@usdkit/command/cli/errors";

export type { DatabaseSync, StatementSync };

/**
 * Opens a database.
 *
 * @throws {IoError} if this Node has no SQLite, or the file cannot be opened
 */
export function openSqlite(file: string, options: DatabaseSyncOptions = {}): DatabaseSync {
  const { DatabaseSync: Database } = loadSqlite();
  try {
    return new Database(file, options);
  } catch (error) {
    throw new IoError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Importing it prints a warning that it is experimental, which users can do nothing about. */
function loadSqlite(): typeof Sqlite {
  const emitWarning = process.emitWarning.bind(process);
  process.emitWarning = () => undefined;
  try {
    // Before 22.13 this is undefined without a flag.
    const found: typeof Sqlite | undefined = process.getBuiltinModule("node:sqlite");
    if (found !== undefined) return found;
  } finally {
    process.emitWarning = emitWarning;
  }
  throw new IoError(
    `Node ${process.version} has no SQLite by itself: use 22.13 or newer, or NODE_OPTIONS=--experimental-sqlite`,
  );
}
