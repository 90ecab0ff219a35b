/** Reading of files, which the caller does in threads. */
import type { FileToRead, ReadOutcome, StageFacts } from "../facts/file-facts.ts";

/** What reads files: threads. */
export interface LibraryWork {
  /** Reads files; a batch is in one thread. */
  readonly read: (files: readonly FileToRead[]) => Promise<readonly ReadOutcome[]>;
  /** Composes the stages of root layers, given by their absolute paths. */
  readonly compose: (roots: readonly string[]) => Promise<readonly StageFacts[]>;
  /** Batches that are given out before the first of them is done. */
  readonly ahead: number;
}
