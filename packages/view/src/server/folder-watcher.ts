/** Reports changes in a folder. */
import { watch, type FSWatcher } from "node:fs";

/** Polling interval in milliseconds, for file systems without events. */
const LOOK_INTERVAL = 2000;
/** Milliseconds without an event before a report: editors save in several steps. */
const SETTLE_TIME = 40;

/** Watches folders, and also calls its listener at intervals. */
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
        // The folder was removed: polling continues.
        watcher.on("error", () => watcher.close());
        this.#watchers.push(watcher);
      } catch {
        // No such folder, or too many watches: polling finds its changes.
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
