/** Reports changes in a folder. */
import { watch, type FSWatcher } from "node:fs";

/** Polling interval in milliseconds, for file systems without events. */
const LOOK_INTERVAL = 2000;
/** Milliseconds without an event before a report: editors save in several steps. */
const SETTLE_TIME = 40;

/** Watches folders, and also calls its listener at intervals. */
export class FolderWatcher {
  readonly #watchers = new Map<string, FSWatcher | undefined>();
  readonly #interval: NodeJS.Timeout;
  readonly #onChange: () => void;
  #settling: NodeJS.Timeout | undefined;

  constructor(folders: Iterable<string>, onChange: () => void) {
    this.#onChange = onChange;
    for (const folder of folders) this.add(folder);
    this.#interval = setInterval(onChange, LOOK_INTERVAL);
    this.#interval.unref();
  }

  /** Watches another folder. */
  add(folder: string): void {
    if (this.#watchers.has(folder)) return;
    this.#watchers.set(folder, undefined);
    const settle = (): void => {
      clearTimeout(this.#settling);
      this.#settling = setTimeout(this.#onChange, SETTLE_TIME);
    };
    try {
      const watcher = watch(folder, settle);
      // The folder was removed: polling continues.
      watcher.on("error", () => watcher.close());
      this.#watchers.set(folder, watcher);
    } catch {
      // No such folder, or too many watches: polling finds its changes.
    }
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher?.close();
    clearInterval(this.#interval);
    clearTimeout(this.#settling);
  }
}
