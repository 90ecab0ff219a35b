/**
 * Reports changes in many folders. One watch for each folder, not a recursive one: that would follow node_modules, and on
 * Linux it consists of the same single watches.
 */
import type { FSWatcher } from "node:fs";
import { fs } from "@usdkit/command/process/builtins";

/** Milliseconds between two polls, if the file system has no events. */
const POLL_INTERVAL = 2000;

export class FolderWatcher {
  readonly #onEvent: () => void;
  readonly #watchers = new Map<string, FSWatcher>();
  #poll: NodeJS.Timeout | undefined;

  constructor(onEvent: () => void) {
    this.#onEvent = onEvent;
  }

  /** Watches these folders too. */
  watch(folders: Iterable<string>): void {
    for (const folder of new Set(folders)) this.#add(folder);
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
    clearInterval(this.#poll);
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
      // Removed in the meantime, or too many: all of them are polled.
      this.#poll ??= setInterval(this.#onEvent, POLL_INTERVAL);
    }
  }
}
