/**
 * Reports changes in many folders. One watch for each folder, not a recursive one: that would follow node_modules, and on
 * Linux it consists of the same single watches.
 */
import type { FSWatcher } from "node:fs";
import { fs } from "./descriptors.ts";

/** When {@link FolderWatcher} reports. */
export interface FolderWatcherOptions {
  /** Milliseconds without an event before a report: editors save in several steps. Default 0: each event is reported. */
  readonly settleTime?: number;
  /**
   * Calls the listener at intervals also while all folders are watched, for file systems without events. Default false:
   * only if a folder cannot be watched.
   */
  readonly alwaysPolls?: boolean;
  /** Milliseconds between two polls. Default 2000. */
  readonly pollInterval?: number;
}

/**
 * Watches folders until `close`.
 *
 * ```ts
 * const watcher = new FolderWatcher(() => console.log("something changed"), { settleTime: 40 });
 * watcher.watch(["/shows/shot"]);
 * ```
 */
export class FolderWatcher {
  readonly #onChange: () => void;
  readonly #settleTime: number;
  readonly #pollInterval: number;
  readonly #watchers = new Map<string, FSWatcher>();
  #poll: NodeJS.Timeout | undefined;
  #settling: NodeJS.Timeout | undefined;

  /** @param onChange Called after changes, and by polls without one. */
  constructor(onChange: () => void, options: FolderWatcherOptions = {}) {
    const { settleTime = 0, alwaysPolls = false, pollInterval = 2000 } = options;
    this.#onChange = onChange;
    this.#settleTime = settleTime;
    this.#pollInterval = pollInterval;
    if (alwaysPolls) this.#startPolling();
  }

  /** Watches more folders. */
  watch(folders: Iterable<string>): void {
    for (const folder of new Set(folders)) this.#add(folder);
  }

  /** Stops watching. */
  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
    clearInterval(this.#poll);
    clearTimeout(this.#settling);
  }

  #add(folder: string): void {
    if (this.#watchers.has(folder)) return;
    try {
      const watcher = fs.watch(folder, () => this.#report());
      watcher.on("error", () => {
        watcher.close();
        this.#watchers.delete(folder);
        this.#report();
      });
      this.#watchers.set(folder, watcher);
    } catch {
      // Removed in the meantime, or too many: all of them are polled.
      this.#startPolling();
    }
  }

  #startPolling(): void {
    this.#poll ??= setInterval(this.#onChange, this.#pollInterval);
  }

  #report(): void {
    if (this.#settleTime === 0) return this.#onChange();
    clearTimeout(this.#settling);
    this.#settling = setTimeout(this.#onChange, this.#settleTime);
  }
}
