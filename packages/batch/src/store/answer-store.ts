/**
 * Answers of earlier runs, which many machines may share. The answers for files of one folder are segments, and those of many folders a
 * pack: a file that is written whole, once, and named by its content. A run adds a pack with what it found; when there are many, it joins
 * them to one and removes those that it joined. So no writer loses what another one wrote, and none waits.
 *
 * Shards of one run have files of the same folders. Each names its packs by its part, and reads those of others only if its own do not
 * have an answer: otherwise every shard would read the answers of all.
 */
import { describeIoError } from "@usdkit/command/cli/errors";
import type { Blobs } from "./blobs.ts";
import type { Segment } from "./pack.ts";
import { PACK_BYTES, Packs } from "./packs.ts";
import type { Answers } from "./segment.ts";

/** Folders whose answers are held at a time. */
const OPEN_FOLDERS = 16;
/** Packs by all parts before a run joins those of others too. */
const MAX_OF_ALL = 64;
/** Milliseconds after which answers are written, even if a pack would have room for more: they may have taken long. */
const PATIENCE = 30_000;
const PART_DIGITS = 8;
/** How the names of packs begin. */
const PACK = "pack-";
const FOLDER_DIGITS = 32;
/** Files of versions that had one for each folder; nothing in them is asked for. */
const OUTDATED = /^[\da-f]{32}-(?:[\da-f]{8})?[\da-f]{16}$/u;
/** Files of them that a run removes at most. */
const MAX_OUTDATED = 10_000;

interface Folder {
  /** Names it in packs. */
  readonly id: string;
  readonly answers: Answers;
  /** Those of other parts, once they were asked for. */
  others: Answers | undefined;
  /** Those that no pack has. */
  added: Answers;
}

/** Answers by folder and key. */
export class AnswerStore {
  readonly #blobs: Blobs;
  readonly #name: string;
  readonly #secret: string;
  /** Names of packs that this key has signed begin with it: those of other users of a folder are left alone. */
  readonly #prefix: string;
  /** Of the names of own packs; empty: all are own ones. */
  readonly #part: string;
  readonly #folders = new Map<string, Folder>();
  #own: Packs | undefined;
  /** Packs of other parts. */
  #left: readonly string[] = [];
  #others: Packs | undefined;
  /** Of folders that were closed. */
  #closed = new Map<string, Answers>();
  /** UTF-16 units that are in no pack yet. */
  #waiting = 0;
  #waitsSince = 0;
  #outdated: readonly string[] = [];
  #hasWritten = false;
  #problem: string | undefined;
  /** What has failed once is not tried again for each folder: a store that is away would hold up the run. */
  #isReadable = true;
  #isWritable = true;

  /**
   * @param name for messages
   * @param secret signs packs: what was not written with it counts as none
   * @param part the part of a run that this is, as `1/4`; undefined: all of it
   */
  constructor(blobs: Blobs, name: string, secret: string, part?: string) {
    this.#blobs = blobs;
    this.#name = name;
    this.#secret = secret;
    this.#prefix = `${PACK}${hash(`name ${secret}`).slice(0, PART_DIGITS)}-`;
    this.#part = part === undefined ? "" : hash(part).slice(0, PART_DIGITS);
  }

