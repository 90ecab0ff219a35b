/** What holds for a file, after its configuration, the overrides that match it, and the flags. */
import { presets, rules as registry, type Level, type Profile, type Rule } from "@usdkit/validate";
import { path } from "@usdkit/command/process/builtins";
import type { ConfigSettings } from "./config.ts";
import type { LoadedConfig } from "./load-config.ts";

/** Flags of the command line that a configuration can set as well; paths are absolute. */
export interface FlagSettings {
  readonly profile?: Profile | undefined;
  readonly base?: string | undefined;
  readonly maxResolution?: number | undefined;
  readonly assets?: string | undefined;
  readonly baseline?: string | undefined;
  readonly rules: Readonly<Record<string, Level>>;
}

/** Where rules of the user's own come from: a worker loads them from there again. */
export interface CustomRuleSource {
  /** The configuration, absolute. */
  readonly file: string;
  /** Which override; null for the top. */
  readonly override: number | null;
}

export interface PrimOverride {
  readonly prims: readonly string[];
  readonly rules: Readonly<Record<string, Level>>;
}

export interface Settings {
  readonly profile: Profile | undefined;
  readonly base: string | undefined;
  readonly maxResolution: number | undefined;
  /** The path of a list, or the list. */
  readonly assets: string | readonly string[] | undefined;
  readonly baseline: string | undefined;
  readonly rules: Readonly<Record<string, Level>>;
  readonly primOverrides: readonly PrimOverride[];
  readonly customRules: readonly Rule[];
  readonly customRuleSources: readonly CustomRuleSource[];
  /** Where each came from: by key, rules as `rules.ID`. What is missing is the default. */
  readonly origins: Readonly<Record<string, string>>;
}

const KEYS = ["profile", "base", "maxResolution", "assets", "baseline"] as const;

/** @param matching Indices of the overrides that match the file, rising. */
export function resolveSettings(
  loaded: LoadedConfig | undefined,
  matching: readonly number[],
  flags: FlagSettings,
): Settings {
  const values: Record<string, unknown> = {};
  const origins: Record<string, string> = {};
  const rules: Record<string, Level> = {};
  const customRules: Rule[] = [];
  const customRuleSources: CustomRuleSource[] = [];
  let primOverrides: PrimOverride[] = [];

  const setLevels = (levels: Readonly<Record<string, Level>>, from: string): void => {
    for (const [id, level] of Object.entries(levels)) {
      rules[id] = level;
      origins[`rules.${id}`] = from;
    }
    // What is said later of whole files wins over what was said before of some prims.
    primOverrides = primOverrides.map(({ prims, rules: own }) => ({
      prims,
      rules: Object.fromEntries(Object.entries(own).filter(([id]) => !Object.hasOwn(levels, id))),
    }));
  };
  const apply = (settings: ConfigSettings, { file, name, folder }: LoadedConfig, override: number | null): void => {
    const place = override === null ? "" : `overrides[${override}].`;
    for (const key of KEYS) {
      const value = settings[key];
      if (value === undefined) continue;
      const isPath = typeof value === "string" && key !== "profile";
      values[key] = isPath ? path.resolve(folder, value) : value;
      origins[key] = `${name}: ${place}${key}`;
    }
    if (settings.extends !== undefined) {
      // A new start: a set names only rules that it sets otherwise than they set themselves.
      for (const id of Object.keys(rules)) {
        delete rules[id];
        origins[`rules.${id}`] = `${name}: ${place}extends ${settings.extends}`;
      }
      primOverrides = [];
      setLevels(presets[settings.extends], `${name}: ${place}extends ${settings.extends}`);
    }
    setLevels(settings.rules ?? {}, `${name}: ${place}rules`);
    if (settings.customRules === undefined || settings.customRules.length === 0) return;
    customRules.push(...settings.customRules);
    customRuleSources.push({ file, override });
  };

  if (loaded !== undefined) {
    apply(loaded.config, loaded, null);
    for (const index of matching) {
      const override = loaded.config.overrides?.[index];
      if (override === undefined) continue;
      if (override.prims === undefined) apply(override, loaded, index);
      else primOverrides.push({ prims: override.prims, rules: override.rules ?? {} });
    }
  }
  for (const key of KEYS) {
    if (flags[key] === undefined) continue;
    values[key] = flags[key];
    origins[key] = `flag --${key === "maxResolution" ? "max-resolution" : key}`;
  }
  setLevels(flags.rules, "flag --rule");

  // A rule of the user's own may be known for other files only.
  const known = new Set([...registry, ...customRules].map((rule) => rule.meta.id));
  const keep = (levels: Readonly<Record<string, Level>>): Record<string, Level> =>
    Object.fromEntries(Object.entries(levels).filter(([id]) => known.has(id)));
  return {
    ...(values as Pick<Settings, (typeof KEYS)[number]>),
    rules: keep(rules),
    primOverrides: primOverrides
      .map((override) => ({ prims: override.prims, rules: keep(override.rules) }))
      .filter((override) => Object.keys(override.rules).length > 0),
    customRules,
    customRuleSources,
    origins,
  };
}
