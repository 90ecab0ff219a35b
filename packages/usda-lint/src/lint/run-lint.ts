/** What a call of `usda-lint` asks for, and who does it. */
import { rules, type Rule } from "@usdkit/validate";
import { path } from "@usdkit/command/builtins";
import { UsageError } from "@usdkit/command/cli/errors";
import { ConfigError } from "../config/config-error.ts";
import type { ConfigChoice } from "../config/config-lookup.ts";
import { ConfigFinder } from "../config/find-config.ts";
import { STANDARD_INPUT } from "@usdkit/command/files/input";
import { configsOf, refuseContradictions, type LintArguments } from "./arguments.ts";
import { entriesOf } from "./entries.ts";
import { readLevels } from "./levels.ts";
import { lintOnce, type LintRequest } from "./lint-once.ts";

const DEFAULT_CACHE = "node_modules/.cache/usda-lint";

/** @throws {UsageError} for a call that makes no sense. */
export async function runLint(args: LintArguments): Promise<void> {
  refuseContradictions(args);
  if (args.init === true) {
    const { initConfig } = await import("../config/init-config.ts");
    return initConfig();
  }
  const request = await readRequest(args);
  const paths = args.paths === undefined || args.paths.length === 0 ? ["."] : args.paths;
  if (args.printConfig === true) {
    const { printConfig } = await import("../config/print-config.ts");
    return printConfig(args.paths?.[0], request.config, request.flags);
  }
  if (args.watch === true) {
    const { watch } = await import("../watch/watch.ts");
    return watch(paths, request);
  }
  if (args.staged === true) {
    const { stagedEntries } = await import("../staged/staged-entries.ts");
    await lintOnce(request, stagedEntries(paths));
  } else await lintOnce(request, entriesOf(paths, args.stdinFilename));
}

async function readRequest(args: LintArguments): Promise<LintRequest> {
  const { maxResolution, profile } = args;
  const [choice] = configsOf(args);
  const config = typeof choice === "string" ? path.resolve(choice) : choice;
  const ruleFlags = args.rule ?? [];
  const resolve = (file: string | undefined): string | undefined =>
    file === undefined ? undefined : path.resolve(file);
  const diff = args.diff === true;
  const wantsFix = diff || args.fix === true;
  const fix = args.fixUnsafe === true ? "unsafe" : wantsFix ? "safe" : "none";
  const cache = args.cacheLocation ?? (args.cache === true ? DEFAULT_CACHE : undefined);
  return {
    formats: args.format ?? [],
    color: args.color,
    quiet: args.quiet === true,
    maxWarnings: args.maxWarnings,
    config,
    flags: {
      profile,
      base: resolve(args.base),
      maxResolution,
      assets: resolve(args.assets),
      baseline: resolve(args.baseline),
      rules: readLevels(ruleFlags, await nameableRules(ruleFlags, config)),
    },
    fix,
    diff,
    updateBaseline: args.updateBaseline === true,
    cache: resolve(cache),
    jobs: args.jobs,
    reportsToStandardError: diff || (fix !== "none" && args.paths?.includes(STANDARD_INPUT) === true),
  };
}

/**
 * The rules that `--rule` may name. A configuration for all is read at once: where it is broken, nothing can be checked. Of
 * others the one of the working folder is asked, where a name is none of ours.
 */
async function nameableRules(flags: readonly string[], config: ConfigChoice): Promise<readonly Rule[]> {
  const isKnown = (flag: string): boolean => rules.some(({ meta }) => flag.startsWith(`${meta.id}:`));
  const isAsked = typeof config === "string" || (config === undefined && !flags.every(isKnown));
  if (!isAsked) return rules;
  try {
    const file = config ?? new ConfigFinder().find(process.cwd());
    if (typeof file !== "string") return rules;
    const { customRulesOf, loadConfig } = await import("../config/load-config.ts");
    return [...rules, ...customRulesOf((await loadConfig(file)).config)];
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(error.message);
    throw error;
  }
}
