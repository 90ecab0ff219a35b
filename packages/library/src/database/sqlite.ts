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

/** The result code of SQLite for a file that another connection reads or writes. */
const BUSY = 5;

/** Result codes of SQLite that are about the file and its disk, not about a statement. */
const FILE_CODES: ReadonlySet<number> = new Set([
  BUSY,
  8, // SQLITE_READONLY
  10, // SQLITE_IOERR
  11, // SQLITE_CORRUPT
  13, // SQLITE_FULL
  14, // SQLITE_CANTOPEN
  26, // SQLITE_NOTADB
]);

/**
 * Returns what a call of SQLite threw as an error about its file, if it is one: a full disk, a file that is damaged or may not
 * be written. Anything else is returned as it is.
 */
export function asFileProblem(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return error;
  // The upper bits are details.
  const code = error.errcode & 255;
  if (code === BUSY) return new IoError(`${file} is in use by another process: try again later`, { cause: error });
  return FILE_CODES.has(code) ? new IoError(`${file}: ${error.message}`, { cause: error }) : error;
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
