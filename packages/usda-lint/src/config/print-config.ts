/** `--print-config`: the resolved configuration of a file, and the origin of each setting. */
import { DEFAULT_MAX_RESOLUTION } from "@usdkit/service-scene";
import { ruleMetas } from "@usdkit/validate";
import { UsageError } from "@usdkit/command/cli/errors";
import { resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import { nameOf } from "@usdkit/command/files/input";
import { escapeJson } from "@usdkit/command/terminal/escape-terminal";
import { ConfigError } from "@usdkit/lint-config/config-error";
import { ConfigLookup, type ConfigChoice, type Lookup } from "@usdkit/lint-config/config-lookup";
import type { FlagSettings } from "@usdkit/lint-config/settings";

export interface ConfigQuery {
  readonly config: ConfigChoice;
  readonly flags: FlagSettings;
  readonly roots: readonly string[];
}

/** @throws {UsageError} if the configuration of the file is invalid. */
export async function printConfig(
  context: CommandContext,
  file: string | undefined,
  { config: choice, flags, roots }: ConfigQuery,
): Promise<void> {
  const { cwd, stdout } = context;
  // Without a file: the settings of one in the working folder.
  const absolute = resolvePath(context, file ?? "scene.usda");
  const showPath = (each: string | undefined): string | null => (each === undefined ? null : nameOf(each, cwd));
  let found: Lookup;
  try {
    found = await new ConfigLookup(choice, flags, cwd, { roots }).find(absolute);
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(error.message);
    throw error;
  }
  const { settings, config, ignored } = found;
  const from = (key: string): string => settings.origins[key] ?? "default";
  const isGiven = <Value>(value: Value | undefined): Value | null => value ?? null;
  const shown = {
    file: file === undefined ? null : nameOf(absolute, cwd),
    config: config?.name ?? null,
    ignored,
    profile: { value: settings.profile ?? "auto", from: from("profile") },
    base: { value: showPath(settings.base), from: from("base") },
    maxResolution: { value: settings.maxResolution ?? DEFAULT_MAX_RESOLUTION, from: from("maxResolution") },
    assets: {
      value: typeof settings.assets === "string" ? showPath(settings.assets) : isGiven(settings.assets),
      from: from("assets"),
    },
    baseline: { value: showPath(settings.baseline), from: from("baseline") },
    rules: Object.fromEntries(
      [...ruleMetas, ...settings.customRules.map(({ meta }) => meta)].map(({ id, severity }) => [
        id,
        { value: settings.rules[id] ?? severity, from: from(`rules.${id}`) },
      ]),
    ),
    primOverrides: settings.primOverrides,
    customRules: settings.customRules.map(({ meta }) => meta.id),
  };
  await stdout.write(`${escapeJson(JSON.stringify(shown, undefined, 2))}\n`);
}
