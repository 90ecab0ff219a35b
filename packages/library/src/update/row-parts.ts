/**
 * Rows of files in parts, each of which is read by one statement: what an update compares of 1,024 files in a row of its own. Reading
 * the rows of 100,000 files one by one takes a third of an update that finds nothing new.
 *
 * A part is a copy. Triggers of the database remove it when one of its rows changes, whatever changes it, and the next update that
 * needs it makes it again.
 */
import type { DatabaseSync, StatementSync } from "../database/sqlite.ts";
import { PART_BITS } from "../database/tables.ts";

/** What is known of a file. */
export interface KnownFile {
  readonly id: number;
  readonly size: number;
  readonly modified: number;
  readonly settled: boolean;
}

/** Bytes of a file: id, size and time as numbers of 64 bits, and whether it is settled. */
const RECORD = 25;
/** Between paths: no path has it. */
const SEPARATOR = "\0";

/** Returns the part of a file. */
export function partOf(id: number): number {
  return Math.floor(id / (1 << PART_BITS));
}

/** Files of a part, found by their paths. Most are asked for in the order of their ids. */
export class RowPart {
  readonly #paths: readonly string[];
  readonly #records: DataView;
  #places: ReadonlyMap<string, number> | undefined;
  #next = 0;

  constructor(paths: readonly string[], records: Uint8Array) {
    this.#paths = paths;
    this.#records = new DataView(records.buffer, records.byteOffset, records.length);
  }

  get size(): number {
    return this.#paths.length;
  }

  /** Returns the file after the one that was found last if it has this path: no more is compared. */
  findNext(path: string): KnownFile | undefined {
    return this.#paths[this.#next] === path ? this.#at(this.#next++) : undefined;
  }

  find(path: string): KnownFile | undefined {
    this.#places ??= new Map(this.#paths.map((each, i) => [each, i]));
    const place = this.#places.get(path);
    if (place === undefined) return undefined;
    this.#next = place + 1;
    return this.#at(place);
  }

  #at(place: number): KnownFile {
    const at = place * RECORD;
    return {
      id: this.#records.getFloat64(at, true),
      size: this.#records.getFloat64(at + 8, true),
      modified: this.#records.getFloat64(at + 16, true),
      settled: this.#records.getUint8(at + 24) === 1,
    };
  }
}

interface Packed<Paths> {
  readonly paths: Paths;
  readonly records: Uint8Array;
}

/** Parts of the files in a database. */
export class RowParts {
  readonly #database: DatabaseSync;
  readonly #select: StatementSync;
  readonly #rows: StatementSync;
  readonly #insert: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#select = database.prepare("SELECT paths, records FROM file_parts WHERE part = ?");
    this.#rows = database.prepare(
      "SELECT id, path, size, modified, settled FROM files WHERE id >= ? AND id < ? AND raw = x'' ORDER BY id",
    );
    this.#insert = database.prepare("INSERT INTO file_parts VALUES (?, ?, ?)");
  }

  read(part: number): RowPart {
    const known = this.#select.get(part) as unknown as Packed<Uint8Array> | undefined;
    if (known !== undefined) return new RowPart(splitPaths(known.paths), known.records);
    const { paths, records } = this.#pack(part);
    return new RowPart(paths, records);
  }

  /** Makes the parts that are absent. */
  complete(): void {
    const [last] = this.#database.prepare("SELECT max(id) AS id FROM files").all();
    const absent = this.#database.prepare(`
      WITH RECURSIVE parts (part) AS (SELECT 0 UNION ALL SELECT part + 1 FROM parts WHERE part < ?)
      SELECT part FROM parts WHERE part NOT IN (SELECT part FROM file_parts)
    `);
    for (const { part } of absent.all(partOf(Number(last?.["id"] ?? 0))) as unknown as { part: number }[]) {
      const { paths, records } = this.#pack(part);
      this.#insert.run(part, Buffer.from(paths.join(SEPARATOR)), records);
    }
  }

  #pack(part: number): Packed<readonly string[]> {
    const first = part * (1 << PART_BITS);
    const rows = this.#rows.all(first, first + (1 << PART_BITS)) as unknown as readonly (Omit<KnownFile, "settled"> & {
      readonly path: string;
      readonly settled: number;
    })[];
    const records = new DataView(new ArrayBuffer(rows.length * RECORD));
    for (const [i, { id, size, modified, settled }] of rows.entries()) {
      const at = i * RECORD;
      records.setFloat64(at, id, true);
      records.setFloat64(at + 8, size, true);
      records.setFloat64(at + 16, modified, true);
      records.setUint8(at + 24, settled);
    }
    return { paths: rows.map(({ path }) => path), records: new Uint8Array(records.buffer) };
  }
}

function splitPaths(paths: Uint8Array): readonly string[] {
  if (paths.length === 0) return [];
  return Buffer.from(paths.buffer, paths.byteOffset, paths.length).toString().split(SEPARATOR);
}
