/**
 * Tells that something happened in one of many folders. One watch a folder, not a recursive one: that would follow
 * node_modules, and on Linux it is made of the same single watches.
 */
import type { FSWatcher } from "node:fs";
import { fs } from "@usdkit/command/builtins";

/** Where a file system gives no events. */
const LOOK_AGAIN = 2000;

export class FolderWatcher {
  readonly #onEvent: () => void;
  readonly #watchers = new Map<string, FSWatcher>();
  #looksAgain = false;

  constructor(onEvent: () => void) {
    this.#onEvent = onEvent;
  }

  /** Watches these folders as well. */
  watch(folders: Iterable<string>): void {
    for (const folder of new Set(folders)) this.#add(folder);
  }

  #add(folder: string): void {
    if (this.#watchers.has(folder)) return;
    try {
      const watcher = fs.watch(folder, () => this.#onEvent());
      watcher.on("error", () => {
        watcher.close();
        this.#watchers.delete(folder);
        this.#onEvent();
      });
      this.#watchers.set(folder, watcher);
    } catch {
      // Not there, or too many: the clock looks for all of them.
      if (!this.#looksAgain) setInterval(this.#onEvent, LOOK_AGAIN);
      this.#looksAgain = true;
    }
  }
}
