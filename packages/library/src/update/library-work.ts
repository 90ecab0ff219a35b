/** Reading of files, which the caller does in threads. */
import type { FileToRead, ReadOutcome, StageFacts } from "../facts/file-facts.ts";

/** Bytes of files up to which a batch is small. */
export const MAX_SMALL: number = 1 << 18;

/** What reads files: threads. */
export interface LibraryWork {
  /**
   * Reads files; a batch is in one thread.
   *
   * @param isSmall whether it is all that is to be done, and takes less than the start of a thread
   */
  readonly read: (files: readonly FileToRead[], isSmall?: boolean) => Promise<readonly ReadOutcome[]>;
  /** Composes the stages of root layers, given by their absolute paths; `isSmall` as of `read`. */
  readonly compose: (roots: readonly string[], isSmall?: boolean) => Promise<readonly StageFacts[]>;
  /** Batches that are given out before the first of them is done. */
  readonly ahead: number;
}
