/** The settings of a file: its configuration, the overrides that match it, and the options of the command line. */
import {
  isSetName,
  presets,
  requirementSets,
  ruleMetas,
  type Level,
  type Profile,
  type RequirementSetName,
  type Rule,
  type StageLimits,
} from "@usdkit/validate";
import { path } from "@usdkit/command/process/builtins";
import type { ConfigSettings } from "@usdkit/validate";
import type { LoadedConfig } from "./load-config.ts";

/** Command-line options that a configuration can also set; paths are absolute. */
export interface FlagSettings {
  readonly profile?: Profile | undefined;
  readonly base?: string | undefined;
  readonly maxResolution?: number | undefined;
  readonly assets?: string | undefined;
  readonly baseline?: string | undefined;
  readonly rules: Readonly<Record<string, Level>>;
}

/** The origin of custom rules, from which a worker loads them again. */
export interface CustomRuleSource {
  /** The configuration, absolute. */
  readonly file: string;
  /** Index of the override; null for the top level. */
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
  /** The requirement set that the configuration names. */
  readonly requirementSet: RequirementSetName | undefined;
  readonly limits: StageLimits;
  /** Absolute paths of schemas of a site. */
  readonly schemas: readonly string[];
  readonly customRules: readonly Rule[];
  readonly customRuleSources: readonly CustomRuleSource[];
  /** The origin of each setting: by key, rules as `rules.ID`. Missing ones are defaults. */
  readonly origins: Readonly<Record<string, string>>;
}

const KEYS = ["profile", "base", "maxResolution", "assets", "baseline"] as const;

/** @param matching Indices of the overrides that match the file, ascending. */
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
  let requirementSet: RequirementSetName | undefined;
  let limits: StageLimits = {};
  const schemas: string[] = [];

  const setLevels = (levels: Readonly<Record<string, Level>>, from: string): void => {
    for (const [id, level] of Object.entries(levels)) {
      rules[id] = level;
      origins[`rules.${id}`] = from;
    }
    // Later levels of whole files take precedence over earlier ones of some prims.
    primOverrides = primOverrides.map(({ prims, rules: own }) => ({
      prims,
      rules: Object.fromEntries(Object.entries(own).filter(([id]) => !Object.hasOwn(levels, id))),
    }));
  };
  const apply = (settings: ConfigSettings, { file, name, folder }: LoadedConfig, override: number | null): void => {
    const place = override === null ? "" : `overrides[${override}].`;
    if (isSetName(settings.extends)) {
      const from = `${name}: ${place}extends ${settings.extends}`;
      const set = requirementSets[settings.extends];
      requirementSet = settings.extends;
      limits = { ...limits, ...set.limits };
      values["profile"] = set.profile;
      origins["profile"] = from;
      setLevels(set.rules, from);
    }
    limits = { ...limits, ...settings.limits };
    for (const file of settings.schemas ?? []) schemas.push(path.resolve(folder, file));
    for (const key of KEYS) {
      const value = settings[key];
      if (value === undefined) continue;
      const isPath = typeof value === "string" && key !== "profile";
      values[key] = isPath ? path.resolve(folder, value) : value;
      origins[key] = `${name}: ${place}${key}`;
    }
    const preset = settings.extends;
    if (preset === "recommended" || preset === "strict") {
      // Replaces the levels set before: a preset lists only levels that differ from the defaults.
      for (const id of Object.keys(rules)) {
        delete rules[id];
        origins[`rules.${id}`] = `${name}: ${place}extends ${preset}`;
      }
      primOverrides = [];
      setLevels(presets[preset], `${name}: ${place}extends ${preset}`);
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

  // A custom rule may be defined for other files only.
  const known = new Set([...ruleMetas, ...customRules.map(({ meta }) => meta)].map(({ id }) => id));
  const keep = (levels: Readonly<Record<string, Level>>): Record<string, Level> =>
    Object.fromEntries(Object.entries(levels).filter(([id]) => known.has(id)));
  return {
    ...(values as Pick<Settings, (typeof KEYS)[number]>),
    rules: keep(rules),
    primOverrides: primOverrides
      .map((override) => ({ prims: override.prims, rules: keep(override.rules) }))
      .filter((override) => Object.keys(override.rules).length > 0),
    requirementSet,
    limits,
    schemas,
    customRules,
    customRuleSources,
    origins,
  };
}
