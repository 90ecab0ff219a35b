/** Which configuration a folder's files are under: the nearest one upwards. */
import { fs, path } from "@usdkit/command/builtins";
import { nameOf } from "@usdkit/command/files/input";
import { ConfigError } from "./config-error.ts";

export const CONFIG_NAMES: readonly string[] = ["usda-lint.config.json", "usda-lint.config.mjs", "usda-lint.config.ts"];
const PACKAGE = "package.json";
const KEY = '"usda-lint"';

/**
 * The configuration files that hold in `folder`, or undefined where there is none up to the root. Kept for each folder.
 *
 * @throws {ConfigError} where one folder has two.
 */
export class ConfigFinder {
  readonly #known = new Map<string, string | undefined>();

  find(folder: string): string | undefined {
    if (this.#known.has(folder)) return this.#known.get(folder);
    const parent = path.dirname(folder);
    const file = configIn(folder) ?? (parent === folder ? undefined : this.find(parent));
    this.#known.set(folder, file);
    return file;
  }

  /** For folders that changed. */
  forget(): void {
    this.#known.clear();
  }
}

/** The configuration that lies in a folder. */
export function configIn(folder: string): string | undefined {
  const found = CONFIG_NAMES.map((name) => path.join(folder, name)).filter((file) => fs.existsSync(file));
  const manifest = path.join(folder, PACKAGE);
  if (hasKey(manifest)) found.push(manifest);
  if (found.length > 1) {
    throw new ConfigError(
      `Two configurations in one folder: keep one of ${found.map((file) => nameOf(file)).join(", ")}`,
    );
  }
  return found[0];
}

/** A package that only depends on us has the name in it as well. A manifest that is no JSON may have been meant. */
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
