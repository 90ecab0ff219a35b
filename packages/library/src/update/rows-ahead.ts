/** Looks up the rows of the files that a walk finds. */
import type { DatabaseSync, StatementSync } from "../database/sqlite.ts";
import type { WalkedFile } from "./walk-library.ts";

/** What is known of a file. */
export interface KnownFile {
  readonly id: number;
  readonly size: number;
  readonly modified: number;
  readonly settled: boolean;
}

interface KnownRow extends Omit<KnownFile, "settled"> {
  readonly path: string;
  readonly settled: number;
}

/** Rows that are read at a time. */
const ROWS = 1024;

/**
 * Looks up files by their paths. Most are found in the order in which an earlier walk wrote their rows: so rows are read in that
 * order, some ahead, and a file whose row is not among them is looked up by a statement of its own.
 */
export class RowsAhead {
  readonly #next: StatementSync;
  readonly #find: StatementSync;
  #older: ReadonlyMap<string, KnownFile> = new Map();
  #newer: ReadonlyMap<string, KnownFile> = new Map();
  /** Files found in `newer`. */
  #found = 0;
  /** Files looked up one by one since rows were read. */
  #missed = ROWS;
  /** Id of the last row that was read. */
  #last = 0;

  constructor(database: DatabaseSync) {
    const columns = "id, path, size, modified, settled";
    this.#next = database.prepare(
      `SELECT ${columns} FROM files WHERE id > ? AND raw = x'' ORDER BY id LIMIT ${String(ROWS)}`,
    );
    this.#find = database.prepare(`SELECT ${columns} FROM files WHERE path = ? AND raw = ?`);
  }

  /** Returns what is known of a file; undefined if it has no row. */
  find({ path, raw }: Pick<WalkedFile, "path" | "raw">): KnownFile | undefined {
    if (raw === null) {
      const known = this.#newer.get(path);
      if (known !== undefined) {
        if (++this.#found > ROWS / 2) this.#read(this.#last);
        return known;
      }
      const before = this.#older.get(path);
      if (before !== undefined) return before;
    }
    const row = this.#find.get(path, raw ?? NO_BYTES);
    if (row === undefined) return undefined;
    const known = knownOf(row as unknown as KnownRow);
    // Whole folders may be gone, or come in another order.
    if (this.#missed++ >= ROWS) this.#read(known.id);
    return known;
  }

  /** Reads the rows after an id. */
  #read(after: number): void {
    const rows = this.#next.all(after) as unknown as readonly KnownRow[];
    this.#older = this.#newer;
    this.#newer = new Map(rows.map((row) => [row.path, knownOf(row)]));
    this.#found = 0;
    this.#missed = 0;
    this.#last = rows.at(-1)?.id ?? after;
  }
}

const NO_BYTES: Uint8Array = new Uint8Array(0);

function knownOf({ id, size, modified, settled }: KnownRow): KnownFile {
  return { id, size, modified, settled: settled === 1 };
}
