/** Resolves `extends` of configurations. */
import { path } from "@usdkit/command/process/builtins";
import type { Config, ConfigOverride, ConfigSettings } from "@usdkit/validate";

/** Returns whether `extends` is the path of a configuration and not the name of a preset. */
export function isConfigPath(text: string): boolean {
  return text.startsWith("./") || text.startsWith("../") || path.isAbsolute(text);
}

/** Returns whether `extends` is the name of a package that is a configuration. */
export function isConfigPackage(text: string): boolean {
  return /^@[\w.-]+\/./u.test(text) || text.startsWith("usda-lint-config-");
}

/**
 * Merges a configuration with the one it extends: its rules and single settings take precedence, its overrides and ignored
 * files are added.
 *
 * @param folder Of the extended configuration: its paths are relative to it.
 */
export function extendConfig(config: Config, extended: Config, folder: string): Config {
  const { extends: _path, ...own } = config;
  const base = resolvePaths(extended, folder);
  return {
    ...base,
    ...own,
    ignore: [...(base.ignore ?? []), ...(own.ignore ?? [])],
    rules: { ...base.rules, ...own.rules },
    ...((base.limits ?? own.limits) !== undefined && { limits: { ...base.limits, ...own.limits } }),
    ...((base.schemas ?? own.schemas) !== undefined && { schemas: [...(base.schemas ?? []), ...(own.schemas ?? [])] }),
    overrides: [
      ...(base.overrides ?? []).map((override): ConfigOverride => resolvePaths(override, folder)),
      ...(own.overrides ?? []),
    ],
    customRules: [...(base.customRules ?? []), ...(own.customRules ?? [])],
  };
}

function resolvePaths<Settings extends ConfigSettings>(settings: Settings, folder: string): Settings {
  const resolve = (file: string): string => path.resolve(folder, file);
  const { base, assets, baseline, schemas } = settings;
  return {
    ...settings,
    ...(base !== undefined && { base: resolve(base) }),
    ...(typeof assets === "string" && { assets: resolve(assets) }),
    ...(baseline !== undefined && { baseline: resolve(baseline) }),
    ...(schemas !== undefined && { schemas: schemas.map(resolve) }),
  };
}
