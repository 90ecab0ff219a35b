/** The state of files on disk. */
import { readdirSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { createHash } from "node:crypto";
import { join } from "node:path";
import type { FileState } from "../protocol/view-state.ts";

/** Larger files are not sent to the page. */
export const MAX_FILE_BYTES: number = 512 * 2 ** 20;
/** Maximum number of entries read of the assets folder. */
const MAX_ENTRIES = 10_000;

const MESSAGES: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EISDIR: "is a folder",
  ELOOP: "too many symbolic links",
  ENOENT: "no such file",
  ENOTDIR: "a part of the path is not a folder",
  EPERM: "not permitted",
};

/** Returns the state of a file on disk; never throws. */
export function stateOf(name: string, location: string): Omit<FileState, "settings" | "isPacked" | "location"> {
  try {
    const stats = statSync(location);
    if (!stats.isFile()) throw new Error(stats.isDirectory() ? "is a folder" : "not a regular file");
    if (stats.size > MAX_FILE_BYTES) {
      throw new Error(`has ${Math.round(stats.size / 2 ** 20)} MiB; the limit is ${MAX_FILE_BYTES / 2 ** 20} MiB`);
    }
    return { name, version: stampOf(stats), bytes: stats.size, problem: null };
  } catch (error) {
    return { name, version: "", bytes: 0, problem: describe(error) };
  }
}

/** Returns the version of a file; empty if it does not exist or cannot be read. */
export function versionOf(location: string): string {
  return stampOfEntry(location);
}

/** Returns a text that changes when one of these files changes, appears or disappears. */
export function stampOfFiles(locations: readonly string[]): string {
  const hash = createHash("sha256");
  for (const location of locations) hash.update(`${location}\0${stampOfEntry(location)}\0`);
  return hash.digest("base64url");
}

/** Returns a text that changes when an entry of the folder, or the file itself, changes. */
export function stampOfAssets(place: string | undefined): string {
  if (place === undefined) return "";
  try {
    const stats = statSync(place);
    if (!stats.isDirectory()) return stampOf(stats);
    const hash = createHash("sha256");
    for (const name of readdirSync(place).toSorted().slice(0, MAX_ENTRIES)) {
      hash.update(`${name}\0${stampOfEntry(join(place, name))}\0`);
    }
    return hash.digest("base64url");
  } catch (error) {
    return describe(error);
  }
}

/** The content of a file. */
export interface FileContent {
  readonly bytes: Uint8Array;
  /** As in its {@link FileState}. */
  readonly version: string;
}

/**
 * Returns the content of a file.
 *
 * @throws {Error} whose message is for the user.
 */
export async function readBounded(location: string): Promise<FileContent> {
  try {
    const file = await open(location);
    try {
      const stats = await file.stat();
      if (!stats.isFile()) throw new Error("not a regular file");
      if (stats.size > MAX_FILE_BYTES) throw new Error("too large");
      return { bytes: await file.readFile(), version: stampOf(stats) };
    } finally {
      await file.close();
    }
  } catch (error) {
    throw new Error(describe(error), { cause: error });
  }
}

function stampOfEntry(path: string): string {
  try {
    return stampOf(statSync(path));
  } catch {
    return "";
  }
}

function stampOf({ mtimeMs, size, ino }: { mtimeMs: number; size: number; ino: number }): string {
  return `${mtimeMs}-${size}-${ino}`;
}

/** Returns the message of an error of the file system, for the user. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  return (code === undefined ? undefined : MESSAGES[code]) ?? error.message;
}
