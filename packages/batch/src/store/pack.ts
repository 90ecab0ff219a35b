/**
 * A file with segments of many folders: the segments, a table of them in the order of their folders, and an end of fixed length with the HMAC
 * of the table. The table has the hash of each segment, so a part of the file can be read, and what was read be trusted.
 */
import { encodeSegment, type Answers } from "./segment.ts";

/** Bytes of the end: title, number of entries, time, packs of its generation, HMAC. */
const TITLE: Buffer = Buffer.from("usdkit answers 2");
const COUNT: number = TITLE.length;
const TIME = COUNT + 4;
const BASE = TIME + 8;
const SIGNED = BASE + 4;
const CODE = 32;
const END: number = SIGNED + CODE;
/** Bytes of an entry: folder, hash of the segment, its offset and length. */
const FOLDER = 16;
const DIGEST = 16;
const ENTRY: number = FOLDER + DIGEST + 12;

/** Answers of one folder. */
export interface Segment {
  /** 32 hexadecimal digits. */
  readonly folder: string;
  readonly answers: Answers;
}

/** Where a segment is in its pack. */
export interface SegmentPlace {
  /** 32 hexadecimal digits. */
  readonly folder: string;
  readonly offset: number;
  /** Bytes. */
  readonly length: number;
  /** The first bytes of its SHA-256. */
  readonly digest: Buffer;
}

/** What orders packs and tells when they are joined. */
export interface PackAge {
  /** Milliseconds since 1970: of two answers for one key the later one counts. */
  readonly time: number;
  /** Full packs of the generation that this one is of; 0: of none. */
  readonly base: number;
}

/** Returns the bytes of a pack, and a hash of its segments: packs with the same answers have one name. */
export function encodePack(
  segments: readonly Segment[],
  { time, base }: PackAge,
  secret: string,
): { readonly bytes: Buffer; readonly content: string } {
  const texts = segments.map(({ answers }) => Buffer.from(encodeSegment(answers)));
  const order = segments.map((_, i) => i).sort((a, b) => compare(segments[a].folder, segments[b].folder) || a - b);
  const offsets: number[] = [];
  let size = 0;
  for (const text of texts) {
    offsets.push(size);
    size += text.length;
  }
  const table = Buffer.alloc(segments.length * ENTRY);
  for (const [at, i] of order.entries()) {
    const place = at * ENTRY;
    table.write(segments[i].folder, place, FOLDER, "hex");
    table.write(digestOf(texts[i]), place + FOLDER, DIGEST, "hex");
    table.writeDoubleLE(offsets[i], place + FOLDER + DIGEST);
    table.writeUInt32LE(texts[i].length, place + FOLDER + DIGEST + 8);
  }
  const end = Buffer.alloc(END);
  TITLE.copy(end);
  end.writeUInt32LE(segments.length, COUNT);
  end.writeDoubleLE(time, TIME);
  end.writeUInt32LE(base, BASE);
  codeOf(table, end, secret).copy(end, SIGNED);
  return { bytes: Buffer.concat([...texts, table, end]), content: sha256(table) };
}

/** The table of a pack. */
export class PackTable {
  readonly name: string;
  readonly age: PackAge;
  /** Bytes of all segments. */
  readonly size: number;
  readonly #table: Buffer;

  private constructor(name: string, table: Buffer, age: PackAge) {
    this.name = name;
    this.age = age;
    this.#table = table;
    this.size = this.places().reduce((size, { length }) => size + length, 0);
  }

  /** Returns the table at the end of bytes; undefined if there is none that a holder of the key has written. */
  static decode(name: string, bytes: Buffer, secret: string): PackTable | undefined {
    const length = lengthOfTable(bytes);
    if (length === undefined || length > bytes.length) return undefined;
    const end = bytes.subarray(-END);
    // A copy: the bytes may be those of the whole pack.
    const table = Buffer.from(bytes.subarray(bytes.length - length, bytes.length - END));
    if (!codeOf(table, end, secret).equals(end.subarray(SIGNED))) return undefined;
    return new PackTable(name, table, { time: end.readDoubleLE(TIME), base: end.readUInt32LE(BASE) });
  }

  /** Returns where the segments of a folder are, in the order in which they were written. */
  find(folder: string): readonly SegmentPlace[] {
    const wanted = Buffer.from(folder, "hex");
    let [low, high] = [0, this.#table.length / ENTRY];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#compare(middle, wanted) < 0) low = middle + 1;
      else high = middle;
    }
    const found: SegmentPlace[] = [];
    for (; low < this.#table.length / ENTRY && this.#compare(low, wanted) === 0; low++) found.push(this.#place(low));
    return found;
  }

  /** Returns where all segments are, in the order in which they were written. */
  places(): readonly SegmentPlace[] {
    const all = Array.from({ length: this.#table.length / ENTRY }, (_, i) => this.#place(i));
    return all.sort((a, b) => a.offset - b.offset);
  }

  #compare(index: number, folder: Buffer): number {
    return this.#table.compare(folder, 0, FOLDER, index * ENTRY, index * ENTRY + FOLDER);
  }

  #place(index: number): SegmentPlace {
    const at = index * ENTRY;
    return {
      folder: this.#table.toString("hex", at, at + FOLDER),
      digest: this.#table.subarray(at + FOLDER, at + FOLDER + DIGEST),
      offset: this.#table.readDoubleLE(at + FOLDER + DIGEST),
      length: this.#table.readUInt32LE(at + FOLDER + DIGEST + 8),
    };
  }
}

/** Whether bytes are those of a segment. */
export function isSegment(bytes: Uint8Array, { length, digest }: SegmentPlace): boolean {
  return bytes.length === length && digestOf(bytes) === digest.toString("hex");
}

/** Returns the bytes of table and end; undefined if there is no end. */
export function lengthOfTable(bytes: Buffer): number | undefined {
  if (bytes.length < END) return undefined;
  const end = bytes.subarray(-END);
  return end.subarray(0, TITLE.length).equals(TITLE) ? end.readUInt32LE(COUNT) * ENTRY + END : undefined;
}

function codeOf(table: Buffer, end: Buffer, secret: string): Buffer {
  const code = process.getBuiltinModule("node:crypto").createHmac("sha256", secret);
  return code.update(table).update(end.subarray(0, SIGNED)).digest();
}

function digestOf(bytes: Uint8Array): string {
  return sha256(bytes).slice(0, 2 * DIGEST);
}

function sha256(bytes: Uint8Array): string {
  return process.getBuiltinModule("node:crypto").hash("sha256", bytes);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
