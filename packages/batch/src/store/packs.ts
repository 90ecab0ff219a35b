/** The packs of a place: which segments they have, and how few large ones are made of many small ones. */
import type { Blobs } from "./blobs.ts";
import {
  encodePack,
  isSegment,
  lengthOfTable,
  PackTable,
  type PackAge,
  type Segment,
  type SegmentPlace,
} from "./pack.ts";
import { decodeSegment, type Answers } from "./segment.ts";

/** Bytes of segments in a pack; a run writes one when it has as many. */
export const PACK_BYTES: number = 1 << 22;
/** Bytes at the end of a pack that are read first: most tables are shorter. */
const FIRST_READ = 1 << 16;
/** Bytes that are read at a time: folders follow each other in a pack as in the run that wrote it. */
const WINDOW = 1 << 20;
/** Packs of which a part is held. */
const MAX_WINDOWS = 8;
/** Packs of about one size before they are joined. */
const MAX_OF_A_SIZE = 4;
/** Answers of a folder that are kept when packs are joined; of a folder with more, twice as many as were written together. */
const MIN_CAPACITY = 1000;
const CONTENT_DIGITS = 16;

/** Bytes of a pack. */
interface Window {
  readonly start: number;
  readonly bytes: Uint8Array;
}

/** Reads segments, and writes packs. What fails throws the error of the place. */
export class Packs {
  readonly #blobs: Blobs;
  readonly #secret: string;
  /** How the names of packs that are written begin. */
  readonly #prefix: string;
  readonly #tables = new Map<string, PackTable>();
  readonly #windows = new Map<string, Window>();
  readonly #damaged = new Set<string>();
  readonly #written = new Set<string>();
  readonly #used = new Set<string>();
  /** Packs that are read alone. */
  readonly #foreign = new Set<string>();
  /** Packs that were written while there were none before. */
  #first = 0;
  #isNew = false;

  /** @param prefix of the names of packs that are written */
  constructor(blobs: Blobs, secret: string, prefix: string) {
    this.#blobs = blobs;
    this.#secret = secret;
    this.#prefix = prefix;
  }

  /** Packs that were not as they were written. */
  get damaged(): ReadonlySet<string> {
    return this.#damaged;
  }

  /** Packs that had answers which were asked for. */
  get used(): ReadonlySet<string> {
    return this.#used;
  }

  /**
   * Reads the tables of packs.
   *
   * @param isOwn whether they are joined with what is written; those of others are left as they are
   */
  async load(names: readonly string[], isOwn = true): Promise<void> {
    this.#isNew ||= (names.length === 0 || !isOwn) && this.#tables.size === 0;
    if (!isOwn) for (const name of names) this.#foreign.add(name);
    for (const name of names) {
      const table = await this.#tableOf(name);
      if (table === undefined) this.#damaged.add(name);
      else if (table !== "gone") this.#tables.set(name, table);
    }
  }

