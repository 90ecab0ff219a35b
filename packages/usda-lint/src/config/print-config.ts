/** `--print-config`: what holds for a file, and where each of it comes from. */
import { DEFAULT_MAX_RESOLUTION } from "@usdkit/schema";
import { rules as registry } from "@usdkit/validate";
import { path } from "@usdkit/command/builtins";
import { UsageError } from "@usdkit/command/cli/errors";
import { nameOf } from "@usdkit/command/files/input";
import { escapeJson } from "@usdkit/command/terminal/escape-terminal";
import { standardOutput } from "@usdkit/command/terminal/output";
import { ConfigError } from "./config-error.ts";
import { ConfigLookup, type ConfigChoice, type Lookup } from "./config-lookup.ts";
import type { FlagSettings } from "./settings.ts";

/** @throws {UsageError} where the configuration of the file cannot be used. */
export async function printConfig(file: string | undefined, choice: ConfigChoice, flags: FlagSettings): Promise<void> {
  // Without a file: what would hold for one in the working folder.
  const absolute = path.resolve(file ?? "scene.usda");
  let found: Lookup;
  try {
    found = await new ConfigLookup(choice, flags).find(absolute);
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(error.message);
    throw error;
  }
  const { settings, config, ignored } = found;
  const from = (key: string): string => settings.origins[key] ?? "default";
  const isGiven = <Value>(value: Value | undefined): Value | null => value ?? null;
  const shown = {
    file: file === undefined ? null : nameOf(absolute),
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
      [...registry, ...settings.customRules].map(({ meta }) => [
        meta.id,
        { value: settings.rules[meta.id] ?? meta.severity, from: from(`rules.${meta.id}`) },
      ]),
    ),
    primOverrides: settings.primOverrides,
    customRules: settings.customRules.map(({ meta }) => meta.id),
  };
  await standardOutput.write(`${escapeJson(JSON.stringify(shown, undefined, 2))}\n`);
}

function showPath(file: string | undefined): string | null {
  return file === undefined ? null : nameOf(file);
}
