/** The keys of a configuration; `schema.ts` checks them. */
import type { Rule } from "./rule.ts";
import type { Level } from "../model/finding.ts";
import type { Profile } from "../model/profile.ts";
import type { StageLimits } from "./limits.ts";

/** Settings for every file, or, in an override, for some. */
export interface ConfigSettings {
  /**
   * Levels to start from: `recommended` (the default of each rule) or `strict` (risks are errors); a requirement set
   * (`usdkit:openusd`, `usdkit:arkit`, `usdkit:simready`); the path of another configuration, relative to this one, starting with
   * `./` or `../`; or a package that is one (`@studio/usd-rules`, `usda-lint-config-studio`).
   */
  readonly extends?:
    | "recommended"
    | "strict"
    | "usdkit:openusd"
    | "usdkit:arkit"
    | "usdkit:simready"
    | `./${string}`
    | `../${string}`
    | `/${string}`
    | `@${string}/${string}`
    | `usda-lint-config-${string}`
    | undefined;
  /** Use of the files. Default `auto`: by the content of each. */
  readonly profile?: Profile | undefined;
  /** The scene that patches apply to: a path, relative to the configuration. */
  readonly base?: string | undefined;
  /** Maximum image width or height, in pixels. Default 4500. */
  readonly maxResolution?: number | undefined;
  /** Known mesh ids, or the path of a JSON file with a list of them, relative to the configuration. */
  readonly assets?: string | readonly string[] | undefined;
  /** The path of a file of known findings, which are not reported, relative to the configuration; see `--update-baseline`. */
  readonly baseline?: string | undefined;
  /** What stages may have, and how their prims are named. */
  readonly limits?: StageLimits | undefined;
  /** Paths of files `generatedSchema.usda` with schemas of a site, relative to the configuration. A `plugInfo.json` next to one is read. */
  readonly schemas?: readonly string[] | undefined;
  /** Globs of files that are not checked. One without `/` matches names in any folder, one with `!` excepts files. */
  readonly ignore?: readonly string[] | undefined;
  /** Levels by rule id. */
  readonly rules?: Readonly<Record<string, Level>> | undefined;
  /** Custom rules. Only in a configuration that is code (`.mjs`, `.ts`). */
  readonly customRules?: readonly Rule[] | undefined;
}

/** Settings for matching files, over those before it. */
export interface ConfigOverride extends ConfigSettings {
  /** Globs of files, relative to the configuration's folder. One without `/` matches names in any folder. */
  readonly files: readonly string[];
  /** Globs of prim paths (`/World/*`, `/World/**`): `rules` then applies to findings about these only. */
  readonly prims?: readonly string[] | undefined;
}

/**
 * A configuration of `usda-lint`: the default export of `usda-lint.config.mjs` (or `.ts`), the content of
 * `usda-lint.config.json`, and the value of `"usda-lint"` in a `package.json`.
 */
export interface Config extends ConfigSettings {
  /** The location of the JSON Schema, for editors. */
  readonly $schema?: string | undefined;
  /** Settings for some files. Later ones take precedence. */
  readonly overrides?: readonly ConfigOverride[] | undefined;
}
