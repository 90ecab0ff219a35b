/** Records on disk, each by a name that no other has: what the tasks of a run are, by the files that they write. */
import { OffsetTable } from "./offset-table.ts";
import { Spool } from "./spool.ts";

/** Records in the order in which they were added. Memory takes 32 to 64 bytes a record. */
export class NamedSpool {
  readonly #spool = new Spool();
  readonly #places = new OffsetTable();

  /** Number of records. */
  get size(): number {
    return this.#spool.size;
  }

  /**
   * Adds a record.
   *
   * @returns the record that has the name already; then nothing is added
   * @throws {IoError} if there is no room for it
   */
  add(name: string, record: string): string | undefined {
    const line = JSON.stringify(name);
    const key = process.getBuiltinModule("node:crypto").hash("sha256", line);
    const place = this.#places.get(key);
    const [known, text] = place === undefined ? [] : parts(this.#spool.read(place));
    if (known === line) return text;
    this.#places.set(key, this.#spool.add(`${line}\n${record}`));
    return undefined;
  }

  /** Yields the records in their order. */
  *records(): Generator<string, void, void> {
    for (const each of this.#spool.records()) yield parts(each)[1];
  }

  /** Removes the records. */
  close(): void {
    this.#spool.close();
  }
}

function parts(record: string): readonly [line: string, text: string] {
  const end = record.indexOf("\n");
  return [record.slice(0, end), record.slice(end + 1)];
}
