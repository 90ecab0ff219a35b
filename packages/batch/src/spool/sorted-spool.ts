/** Records in the order of their keys: sorted parts are spooled and merged, so any number of them takes the same memory. */
import { Spool } from "./spool.ts";

/** UTF-16 units of records that are sorted at a time. */
const PART = 4 << 20;
/** What a record takes besides its text. */
const OVERHEAD = 64;
/** Parts that are merged at a time. */
const MAX_PARTS = 32;
/** Bytes of each part that are read at a time. */
const READ_AT_A_TIME = 1 << 17;

/** A text, and what it is sorted by: by UTF-16 units. */
export interface SortedRecord {
  /** Without line ends. */
  readonly key: string;
  readonly value: string;
}

/** Sorts records; those of one key stay in the order in which they were added. */
export class SortedSpool {
  readonly #partSize: number;
  readonly #folder: string | undefined;
  #part: SortedRecord[] = [];
  #partLength = 0;
  #parts: Spool[] = [];
  #size = 0;

  /**
   * @param partSize UTF-16 units that are held
   * @param folder of temporary files; default: that of the system
   */
  constructor(partSize: number = PART, folder?: string) {
    this.#partSize = partSize;
    this.#folder = folder;
  }

  /** Number of records. */
  get size(): number {
    return this.#size;
  }

  /** @throws {IoError} if a temporary file cannot be written */
  add(key: string, value = ""): void {
    this.#part.push({ key, value });
    this.#partLength += key.length + value.length + OVERHEAD;
    this.#size++;
    if (this.#partLength < this.#partSize) return;
    this.#parts.push(this.#spooled(sorted(this.#part)));
    [this.#part, this.#partLength] = [[], 0];
    if (this.#parts.length < MAX_PARTS) return;
    const parts = this.#parts;
    this.#parts = [this.#spooled(merged(parts.map(recordsOf)))];
    for (const part of parts) part.close();
  }

  /** Yields the records in their order. No more are added then. */
  *records(): Generator<SortedRecord, void, void> {
    const last = sorted(this.#part);
    yield* this.#parts.length === 0 ? last : merged([...this.#parts.map(recordsOf), last.values()]);
  }

  /** Removes the records. */
  close(): void {
    for (const part of this.#parts) part.close();
    [this.#part, this.#parts, this.#partLength, this.#size] = [[], [], 0, 0];
  }

  #spooled(records: Iterable<SortedRecord>): Spool {
    const spool = new Spool(this.#folder);
    for (const { key, value } of records) spool.add(`${key}\n${value}`);
    spool.spill();
    return spool;
  }
}

/** Stable, as sorting of arrays is. */
function sorted(records: SortedRecord[]): SortedRecord[] {
  return records.sort((a, b) => compare(a.key, b.key));
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function* recordsOf(part: Spool): Generator<SortedRecord, void, void> {
  for (const record of part.records(READ_AT_A_TIME)) {
    const end = record.indexOf("\n");
    yield { key: record.slice(0, end), value: record.slice(end + 1) };
  }
}

/** Merges sorted parts; of equal keys, those of earlier parts come first. */
function* merged(parts: readonly Iterator<SortedRecord, void>[]): Generator<SortedRecord, void, void> {
  const heads = parts.map((part) => part.next());
  for (;;) {
    let first = -1;
    let least: SortedRecord | undefined;
    for (const [i, head] of heads.entries()) {
      if (head.done === true || (least !== undefined && least.key <= head.value.key)) continue;
      [first, least] = [i, head.value];
    }
    if (least === undefined) return;
    yield least;
    heads[first] = parts[first].next();
  }
}
