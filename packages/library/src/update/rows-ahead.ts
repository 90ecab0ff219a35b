/** Looks up the rows of the files that a walk finds. */
import type { DatabaseSync, StatementSync } from "../database/sqlite.ts";
import { partOf, RowPart, RowParts, type KnownFile } from "./row-parts.ts";
import type { WalkedFile } from "./walk-library.ts";

interface KnownRow extends Omit<KnownFile, "settled"> {
  readonly settled: number;
}

/** Files looked up one by one before a part is read. */
const MAX_MISSED = 1024;

/**
 * Looks up files by their paths. Most are found in the order in which an earlier walk wrote their rows: so parts of rows are read in
 * that order, some ahead, and a file whose row is not among them is looked up by a statement of its own.
 */
export class RowsAhead {
  readonly #parts: RowParts;
  readonly #find: StatementSync;
  #older = NO_ROWS;
  #newer = NO_ROWS;
  /** Files found in `newer`. */
  #found = 0;
  /** Files looked up one by one since rows were read. */
  #missed = MAX_MISSED;
  /** The part that was read last. */
  #last = 0;

  constructor(database: DatabaseSync) {
    this.#parts = new RowParts(database);
    this.#find = database.prepare("SELECT id, size, modified, settled FROM files WHERE path = ? AND raw = ?");
  }

  /** Returns what is known of a file; undefined if it has no row. */
  find({ path, raw }: Pick<WalkedFile, "path" | "raw">): KnownFile | undefined {
    if (raw === null) {
      const next = this.#older.findNext(path);
      if (next !== undefined) return next;
      const known = this.#newer.findNext(path) ?? this.#newer.find(path);
      if (known !== undefined) {
        if (++this.#found > this.#newer.size / 2) this.#read(this.#last + 1);
        return known;
      }
      const before = this.#older.find(path);
      if (before !== undefined) return before;
    }
    const row = this.#find.get(path, raw ?? NO_BYTES);
    if (row === undefined) return undefined;
    const { id, size, modified, settled } = row as unknown as KnownRow;
    // Whole folders may be gone, or come in another order.
    if (this.#missed++ >= MAX_MISSED) this.#read(partOf(id));
    return { id, size, modified, settled: settled === 1 };
  }

  #read(part: number): void {
    this.#older = this.#newer;
    this.#newer = this.#parts.read(part);
    this.#found = 0;
    this.#missed = 0;
    this.#last = part;
  }
}

const NO_BYTES: Uint8Array = new Uint8Array(0);
const NO_ROWS: RowPart = new RowPart([], NO_BYTES);
