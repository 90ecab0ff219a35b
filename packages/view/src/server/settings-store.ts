/** The settings of the linter for the shown files. */
import { defaultSettings, type PageSettings } from "../protocol/page-settings.ts";
import { stampOfFiles } from "./file-states.ts";

/** Settings, and the files that they depend on: also those that would be used if they existed. Absolute. */
export interface FoundSettings {
  readonly settings: PageSettings;
  readonly files: readonly string[];
}

/** Returns the settings of a file. An error's message is for the user. */
export type FindSettings = (location: string) => Promise<FoundSettings>;

/** Finds settings when they are requested, and whether they changed since. */
export class SettingsStore {
  readonly #find: FindSettings | undefined;
  readonly #files = new Map<string, readonly string[]>();

  constructor(find: FindSettings | undefined) {
    this.#find = find;
  }

  /** Returns the version of a file's settings; empty until they were requested. */
  version(location: string): string {
    const files = this.#files.get(location);
    return files === undefined ? "" : stampOfFiles(files);
  }

  /** Returns the settings of a file; the defaults, with the reason, if they cannot be found. */
  async read(location: string): Promise<{ readonly settings: PageSettings; readonly version: string }> {
    if (this.#find === undefined) return { settings: defaultSettings, version: "" };
    // Files that change during the search are found by their version.
    const before = this.version(location);
    try {
      const { settings, files } = await this.#find(location);
      const isKnown = this.#files.has(location);
      this.#files.set(location, files);
      return { settings, version: isKnown ? before : this.version(location) };
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      return { settings: { ...defaultSettings, problem }, version: before };
    }
  }
}
