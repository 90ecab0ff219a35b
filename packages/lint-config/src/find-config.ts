/** The configuration of a folder: the closest one in the folder or its parents. */
import { fs, path } from "@usdkit/command/process/builtins";
import { nameOf } from "@usdkit/command/files/input";
import { ConfigError } from "./config-error.ts";

export const CONFIG_NAMES: readonly string[] = ["usda-lint.config.json", "usda-lint.config.mjs", "usda-lint.config.ts"];
const PACKAGE = "package.json";
const KEY = '"usda-lint"';

/** Folders that are cached: those of the files that are checked next are in few of them. */
const MAX_FOLDERS = 10_000;

/** Finds configurations, and caches them by folder. */
export class ConfigFinder {
  readonly #cwd: string;
  readonly #known = new Map<string, string | undefined>();

  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  /**
   * Returns the configuration of a folder, or undefined if there is none up to the root.
   *
   * @throws {ConfigError} if one folder has two.
   */
  find(folder: string): string | undefined {
    if (this.#known.has(folder)) return this.#known.get(folder);
    const parent = path.dirname(folder);
    const file = configIn(folder, this.#cwd) ?? (parent === folder ? undefined : this.find(parent));
    if (this.#known.size >= MAX_FOLDERS) this.#known.clear();
    this.#known.set(folder, file);
    return file;
  }

  /** Clears the cache after folders changed. */
  forget(): void {
    this.#known.clear();
  }
}

/**
 * Returns the configuration in a folder.
 *
 * @param cwd Names in messages are relative to it.
 * @throws {ConfigError} if there are two.
 */
export function configIn(folder: string, cwd: string): string | undefined {
  const found = CONFIG_NAMES.map((name) => path.join(folder, name)).filter((file) => fs.existsSync(file));
  const manifest = path.join(folder, PACKAGE);
  if (hasKey(manifest)) found.push(manifest);
  if (found.length > 1) {
    throw new ConfigError(
      `Two configurations in one folder: keep one of ${found.map((file) => nameOf(file, cwd)).join(", ")}`,
    );
  }
  return found[0];
}

/** A package.json that only depends on the package also contains its name. Invalid JSON is reported when it is loaded. */
function hasKey(manifest: string): boolean {
  if (!fs.existsSync(manifest)) return false;
  let text: string;
  try {
    text = fs.readFileSync(manifest, "utf8");
  } catch {
    return false;
  }
  if (!text.includes(KEY)) return false;
  try {
    const value = JSON.parse(text) as Record<string, unknown> | null;
    return typeof value === "object" && value !== null && Object.hasOwn(value, "usda-lint");
  } catch {
    return true;
  }
}
