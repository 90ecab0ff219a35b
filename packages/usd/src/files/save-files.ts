/**
 * Writes several files: all of them, or none, and only if they still have the contents that were read.
 *
 * Each file has a lock beside it while it is written, `.NAME.usdkit-lock`. New contents go to temporary files first; a journal
 * then lists them, and they are renamed. A single file needs no journal: it is renamed in one step. A process that ends before
 * the journal is there has changed nothing; one that ends after it is finished by whoever looks at the locks next
 * ({@link finishSaves}).
 */
import { createHash, randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { fs } from "./descriptors.ts";

/** A file to write. */
export interface FileSave {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** SHA-256 of the contents that it must have, in hexadecimal digits; undefined if there must be no file. */
  readonly before: string | undefined;
  /** The contents that it must have, if the caller has kept them: they are compared, and no digest is made. */
  readonly read?: Uint8Array | undefined;
}

/** Thrown if files cannot be saved; none of them was changed. */
export class SaveError extends Error {
  override readonly name = "SaveError";
  /** The file that is the reason. */
  readonly path: string;
  /** Whether the file has other contents than those that were read, or is being written by another process. */
  readonly isConflict: boolean;

  constructor(path: string, message: string, isConflict: boolean, options?: ErrorOptions) {
    super(message, options);
    this.path = path;
    this.isConflict = isConflict;
  }
}

/** A file to write, links followed. */
interface PlacedSave {
  readonly save: FileSave;
  readonly path: string;
}

/** What a lock says. */
interface Lock {
  readonly pid: number;
  readonly host: string;
  /** Absolute path of the journal. */
  readonly journal: string;
}

/** A temporary file, the file that it becomes, and the digest of its contents. */
interface JournalEntry {
  readonly temporary: string;
  readonly path: string;
  readonly sha256: string;
}

/** Returns SHA-256 of bytes, in hexadecimal digits: the revision of a file. */
export function revisionOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/**
 * Writes files: all, or none. Modes and links stay.
 *
 * ```ts
 * saveFiles([{ path: "shot.usda", bytes, before: revisionOf(read) }]);
 * ```
 *
 * @throws SaveError if a file changed since it was read, another process writes it, or the file system rejects it
 */
export function saveFiles(saves: readonly FileSave[]): void {
  // Not spread: a digest that nothing needs is not made.
  const files = saves
    .map((save): PlacedSave => ({ save, path: realPath(save.path) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const [first] = files;
  if (first === undefined) return;
  const mark = `${process.pid}-${randomBytes(6).toString("hex")}`;
  const journal = beside(first.path, `${mark}.usdkit-journal`);
  const locked: string[] = [];
  const temporaries: string[] = [];
  let isDecided = false;
  try {
    for (const { path } of files) locked.push(takeLock(path, journal));
    for (const { path, save } of files) {
      const mode = checkContents(path, save);
      const temporary = beside(path, `${mark}.usdkit-tmp`);
      temporaries.push(temporary);
      writeDurably(temporary, save.bytes, mode);
    }
    if (files.length === 1) {
      const former = openFormer(first.path);
      try {
        fs.renameSync(temporaries[0], first.path);
      } finally {
        if (former !== undefined) fs.close(former, ignore);
      }
      isDecided = true;
      syncFolder(dirname(first.path));
    } else {
      const entries = files.map(({ path, save }, i): JournalEntry => ({
        temporary: temporaries[i],
        path,
        sha256: revisionOf(save.bytes),
      }));
      writeDurably(`${journal}.tmp`, new TextEncoder().encode(JSON.stringify(entries)), 0o600);
      fs.renameSync(`${journal}.tmp`, journal);
      isDecided = true;
      finishJournal(journal);
    }
  } catch (error) {
    if (error instanceof SaveError) throw error;
    throw new SaveError(first.path, error instanceof Error ? error.message : String(error), false, { cause: error });
  } finally {
    // After the decision, temporary files are the new contents.
    if (!isDecided) for (const file of [...temporaries, `${journal}.tmp`]) fs.rmSync(file, { force: true });
    for (const file of locked) fs.rmSync(file, { force: true });
  }
  for (const { path } of files) removeUnlinked(path);
}

/**
 * Finishes or takes back what a process that ended left of saves of these files. Call it before files are read that may have
 * been saved together.
 */
export function finishSaves(paths: readonly string[]): void {
  for (const path of paths) {
    const lock = lockOf(realPath(path));
    const owner = readLock(lock);
    if (owner !== undefined && !isAlive(owner)) clearLock(lock, owner);
  }
}

/** Creates the lock of a file, and returns its path. */
function takeLock(path: string, journal: string): string {
  const lock = lockOf(path);
  const content = JSON.stringify({ pid: process.pid, host: hostname(), journal } satisfies Lock);
  for (let attempt = 0; ; attempt++) {
    if (createWhole(lock, content)) return lock;
    const owner = readLock(lock);
    if (attempt === MAX_ATTEMPTS || (owner !== undefined && isAlive(owner))) {
      const who = owner === undefined ? "another process" : `process ${owner.pid} on ${owner.host}`;
      throw new SaveError(path, `${path} is being written by ${who}. If it is not, remove ${lock}`, true);
    }
    if (owner !== undefined) clearLock(lock, owner);
  }
}

const MAX_ATTEMPTS = 3;

/** Creates a file with its content in one step; false if there is one. */
function createWhole(path: string, content: string): boolean {
  const temporary = `${path}.${randomBytes(6).toString("hex")}`;
  fs.writeFileSync(temporary, content, { flag: "wx" });
  try {
    fs.linkSync(temporary, path);
    return true;
  } catch (error) {
    if (isExisting(error)) return false;
    // Not every file system has links.
    if (fs.existsSync(path)) return false;
    fs.renameSync(temporary, path);
    return true;
  } finally {
    fs.rmSync(temporary, { force: true });
  }
}

/** Milliseconds after which a lock without content is no longer being written. */
const MAX_WRITING = 600_000;

/**
 * Removes what processes that ended before their lock had its name left next to a file. The files are saved by then: what cannot be
 * listed or removed stays.
 */
function removeUnlinked(path: string): void {
  const start = `${basename(lockOf(path))}.`;
  try {
    for (const name of fs.readdirSync(dirname(path))) {
      if (!name.startsWith(start) || !/^[0-9a-f]{12}$/u.test(name.slice(start.length))) continue;
      const file = join(dirname(path), name);
      const owner = readLock(file);
      // Without content it is being written, or its process was ended while it wrote it.
      const age = Date.now() - (fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity);
      if (owner === undefined ? age > MAX_WRITING : !isAlive(owner)) fs.rmSync(file, { force: true });
    }
  } catch {
    // A folder may be written to and not listed.
  }
}

/** Removes the lock of a process that ended, after what it had decided is done. */
function clearLock(lock: string, { journal, pid }: Lock): void {
  if (fs.existsSync(journal)) finishJournal(journal);
  const folder = dirname(lock);
  const name = basename(lock).slice(1, -LOCK_ENDING.length);
  for (const entry of fs.readdirSync(folder)) {
    const isLeft = entry.startsWith(`.${name}.${pid}-`) && /\.usdkit-(?:tmp|journal\.tmp)$/u.test(entry);
    if (isLeft) fs.rmSync(join(folder, entry), { force: true });
  }
  fs.rmSync(lock, { force: true });
}

/** Renames the temporary files of a journal. One that is gone was renamed before. */
function finishJournal(journal: string): void {
  const entries = readJournal(journal);
  for (const { temporary, path, sha256 } of entries) {
    // Only files that are locked for this journal: a folder from elsewhere cannot name others.
    if (readLock(lockOf(path))?.journal !== journal || !fs.existsSync(temporary)) continue;
    if (revisionOf(fs.readFileSync(temporary)) === sha256) fs.renameSync(temporary, path);
  }
  for (const folder of new Set(entries.map(({ path }) => dirname(path)))) syncFolder(folder);
  fs.rmSync(journal, { force: true });
}

function readJournal(journal: string): readonly JournalEntry[] {
  try {
    const entries: unknown = JSON.parse(fs.readFileSync(journal, "utf8"));
    return Array.isArray(entries) ? entries.filter(isEntry) : [];
  } catch {
    // Another process finished it meanwhile.
    return [];
  }
}

function isEntry(entry: unknown): entry is JournalEntry {
  const { temporary, path, sha256 } = (entry ?? {}) as Partial<Record<keyof JournalEntry, unknown>>;
  if (typeof temporary !== "string" || typeof path !== "string" || typeof sha256 !== "string") return false;
  return dirname(temporary) === dirname(path) && temporary.endsWith(".usdkit-tmp");
}

/** Returns the mode of the file, if it has the contents that it must have. */
function checkContents(path: string, save: FileSave): number {
  if (save.read === undefined && save.before === undefined) {
    if (fs.existsSync(path)) throw new SaveError(path, `${path} was created in the meantime`, true);
    return 0o644;
  }
  if (!fs.existsSync(path)) {
    throw new SaveError(path, `${path} was removed in the meantime: restore it, or save a copy`, true);
  }
  const mode = fs.statSync(path).mode & 0o7777;
  // A rename would replace a file that its owner made read-only.
  if ((mode & 0o222) === 0 || !isWritable(path)) {
    throw new SaveError(
      path,
      `${path} is read-only: make it writable, or write to another layer. Nothing was written`,
      false,
    );
  }
  const isSame =
    save.read === undefined ? revisionOf(fs.readFileSync(path)) === save.before : hasContents(path, save.read);
  if (!isSame) throw new SaveError(path, `${changedMessage(path)}. Nothing was written`, true);
  return mode;
}

const CHUNK = 2 ** 20;

/** Compares in parts: a file of 10 MB is read three times as fast into a small buffer as into a new one of its size. */
function hasContents(path: string, expected: Uint8Array): boolean {
  const descriptor = fs.openSync(path, "r");
  try {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK, expected.length + 1));
    let at = 0;
    for (;;) {
      const size = fs.readSync(descriptor, chunk);
      if (size === 0) return at === expected.length;
      const end = at + size;
      if (end > expected.length || Buffer.compare(chunk.subarray(0, size), expected.subarray(at, end)) !== 0)
        return false;
      at = end;
    }
  } finally {
    fs.closeSync(descriptor);
  }
}

/**
 * Opens a file that is about to be replaced: its blocks are then freed by whoever closes it, in the background, and not by the
 * rename, which takes milliseconds for a large file. Windows replaces no file that is open.
 */
function openFormer(path: string): number | undefined {
  if (process.platform === "win32") return undefined;
  try {
    return fs.openSync(path, "r");
  } catch {
    // A new file.
    return undefined;
  }
}

function ignore(): void {
  // What was only read is closed.
}

function isWritable(path: string): boolean {
  try {
    fs.accessSync(path, fs.constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns when and by whom a file was changed, and what to do. */
export function changedMessage(path: string): string {
  const { uid, mtime } = fs.statSync(path, { throwIfNoEntry: false }) ?? {};
  const isOther = uid !== undefined && process.getuid !== undefined && uid !== process.getuid();
  const who = isOther ? ` by user ${uid}` : "";
  const when = mtime === undefined ? "" : ` (at ${mtime.toISOString()}${who})`;
  return `${path} changed in the meantime${when}: read it again and repeat the edits`;
}

function writeDurably(path: string, bytes: Uint8Array, mode: number): void {
  const descriptor = fs.openSync(path, "wx", 0o600);
  try {
    fs.writeFileSync(descriptor, bytes);
    fs.fchmodSync(descriptor, mode);
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Makes renames durable; file systems without it have nothing to do. */
function syncFolder(folder: string): void {
  try {
    const descriptor = fs.openSync(folder, "r");
    try {
      fs.fsyncSync(descriptor);
    } finally {
      fs.closeSync(descriptor);
    }
  } catch {
    // Windows opens no folders.
  }
}

function realPath(path: string): string {
  if (fs.existsSync(path)) return fs.realpathSync(path);
  return join(fs.realpathSync(dirname(path)), basename(path));
}

const LOCK_ENDING = ".usdkit-lock";

function lockOf(path: string): string {
  return beside(path, LOCK_ENDING.slice(1));
}

/** A hidden name in the same folder: a rename across file systems is not a rename. */
function beside(path: string, ending: string): string {
  return join(dirname(path), `.${basename(path)}.${ending}`);
}

/** Returns the owner of a lock; undefined if there is none, or it is not written yet. */
function readLock(lock: string): Lock | undefined {
  try {
    const found = JSON.parse(fs.readFileSync(lock, "utf8")) as Partial<Lock>;
    const { pid, host, journal } = found;
    const isLock = typeof pid === "number" && typeof host === "string" && typeof journal === "string";
    return isLock && journal.endsWith(".usdkit-journal") ? { pid, host, journal } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the process of a lock runs; one of another machine may. */
function isAlive({ pid, host }: Lock): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function isExisting(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === "EEXIST";
}
