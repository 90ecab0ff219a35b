/** What a stage depends on, as this machine sees it without reading a file. */
import { stampNow } from "@usdkit/batch/store/stat-index";
import { fs } from "@usdkit/command/process/builtins";

/** Files that are remembered. */
const MAX_FILES = 100_000;

/** What a stage asked of the file system. */
export interface StageStamps {
  /** Files with their stamps; null if there was none. */
  readonly read: readonly (readonly [file: string, stamp: string | null])[];
  readonly looked: readonly (readonly [file: string, exists: boolean])[];
}

/** Looks at each file once in a run. */
export class StampLooks {
  readonly #stamps = new Map<string, string | undefined>();
  readonly #exists = new Map<string, boolean>();

  /** Returns the stamp of a file as it is now; undefined if there is none. */
  stampOf(file: string): string | undefined {
    if (this.#stamps.has(file)) return this.#stamps.get(file);
    if (this.#stamps.size >= MAX_FILES) this.#stamps.clear();
    const stamp = stampNow(file);
    this.#stamps.set(file, stamp);
    return stamp;
  }

  /** Whether all files are as they were, and those that did not exist still do not. */
  areCurrent({ read, looked }: StageStamps): boolean {
    for (const [file, stamp] of read) {
      if (stamp === null ? this.#isFile(file) : this.stampOf(file) !== stamp) return false;
    }
    return looked.every(([file, exists]) => this.#isFile(file) === exists);
  }

  #isFile(file: string): boolean {
    let found = this.#exists.get(file);
    if (found === undefined) {
      if (this.#exists.size >= MAX_FILES) this.#exists.clear();
      found = fs.statSync(file, { throwIfNoEntry: false })?.isFile() === true;
      this.#exists.set(file, found);
    }
    return found;
  }
}
