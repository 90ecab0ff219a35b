/** The files of the stages that pages show. */
import { versionOf } from "./file-states.ts";

/** A file, and the version that was read; "" if there was none. */
export type ReadFile = readonly [location: string, version: string];

/** Maximum number of files that are followed: the limit bounds the work of each look at them. */
const MAX_FILES = 10_000;

/**
 * Tells whether files have changed since they were read. Another file that is followed is no change: pages would compare, and compose
 * again, all that they have just read.
 */
export class FollowedFiles {
  readonly #versions = new Map<string, string>();
  #changes = 0;

  /** Follows files as they were read. Returns the locations of those that were not followed. */
  add(files: Iterable<ReadFile>): readonly string[] {
    const added: string[] = [];
    for (const [location, version] of files) {
      if (this.#versions.has(location) || this.#versions.size >= MAX_FILES) continue;
      this.#versions.set(location, version);
      added.push(location);
    }
    return added;
  }

  /** Returns a text that is another one after a file has changed, appeared or disappeared. */
  stamp(): string {
    let hasChanged = false;
    for (const [location, version] of this.#versions) {
      const now = versionOf(location);
      if (now === version) continue;
      this.#versions.set(location, now);
      hasChanged = true;
    }
    if (hasChanged) this.#changes++;
    return String(this.#changes);
  }
}
