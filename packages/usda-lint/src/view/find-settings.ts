/** The settings of the linter for a file that `usda view` shows. */
import type { FoundSettings, PageSettings } from "@usdkit/view";
import type { Level } from "@usdkit/validate";
import { path } from "@usdkit/command/process/builtins";
import type { CodeConsent } from "@usdkit/lint-config/code-policy";
import { ConfigError } from "@usdkit/lint-config/config-error";
import { ConfigLookup } from "@usdkit/lint-config/config-lookup";
import { CONFIG_NAMES } from "@usdkit/lint-config/find-config";
import { Preparer, type Prepared } from "../check/prepare.ts";

/** Settings, and those that rules which are code need; undefined if the configuration cannot be used. */
export interface FoundFileSettings extends FoundSettings {
  readonly prepared: Prepared | undefined;
}

/** Which configurations a page uses. */
export interface ConfigUse {
  readonly usesConfig: boolean;
  readonly consent: CodeConsent;
}

/**
 * Returns the settings by the nearest configuration, and the files that they depend on: configurations, also those that would be
 * nearer, and the base scene, mesh ids and baseline that they name.
 *
 * @param location Absolute.
 * @param cwd Names in messages are relative to it.
 */
export async function findSettings(
  location: string,
  cwd: string,
  { usesConfig, consent }: ConfigUse,
): Promise<FoundFileSettings> {
  const policy = { roots: [cwd], consent };
  const lookup = new ConfigLookup(usesConfig ? undefined : false, { rules: {} }, cwd, policy);
  const problems: string[] = [];
  const preparer = new Preparer({ cwd, writesBaseline: false, onProblem: (problem) => problems.push(problem) });
  const files = (): readonly string[] => [...candidates(location), ...lookup.files, ...preparer.files];
  try {
    const { settings, ignored } = await lookup.find(location);
    const prepared = preparer.prepare(settings);
    const found = pageSettings(prepared, { location, isIgnored: ignored, problems });
    return { settings: found, files: files(), prepared };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const settings: PageSettings = { isIgnored: false, problem: error.message, check: {}, codeRules: [], baseline: [] };
    return { settings, files: files(), prepared: undefined };
  }
}

function pageSettings(
  { settings, wire, baseline }: Prepared,
  {
    location,
    isIgnored,
    problems,
  }: { readonly location: string; readonly isIgnored: boolean; readonly problems: readonly string[] },
): PageSettings {
  const custom = new Set(settings.customRules.map(({ meta }) => meta.id));
  const known = (levels: Readonly<Record<string, Level>>): Record<string, Level> =>
    Object.fromEntries(Object.entries(levels).filter(([id]) => !custom.has(id)));
  const { profile, maxResolution, base, assets } = wire;
  return {
    isIgnored,
    problem: problems.length === 0 ? null : problems.join("; "),
    check: {
      profile,
      maxResolution,
      assets,
      rules: known(settings.rules),
      overrides: settings.primOverrides.map(({ prims, rules }) => ({ prims, rules: known(rules) })),
      base: base === undefined ? undefined : new TextDecoder().decode(base),
    },
    codeRules: [...custom],
    baseline: baseline?.entriesOf(location) ?? [],
  };
}

/** Configurations that a file may have, nearest first. */
function candidates(location: string): string[] {
  const found: string[] = [];
  for (let folder = path.dirname(location); ; folder = path.dirname(folder)) {
    for (const name of [...CONFIG_NAMES, "package.json"]) found.push(path.join(folder, name));
    if (path.dirname(folder) === folder) return found;
  }
}