  /** Returns the answers of a folder, the latest of each key. */
  async read(folder: string): Promise<Answers> {
    const answers: Answers = new Map();
    for (const table of this.#byTime()) {
      for (const place of table.find(folder)) {
        this.#used.add(table.name);
        for (const [key, answer] of await this.#segment(table.name, place)) answers.set(key, answer);
      }
    }
    return answers;
  }

  /** Writes a pack. */
  async write(segments: readonly Segment[]): Promise<void> {
    if (segments.length > 0) await this.#put(segments, { time: Date.now(), base: this.#isNew ? ++this.#first : 0 });
  }

  /** Joins packs of about one size when there are many, and removes those that were joined and the damaged ones. */
  async join(): Promise<void> {
    for (const name of this.#damaged) {
      if (!this.#written.has(name) && !this.#foreign.has(name)) await this.#remove(name);
    }
    for (let group = this.#groupToJoin(); group !== undefined; group = this.#groupToJoin()) {
      const written = await this.#joined(group);
      for (const { name } of group) if (!written.has(name)) await this.#remove(name);
    }
  }

  /** Returns packs of about one size, if there are many; full ones if they have become twice as many. */
  #groupToJoin(): readonly PackTable[] | undefined {
    const tables = this.#byTime().filter(({ name }) => !this.#foreign.has(name));
    const full = tables.filter(isFull);
    const base = full.reduce((most, { age }) => Math.max(most, age.base), MAX_OF_A_SIZE);
    if (full.length >= 2 * base) return full;
    const small = tables.filter((table) => !isFull(table));
    const groups = Map.groupBy(small, ({ size }) => Math.floor(Math.log2(size + 1) / 2));
    for (const group of groups.values()) if (group.length >= MAX_OF_A_SIZE) return group;
    return undefined;
  }

  /** Returns the names of the packs that have the answers of others. */
  async #joined(group: readonly PackTable[]): Promise<ReadonlySet<string>> {
    const newestFirst = group.toReversed();
    const isGeneration = group.every(isFull);
    const time = newestFirst[0]?.age.time ?? 0;
    const names = new Set<string>();
    let segments: Segment[] = [];
    let size = 0;
    const put = async (): Promise<void> => {
      names.add(await this.#put(segments, { time, base: isGeneration ? names.size + 1 : 0 }));
      [segments, size] = [[], 0];
    };
    for (const [i, table] of newestFirst.entries()) {
      const seen = new Set<string>();
      for (const { folder } of table.places()) {
        if (seen.has(folder)) continue;
        seen.add(folder);
        if (newestFirst.slice(0, i).some((earlier) => earlier.find(folder).length > 0)) continue;
        const answers = await this.#gathered(newestFirst, folder);
        for (const [key, answer] of answers) size += key.length + answer.length;
        if (answers.size > 0) segments.push({ folder, answers });
        if (size >= PACK_BYTES) await put();
      }
    }
    if (segments.length > 0) await put();
    return names;
  }

  /** Returns the answers that are kept of a folder: the latest ones. */
  async #gathered(newestFirst: readonly PackTable[], folder: string): Promise<Answers> {
    const answers: Answers = new Map();
    let capacity = MIN_CAPACITY;
    for (const table of newestFirst) {
      for (const place of table.find(folder).toReversed()) {
        const read = await this.#segment(table.name, place);
        capacity = Math.max(capacity, 2 * read.size);
        for (const [key, answer] of read) {
          if (answers.size >= capacity) break;
          if (!answers.has(key)) answers.set(key, answer);
        }
      }
    }
    return answers;
  }

  async #tableOf(name: string): Promise<PackTable | "gone" | undefined> {
    let read = await this.#blobs.get(name, { last: FIRST_READ });
    const length = read && lengthOfTable(bufferOf(read));
    // A small pack is read whole.
    if (read !== undefined && read.length < FIRST_READ) this.#hold(name, { start: 0, bytes: read });
    else if (length !== undefined && length > FIRST_READ) read = await this.#blobs.get(name, { last: length });
    // Another run may have joined it to a new one since.
    return read === undefined ? "gone" : PackTable.decode(name, bufferOf(read), this.#secret);
  }

  async #put(segments: readonly Segment[], age: PackAge): Promise<string> {
    const { bytes, content } = encodePack(segments, age, this.#secret);
    const name = this.#prefix + content.slice(0, CONTENT_DIGITS);
    await this.#blobs.put(name, bytes);
    const table = PackTable.decode(name, bytes, this.#secret);
    if (table !== undefined) this.#tables.set(name, table);
    this.#written.add(name);
    this.#windows.delete(name);
    return name;
  }

  async #remove(name: string): Promise<void> {
    this.#tables.delete(name);
    this.#windows.delete(name);
    await this.#blobs.remove(name);
  }

  async #segment(name: string, place: SegmentPlace): Promise<Answers> {
    const bytes = await this.#bytes(name, place);
    // Another run has joined the pack to a new one since.
    if (bytes === undefined) return new Map();
    const answers = isSegment(bytes, place) ? decodeSegment(textOf(bytes)) : undefined;
    if (answers === undefined) this.#damaged.add(name);
    return answers ?? new Map<string, string>();
  }

  async #bytes(name: string, { offset, length }: SegmentPlace): Promise<Uint8Array | undefined> {
    let window = this.#windows.get(name);
    if (window === undefined || offset < window.start || offset + length > window.start + window.bytes.length) {
      const bytes = await this.#blobs.get(name, { start: offset, length: Math.max(length, WINDOW) });
      if (bytes === undefined) return undefined;
      window = { start: offset, bytes };
    }
    this.#hold(name, window);
    return window.bytes.subarray(offset - window.start, offset - window.start + length);
  }

  #hold(name: string, window: Window): void {
    // The last one that was used is the last to go.
    this.#windows.delete(name);
    this.#windows.set(name, window);
    for (const [oldest] of this.#windows) if (this.#windows.size > MAX_WINDOWS) this.#windows.delete(oldest);
  }

  #byTime(): readonly PackTable[] {
    return [...this.#tables.values()].sort((a, b) => a.age.time - b.age.time || (a.name < b.name ? -1 : 1));
  }
}

function isFull({ size }: PackTable): boolean {
  return size >= PACK_BYTES / 2;
}

function textOf(bytes: Uint8Array): string {
  return bufferOf(bytes).toString("utf8");
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
