/** Finds the configuration of a file. */
import { path } from "@usdkit/command/process/builtins";
import { nameOf, withSlashes } from "@usdkit/command/files/input";
import type { Config } from "@usdkit/validate";
import { CodeGuard, isNamed, type CodeCheck, type CodePolicy } from "./code-policy.ts";
import { ConfigFinder } from "./find-config.ts";
import type { Globs } from "./globs.ts";
import type { LoadedConfig } from "./load-config.ts";
import { resolveSettings, type FlagSettings, type Settings } from "./settings.ts";

/** Search for configurations (undefined), use none (false), or use this file (absolute). */
export type ConfigChoice = string | false | undefined;

export interface Lookup {
  readonly settings: Settings;
  /** The configuration of the file. */
  readonly config: LoadedConfig | undefined;
  /** Whether a glob of its configuration ignores the file. */
  readonly ignored: boolean;
}

/** A configuration, with its globs compiled. */
interface Governing {
  readonly loaded: LoadedConfig;
  readonly ignore: Globs;
  readonly overrides: readonly { readonly files: Globs; readonly ignore: Globs }[];
  /** Results by the overrides that match. */
  readonly lookups: Map<string, Lookup>;
}

/** Resolves the configurations of files; reads each configuration once. */
export class ConfigLookup {
  readonly #choice: ConfigChoice;
  readonly #flags: FlagSettings;
  readonly #cwd: string;
  readonly #finder: ConfigFinder;
  readonly #guard: CodeGuard;
  /** By file and project: whether code may run depends on both. */
  readonly #governing = new Map<string, Promise<Governing>>();
  readonly #read = new Set<string>();
  readonly #extended = new Set<string>();
  readonly #plain: Lookup;

  /** @param policy Which configurations that are code may run, without {@link ConfigChoice} of one. */
  constructor(choice: ConfigChoice, flags: FlagSettings, cwd: string, policy: CodePolicy) {
    this.#cwd = cwd;
    this.#guard = new CodeGuard(policy, cwd);
    this.#finder = new ConfigFinder(cwd);
    this.#choice = choice;
    this.#flags = flags;
    this.#plain = { settings: resolveSettings(undefined, [], flags), config: undefined, ignored: false };
  }

  /**
   * Returns the settings of a file, given by its absolute path. Files with the same settings get the same object.
   *
   * @throws {ConfigError} if its configuration is invalid: the same error for every file of it.
   */
  async find(file: string): Promise<Lookup> {
    const folder = path.dirname(file);
    const config = this.#configOf(folder);
    if (config === undefined) return this.#plain;
    this.#read.add(config);
    const project = this.#choice === undefined ? this.#guard.projectOf(folder) : undefined;
    const key = `${config}\0${project ?? ""}`;
    let governing = this.#governing.get(key);
    if (governing === undefined) {
      governing = load(config, this.#cwd, project === undefined ? isNamed : this.#guard.checkFor(project));
      this.#governing.set(key, governing);
      // Each `await` reports the error; there may be none yet.
      governing.catch(() => {});
    }
    const resolved = await governing;
    for (const extended of resolved.loaded.extended) this.#extended.add(extended);
    return this.#lookup(resolved, file);
  }

  /** Configurations that were read, including invalid ones. */
  get files(): readonly string[] {
    return [...this.#read, ...this.#extended];
  }

  #configOf(folder: string): string | undefined {
    if (this.#choice === false) return undefined;
    return this.#choice ?? this.#finder.find(folder);
  }

  #lookup({ loaded, ignore, overrides, lookups }: Governing, file: string): Lookup {
    const name = nameForGlobs(file, loaded.folder, this.#cwd);
    const matching: number[] = [];
    let ignored = ignore(name);
    for (const [index, override] of overrides.entries()) {
      if (!override.files(name)) continue;
      matching.push(index);
      ignored ||= override.ignore(name);
    }
    const key = `${matching.join()} ${ignored}`;
    let lookup = lookups.get(key);
    if (lookup === undefined) {
      lookup = { settings: resolveSettings(loaded, matching, this.#flags), config: loaded, ignored };
      lookups.set(key, lookup);
    }
    return lookup;
  }
}

async function load(file: string, cwd: string, check: CodeCheck): Promise<Governing> {
  // Imported on demand, as it loads zod.
  const { loadConfig } = await import("./load-config.ts");
  const { compileGlobs } = await import("./globs.ts");
  const loaded = await loadConfig(file, cwd, check);
  const { config }: { config: Config } = loaded;
  const overrides: { files: Globs; ignore: Globs }[] = [];
  for (const override of config.overrides ?? []) {
    overrides.push({ files: await compileGlobs(override.files), ignore: await compileGlobs(override.ignore ?? []) });
  }
  return { loaded, ignore: await compileGlobs(config.ignore ?? []), overrides, lookups: new Map() };
}

/** Relative to the folder of the configuration; for a file outside of it (`--config`), to the working folder. */
function nameForGlobs(file: string, folder: string, cwd: string): string {
  const prefix = folder.endsWith(path.sep) ? folder : folder + path.sep;
  return file.startsWith(prefix) ? withSlashes(file.slice(prefix.length)) : nameOf(file, cwd);
}
