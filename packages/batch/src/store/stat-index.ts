/**
 * What files contained when they were last read: a file with the size, times and inode of then has the content of then, so it is neither
 * read nor hashed. As in git's index, a file that was written at about the time when it was read does not count: it may have
 * changed again within one tick of the clock.
 */
import { fs, path } from "@usdkit/command/process/builtins";
import type { FileStamp } from "@usdkit/command/files/read-whole";
import type { AnswerStore } from "./answer-store.ts";

/** The coarsest clocks of file systems have ticks of two seconds. */
const TICK = 2_000_000_000n;
const NANOSECONDS = 1_000_000n;

/** The content of a file. */
export interface KnownContent {
  /** SHA-256 in hexadecimal digits. */
  readonly hash: string;
  /** Bytes. */
  readonly length: number;
}

/** The content of a file, and the stamp that it has with it. */
export interface StampedContent extends KnownContent {
  readonly stamp: string;
}

/** Hashes of files by their stamps. */
export class StatIndex {
  readonly #store: AnswerStore;
  readonly #now: () => bigint;

  /**
   * @param store of this machine: inodes and times are those of its file systems
   * @param now nanoseconds since 1970
   */
  constructor(store: AnswerStore, now: () => bigint = nanoseconds) {
    this.#store = store;
    this.#now = now;
  }

  /** Reads what is known of the files of a folder. Only then they are found. */
  async open(folder: string): Promise<void> {
    await this.#store.open(folder);
  }

  /** Returns the content of a file, if it has not been written since it was read. */
  async contentOf(folder: string, file: string): Promise<StampedContent | undefined> {
    const known = await this.#store.get(folder, keyOf(file));
    if (known === undefined) return undefined;
    const stats = statsOf(file);
    const stamp = stats && stampOf(stats);
    if (stamp === undefined || !known.startsWith(stamp) || known[stamp.length] !== " ") return undefined;
    return { hash: known.slice(stamp.length + 1), length: Number(stats?.size), stamp };
  }

  /** Returns the stamp that a file of a folder that is open had with a content; undefined if it is not known, or was too new to count. */
  async stampWith(folder: string, file: string, hash: string): Promise<string | undefined> {
    const known = await this.#store.get(folder, keyOf(file));
    return known?.endsWith(` ${hash}`) === true ? known.slice(0, -hash.length - 1) : undefined;
  }

  /** Keeps the hash of what was read. */
  note(folder: string, file: string, stats: FileStamp, hash: string): void {
    const stamp = settledStamp(stats, this.#now());
    if (stamp !== undefined) this.#store.set(folder, keyOf(file), `${stamp} ${hash}`);
  }

  /** Writes what is new. Returns what went wrong, if anything did. */
  async close(): Promise<string | undefined> {
    return this.#store.close();
  }
}

/** Returns the stamp of a file as it is now; undefined if there is none. */
export function stampNow(file: string): string | undefined {
  const stats = statsOf(file);
  return stats && stampOf(stats);
}

/** Returns the stamp of a file that was read; undefined for one that was written so shortly before that its stamp may not show the next change. */
export function settledStamp(stats: FileStamp, now: bigint = nanoseconds()): string | undefined {
  const last = stats.mtimeNs > stats.ctimeNs ? stats.mtimeNs : stats.ctimeNs;
  return now - last < TICK ? undefined : stampOf(stats);
}

/** Since 1970. */
function nanoseconds(): bigint {
  return BigInt(Date.now()) * NANOSECONDS;
}

function statsOf(file: string): FileStamp | undefined {
  try {
    return fs.statSync(file, { bigint: true, throwIfNoEntry: false });
  } catch {
    // Who reads the file reports it.
    return undefined;
  }
}

/** Names have no line end and no space in a store. */
function keyOf(file: string): string {
  return encodeURIComponent(path.basename(file).toWellFormed());
}

function stampOf({ size, mtimeNs, ctimeNs, ino }: FileStamp): string {
  return `${size.toString(36)}-${mtimeNs.toString(36)}-${ctimeNs.toString(36)}-${ino.toString(36)}`;
}