  /** Reads the answers of a folder. Only then `get` finds them. */
  async open(folder: string): Promise<void> {
    if (this.#waiting > 0 && (this.#waiting >= PACK_BYTES || performance.now() - this.#waitsSince > PATIENCE)) {
      await this.#write();
    }
    if (this.#folders.has(folder)) return;
    for (const [oldest, other] of this.#folders) {
      if (this.#folders.size < OPEN_FOLDERS) break;
      this.#folders.delete(oldest);
      this.#keep(other);
    }
    this.#folders.set(folder, await this.#read(idOf(folder)));
  }

  /** Returns an answer for a folder that is open. */
  get(folder: string, key: string): string | undefined | Promise<string | undefined> {
    const opened = this.#folders.get(folder);
    if (opened === undefined) return undefined;
    const own = opened.answers.get(key);
    if (own !== undefined || this.#left.length === 0) return own;
    return opened.others === undefined ? this.#ofOthers(opened, key) : opened.others.get(key);
  }

  /** Keeps an answer of one line. */
  set(folder: string, key: string, answer: string): void {
    let opened = this.#folders.get(folder);
    if (opened === undefined) {
      // It was closed in the meantime, as others were opened.
      const id = idOf(folder);
      opened = { id, answers: new Map(this.#closed.get(id)), others: undefined, added: new Map() };
      this.#folders.set(folder, opened);
    }
    if (opened.answers.get(key) === answer) return;
    opened.answers.set(key, answer);
    opened.added.set(key, answer);
    if (this.#waiting === 0) this.#waitsSince = performance.now();
    this.#waiting += key.length + answer.length;
  }

  /** Writes what is new. Returns what went wrong, if anything did: a cache must not fail a run. */
  async close(): Promise<string | undefined> {
    await this.#write();
    if (this.#hasWritten) {
      await this.#tryToWrite(async () => {
        await this.#own?.join();
        for (const name of this.#outdated) await this.#blobs.remove(name);
      });
    }
    await this.#expire();
    this.#folders.clear();
    const damaged = (this.#own?.damaged.size ?? 0) + (this.#others?.damaged.size ?? 0);
    if (damaged === 0) return this.#problem;
    const count = `${damaged} ${damaged === 1 ? "file" : "files"} of the cache`;
    return this.#problem ?? `${this.#name}: ${count} left out, damaged or signed with another key`;
  }

  async #read(id: string): Promise<Folder> {
    const folder: Folder = { id, answers: new Map(), others: undefined, added: new Map() };
    await this.#tryToRead(async () => {
      this.#own ??= await this.#openPacks();
      for (const [key, answer] of await this.#own.read(id)) folder.answers.set(key, answer);
    });
    for (const [key, answer] of this.#closed.get(id) ?? []) folder.answers.set(key, answer);
    return folder;
  }

  async #openPacks(): Promise<Packs> {
    const all = await this.#blobs.list("");
    this.#outdated = all.filter((name) => OUTDATED.test(name)).slice(0, MAX_OUTDATED);
    const names = all.filter((name) => name.startsWith(this.#prefix));
    const ownPrefix = `${this.#prefix}${this.#part}${this.#part === "" ? "" : "-"}`;
    const own = names.length < MAX_OF_ALL ? names.filter((name) => name.startsWith(ownPrefix)) : names;
    const hasOwn = own.length > 0;
    // Without own ones, others may have run with another number of parts.
    const read = hasOwn ? own : names;
    this.#left = names.filter((name) => !read.includes(name));
    const packs = new Packs(this.#blobs, this.#secret, `${this.#prefix}${this.#part}-`);
    // Those of other parts stay: each would otherwise take those of the part that ran before it.
    await packs.load(read, hasOwn);
    return packs;
  }

  async #ofOthers(folder: Folder, key: string): Promise<string | undefined> {
    folder.others = new Map();
    await this.#tryToRead(async () => {
      if (this.#others === undefined) {
        this.#others = new Packs(this.#blobs, this.#secret, this.#prefix);
        await this.#others.load(this.#left);
      }
      folder.others = await this.#others.read(folder.id);
    });
    return folder.others.get(key);
  }

  /** Keeps what is new in a folder that is closed. */
  #keep({ id, added }: Folder): void {
    if (added.size === 0) return;
    const kept = this.#closed.get(id);
    if (kept === undefined) this.#closed.set(id, added);
    else for (const [key, answer] of added) kept.set(key, answer);
  }

  /** Writes a pack with all that is new. */
  async #write(): Promise<void> {
    for (const folder of this.#folders.values()) {
      this.#keep(folder);
      folder.added = new Map();
    }
    const segments = Array.from(this.#closed, ([folder, answers]): Segment => ({ folder, answers }));
    [this.#closed, this.#waiting] = [new Map<string, Answers>(), 0];
    // Who cannot read would write next to what is there.
    const own = this.#own;
    if (segments.length === 0 || own === undefined || !this.#isReadable) return;
    await this.#tryToWrite(async () => {
      await own.write(segments);
      this.#hasWritten = true;
    });
  }

  /** Removes packs that no run has used for long, whatever key has signed them: those of former versions, and of folders that are gone. */
  async #expire(): Promise<void> {
    if (this.#own === undefined) return;
    const used = new Set([...this.#own.used, ...(this.#others?.used ?? [])]);
    // Another run will do it.
    await this.#blobs.expire?.(PACK, used).catch(() => undefined);
  }

  async #tryToRead(act: () => Promise<void>): Promise<void> {
    if (!this.#isReadable) return;
    try {
      await act();
    } catch (error) {
      this.#isReadable = false;
      this.#problem ??= `${this.#name}: the cache cannot be read: ${describeIoError(error)}`;
    }
  }

  async #tryToWrite(act: () => Promise<void>): Promise<void> {
    if (!this.#isWritable || !this.#isReadable) return;
    try {
      await act();
    } catch (error) {
      this.#isWritable = false;
      this.#problem ??= `${this.#name}: the cache cannot be written: ${describeIoError(error)}`;
    }
  }
}

function idOf(folder: string): string {
  return hash(folder).slice(0, FOLDER_DIGITS);
}

function hash(content: string): string {
  return process.getBuiltinModule("node:crypto").hash("sha256", content);
}
