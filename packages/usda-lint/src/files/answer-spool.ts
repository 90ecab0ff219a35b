/** What the cache has of the files of a run, on disk, until they are reported. */
import { Spool } from "@usdkit/batch/spool/spool";
import type { KnownContent } from "@usdkit/batch/store/stat-index";

/** What an earlier run has found in a file, and what the file contained. */
export interface KnownAnswer extends KnownContent {
  /** For `LintCache.checkedOf`: most files of a run need not be parsed to know what is composed. */
  readonly text: string;
}

/** Answers of files that the cache was asked about, in the order of the files; others are left out. */
export class AnswerSpool {
  readonly #spool = new Spool();

  /**
   * @param index of the file, more than those before
   * @throws {IoError} if there is no room for it
   */
  add(index: number, known: KnownAnswer | undefined): void {
    this.#spool.add(known === undefined ? String(index) : `${index} ${known.length} ${known.hash} ${known.text}`);
  }

  /** Returns a function to call with the index of each file: what the cache has, null for nothing, undefined if it was not asked. */
  reader(): (index: number) => KnownAnswer | null | undefined {
    const records = this.#spool.records();
    let next = records.next();
    return (index) => {
      while (next.done !== true && Number.parseInt(next.value) < index) next = records.next();
      if (next.done === true || Number.parseInt(next.value) !== index) return undefined;
      return answerOf(next.value);
    };
  }

  close(): void {
    this.#spool.close();
  }
}

function answerOf(record: string): KnownAnswer | null {
  const length = record.indexOf(" ") + 1;
  if (length === 0) return null;
  const hash = record.indexOf(" ", length) + 1;
  const text = record.indexOf(" ", hash) + 1;
  return {
    length: Number.parseInt(record.slice(length, hash)),
    hash: record.slice(hash, text - 1),
    text: record.slice(text),
  };
}
