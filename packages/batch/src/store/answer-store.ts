/**
 * Answers of earlier runs, which many machines may share. The answers for files of one folder are in a few segments: files that are
 * written whole, once, and named by their content. A run adds a segment with what it found; when there are many, it joins them to one and
 * removes those that it joined. So no writer loses what another one wrote, and none waits.
 *
 * Shards of one run have files of the same folders. Each names its segments by its part, and reads those of others only if its own do not
 * have an answer: otherwise every shard would read the answers of all.
 */
import { describeIoError } from "@usdkit/command/cli/errors";
import type { Blobs } from "./blobs.ts";
import { decodeSegment, encodeSegment, type Answers } from "./segment.ts";

/** Folders whose answers are held at a time. */
const OPEN_FOLDERS = 16;
/** Segments of a folder, by one part of a run, before they are joined. */
const MAX_SEGMENTS = 4;
/** Segments of a folder by all parts before they are joined. */
const MAX_OF_ALL = 64;
const PART_DIGITS = 8;
/** Hexadecimal digits of the part of a name that is the folder's. */
export const FOLDER_DIGITS = 32;
const CONTENT_DIGITS = 16;

interface Folder {
  readonly prefix: string;
  /** Names of the segments that were read, and that may be joined. */
  readonly segments: string[];
  /** Names of the segments of other parts that were not read. */
  left: readonly string[];
  /** Whether one of them was not as it was written. */
  isDamaged: boolean;
  readonly answers: Answers;
  /** Those of other parts. */
  readonly others: Answers;
  readonly asked: Set<string>;
  /** Those that no segment has. */
  readonly added: Answers;
}

/** Answers by folder and key. */
export class AnswerStore {
  readonly #blobs: Blobs;
  readonly #name: string;
  readonly #secret: string;
  /** Of the names of own segments; undefined: all are own ones. */
  readonly #part: string | undefined;
  readonly #folders = new Map<string, Folder>();
  #problem: string | undefined;
  /** What has failed once is not tried again for each folder: a store that is away would hold up the run. */
  #isReadable = true;
  #isWritable = true;
  #damaged = 0;

  /**
   * @param name for messages
   * @param secret signs segments: what was not written with it counts as none
   * @param part the part of a run that this is, as `1/4`; undefined: all of it
   */
  constructor(blobs: Blobs, name: string, secret: string, part?: string) {
    this.#blobs = blobs;
    this.#name = name;
    this.#secret = secret;
    this.#part = part === undefined ? undefined : hash(part).slice(0, PART_DIGITS);
  }

  /** Reads the answers of a folder. Only then `get` finds them. */
  async open(folder: string): Promise<void> {
    if (this.#folders.has(folder)) return;
    for (const [oldest, other] of this.#folders) {
      if (this.#folders.size < OPEN_FOLDERS) break;
      this.#folders.delete(oldest);
      await this.#save(other);
    }
    this.#folders.set(folder, await this.#read(hash(folder).slice(0, FOLDER_DIGITS)));
  }

  /** Returns an answer for a folder that is open. */
  async get(folder: string, key: string): Promise<string | undefined> {
    const opened = this.#folders.get(folder);
    if (opened === undefined) return undefined;
    const own = opened.answers.get(key);
    if (own !== undefined) {
      opened.asked.add(key);
      return own;
    }
    if (opened.left.length > 0) {
      const { left } = opened;
      opened.left = [];
      for (const name of left)
        for (const [each, answer] of await this.#readSegment(name)) opened.others.set(each, answer);
    }
    return opened.others.get(key);
  }

  /** Keeps an answer of one line. */
  set(folder: string, key: string, answer: string): void {
    let opened = this.#folders.get(folder);
    if (opened === undefined) {
      // It was closed in the meantime, as others were opened.
      opened = newFolder(hash(folder).slice(0, FOLDER_DIGITS));
      this.#folders.set(folder, opened);
    }
    if (opened.answers.get(key) === answer) return;
    opened.answers.set(key, answer);
    opened.asked.add(key);
    opened.added.set(key, answer);
  }

  /** Writes what is new. Returns what went wrong, if anything did: a cache must not fail a run. */
  async close(): Promise<string | undefined> {
    for (const folder of this.#folders.values()) await this.#save(folder);
    this.#folders.clear();
    if (this.#damaged === 0) return this.#problem;
    const count = `${this.#damaged} ${this.#damaged === 1 ? "file" : "files"} of the cache`;
    return this.#problem ?? `${this.#name}: ${count} left out, damaged or signed with another key`;
  }

  async #read(prefix: string): Promise<Folder> {
    const folder = newFolder(prefix);
    if (!this.#isReadable) return folder;
    try {
      const names = await this.#blobs.list(prefix);
      const ownPrefix = `${prefix}-${this.#part ?? ""}`;
      const own = names.length < MAX_OF_ALL ? names.filter((name) => name.startsWith(ownPrefix)) : names;
      // Without own ones, others may have run with another number of parts.
      const read = own.length > 0 ? own : names;
      folder.left = names.filter((name) => !read.includes(name));
      for (const name of read) {
        const answers = await this.#readSegment(name, folder);
        for (const [key, answer] of answers) folder.answers.set(key, answer);
      }
    } catch (error) {
      this.#isReadable = false;
      this.#problem ??= `${this.#name}: the cache cannot be read: ${describeIoError(error)}`;
    }
    return folder;
  }

  /** @param folder notes the segment */
  async #readSegment(name: string, folder?: Folder): Promise<Answers> {
    if (!this.#isReadable) return new Map();
    try {
      const content = await this.#blobs.get(name);
      // Another run has joined it to a new one since.
      if (content === undefined) return new Map();
      folder?.segments.push(name);
      const read = decodeSegment(Buffer.from(content).toString("utf8"), this.#secret);
      if (read !== undefined) return read;
      this.#damaged++;
      if (folder !== undefined) folder.isDamaged = true;
    } catch (error) {
      this.#isReadable = false;
      this.#problem ??= `${this.#name}: the cache cannot be read: ${describeIoError(error)}`;
    }
    return new Map();
  }

  async #save({ prefix, segments, isDamaged, answers, asked, added }: Folder): Promise<void> {
    // Who cannot read would write next to what is there.
    if (added.size === 0 || !this.#isWritable || !this.#isReadable) return;
    const isJoined = isDamaged || segments.length >= MAX_SEGMENTS;
    const content = encodeSegment(isJoined ? answers : added, asked, this.#secret);
    const name = `${prefix}-${this.#part ?? ""}${hash(content).slice(0, CONTENT_DIGITS)}`;
    try {
      await this.#blobs.put(name, content);
      if (isJoined) for (const each of segments) if (each !== name) await this.#blobs.remove(each);
    } catch (error) {
      this.#isWritable = false;
      this.#problem ??= `${this.#name}: the cache cannot be written: ${describeIoError(error)}`;
    }
  }
}

function newFolder(prefix: string): Folder {
  return {
    prefix,
    segments: [],
    left: [],
    isDamaged: false,
    answers: new Map(),
    others: new Map(),
    asked: new Set(),
    added: new Map(),
  };
}

function hash(content: string): string {
  return process.getBuiltinModule("node:crypto").hash("sha256", content);
}
