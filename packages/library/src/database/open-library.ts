/** Opens the index of a library. */
import { IoError } from "@usdkit/command/cli/errors";
import { fs, path } from "@usdkit/command/process/builtins";
import { readSetting, writeSetting } from "./library-settings.ts";
import { asFileProblem, openSqlite, type DatabaseSync } from "./sqlite.ts";
import { APPLICATION_ID, laterIndexes, laterTables, tables, TABLES_VERSION } from "./tables.ts";

/** Milliseconds that a run waits for another one that writes. */
const PATIENCE = 5000;
/** Milliseconds that a finished update waits for those that read: its work would be lost. */
const FINISH_PATIENCE = 60_000;
/** Kibibytes of pages in memory. */
const CACHE = 16 << 10;

/** An index that is filled or updated; nothing of it is visible before {@link LibraryDraft.finish}. */
export interface LibraryDraft extends Disposable {
  readonly database: DatabaseSync;
  /** Whether there was no index before. */
  readonly isNew: boolean;
  /** Makes the result the index. */
  finish(): void;
}

/**
 * Opens the index `file` to update it, in one transaction; a new one is a temporary file until it is finished.
 *
 * @param folder Of the library, absolute.
 * @throws {IoError} if the file is something else, of another version or folder, or in use
 */
export function draftLibrary(file: string, folder: string): LibraryDraft {
  const relative = path.relative(path.dirname(file), folder).replaceAll(path.sep, "/") || ".";
  return fs.existsSync(file) ? updateDraft(file, relative) : newDraft(file, relative);
}

function newDraft(file: string, folder: string): LibraryDraft {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const suffix = process.getBuiltinModule("node:crypto").randomBytes(6).toString("hex");
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.${suffix}.tmp`);
  const database = openSqlite(temporary);
  const discard = (): void => {
    if (database.isOpen) database.close();
    fs.rmSync(temporary, { force: true });
  };
  try {
    // What a crash leaves is a temporary file.
    database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -${CACHE};`);
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${TABLES_VERSION};`);
    database.exec(`BEGIN; ${tables} ${laterTables}`);
    writeSetting(database, "folder", folder);
  } catch (error) {
    discard();
    throw asFileProblem(error, file);
  }
  let isFinished = false;
  return {
    database,
    isNew: true,
    finish() {
      database.exec("COMMIT");
      database.close();
      const descriptor = fs.openSync(temporary, "r+");
      fs.fsyncSync(descriptor);
      fs.closeSync(descriptor);
      fs.renameSync(temporary, file);
      isFinished = true;
    },
    [Symbol.dispose]() {
      if (!isFinished) discard();
    },
  };
}

function updateDraft(file: string, folder: string): LibraryDraft {
  const database = openSqlite(file);
  try {
    expectLibrary(database, file);
    database.exec(`PRAGMA busy_timeout = ${PATIENCE}; PRAGMA cache_size = -${CACHE}`);
    const known = readSetting(database, "folder");
    if (known !== folder) {
      throw new IoError(`${file} is the index of ${known}, not of ${folder}: choose another -o, or delete it`);
    }
    begin(database, file);
    database.exec(laterTables + laterIndexes);
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    database,
    isNew: false,
    finish() {
      database.exec(`PRAGMA busy_timeout = ${FINISH_PATIENCE}; COMMIT`);
      database.close();
    },
    [Symbol.dispose]() {
      // Without a commit, it rolls back.
      if (database.isOpen) database.close();
    },
  };
}

function begin(database: DatabaseSync, file: string): void {
  try {
    database.exec("BEGIN IMMEDIATE");
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isLocked = message.includes("locked");
    throw new IoError(
      isLocked ? `${file} is being updated by another process: try again later` : `${file}: ${message}`,
    );
  }
}

/** An index that is read, and the folder of its library. */
export interface OpenedLibrary extends Disposable {
  readonly database: DatabaseSync;
  /** Absolute. */
  readonly folder: string;
}

/**
 * Opens the index `file` to read it.
 *
 * @throws {IoError} if there is none, or it is something else
 */
export function openLibrary(file: string): OpenedLibrary {
  const found = fs.statSync(file, { throwIfNoEntry: false });
  if (found === undefined)
    throw new IoError(`${file}: no such file; usda index FOLDER -o ${path.basename(file)} makes it`);
  if (found.isDirectory()) {
    const remedy = `usda index ${file} -o library.sqlite makes it`;
    throw new IoError(`${file} is a folder: expected a database; ${remedy}`);
  }
  const database = openSqlite(file, { readOnly: true });
  try {
    expectLibrary(database, file);
    database.exec(`PRAGMA busy_timeout = ${PATIENCE}; PRAGMA query_only = ON`);
    const folder = path.resolve(path.dirname(file), readSetting(database, "folder") ?? ".");
    return { database, folder, [Symbol.dispose]: () => database.close() };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** @throws {IoError} if a database is no index of this version */
function expectLibrary(database: DatabaseSync, file: string): void {
  let [application, version]: unknown[] = [];
  try {
    application = database.prepare("PRAGMA application_id").get()?.["application_id"];
    version = database.prepare("PRAGMA user_version").get()?.["user_version"];
  } catch (error) {
    throw new IoError(
      `${file}: ${error instanceof Error ? error.message : String(error)}; expected an index of usda index`,
    );
  }
  if (application !== APPLICATION_ID)
    throw new IoError(`${file}: expected an index of usda index, found another database`);
  if (version === TABLES_VERSION) return;
  throw new IoError(
    `${file}: expected tables of version ${TABLES_VERSION}, found ${String(version)}: delete it, and index again`,
  );
}
