/** What a configuration may hold; `schema.ts` checks it. */
import type { Level, Profile, Rule } from "@usdkit/validate";

/** Settings that hold for every file, or, in an override, for some. */
export interface ConfigSettings {
  /** A set of levels to start from: `recommended` (each rule's own) or `strict` (what may go wrong is an error). */
  readonly extends?: "recommended" | "strict" | undefined;
  /** What the files are checked as. Default `auto`: found out from each scene. */
  readonly profile?: Profile | undefined;
  /** The scene that patches belong to: a path, relative to the configuration. */
  readonly base?: string | undefined;
  /** Most pixels of an image's side. Default 4500. */
  readonly maxResolution?: number | undefined;
  /** Mesh ids that exist, or the path of a JSON file with a list of them, relative to the configuration. */
  readonly assets?: string | readonly string[] | undefined;
  /** The path of a file of findings that are left out, relative to the configuration; see `--update-baseline`. */
  readonly baseline?: string | undefined;
  /** Globs of files that are not checked. One without `/` is about names in any folder, one with `!` takes back. */
  readonly ignore?: readonly string[] | undefined;
  /** Levels by rule id. */
  readonly rules?: Readonly<Record<string, Level>> | undefined;
  /** Rules of your own. Only in a configuration that is code (`.mjs`, `.ts`). */
  readonly customRules?: readonly Rule[] | undefined;
}

/** Settings for the files that match, over those before it. */
export interface ConfigOverride extends ConfigSettings {
  /** Globs of files, relative to the configuration's folder. One without `/` is about names in any folder. */
  readonly files: readonly string[];
  /** Globs of prim paths (`/World/*`, `/World/**`): `rules` then holds for findings about these alone. */
  readonly prims?: readonly string[] | undefined;
}

/**
 * A configuration of `usda-lint`: what the default export of `usda-lint.config.mjs` (or `.ts`) is, what
 * `usda-lint.config.json` holds, and the value of `"usda-lint"` in a `package.json`.
 */
export interface Config extends ConfigSettings {
  /** For editors: where the JSON Schema is. */
  readonly $schema?: string | undefined;
  /** Settings for some files. Later ones win over earlier ones. */
  readonly overrides?: readonly ConfigOverride[] | undefined;
}
