/** Reports that something in a folder changed. */
import { watch, type FSWatcher } from "node:fs";

/** Milliseconds between two looks, which also find what a file system without events changes. */
const LOOK_INTERVAL = 2000;
/** Milliseconds without an event before a report: editors write in several steps. */
const SETTLE_TIME = 40;

/** Watches folders, and also calls its listener from time to time. */
export class FolderWatcher {
  readonly #watchers: FSWatcher[] = [];
  readonly #interval: NodeJS.Timeout;
  #settling: NodeJS.Timeout | undefined;

  constructor(folders: Iterable<string>, onChange: () => void) {
    const settle = (): void => {
      clearTimeout(this.#settling);
      this.#settling = setTimeout(onChange, SETTLE_TIME);
    };
    for (const folder of new Set(folders)) {
      try {
        const watcher = watch(folder, settle);
        // A folder that is removed: the interval goes on.
        watcher.on("error", () => watcher.close());
        this.#watchers.push(watcher);
      } catch {
        // No such folder, or too many watches: the interval finds its changes.
      }
    }
    this.#interval = setInterval(onChange, LOOK_INTERVAL);
    this.#interval.unref();
  }

  close(): void {
    for (const watcher of this.#watchers) watcher.close();
    clearInterval(this.#interval);
    clearTimeout(this.#settling);
  }
}
