/** From the arguments of `usda-lint` to a run. */
import { parseShard } from "@usdkit/batch/options/shard";
import { OBJECTS } from "@usdkit/batch/options/batch-options";
import { parseDeadline } from "@usdkit/batch/options/deadline";
import { ruleMetas, type RuleMeta } from "@usdkit/validate";
import { fs, path } from "@usdkit/command/process/builtins";
import { UsageError } from "@usdkit/command/cli/errors";
import { resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import { ConfigError } from "@usdkit/lint-config/config-error";
import { CodeGuard, isNamed } from "@usdkit/lint-config/code-policy";
import type { ConfigChoice } from "@usdkit/lint-config/config-lookup";
import { ConfigFinder } from "@usdkit/lint-config/find-config";
import { STANDARD_INPUT, withSlashes } from "@usdkit/command/files/input";
import { compatFlags, rejectContradictions, type LintArguments } from "./arguments.ts";
import { cacheOfUser } from "../files/cache-of-user.ts";
import { entriesOf, type EntryOptions } from "../files/entries.ts";
import { readLevels } from "./levels.ts";
import { shardOptions } from "./shard-options.ts";
import { lintOnce } from "../lint/lint-once.ts";
import type { LintRequest } from "../lint/lint-request.ts";

/** @throws {UsageError} for arguments that contradict each other or are invalid. */
export async function runLint(given: LintArguments, context: CommandContext): Promise<void> {
  const usesCompat = given.compat !== undefined || compatFlags.some((flag) => given[flag] !== undefined);
  const args = usesCompat ? await (await import("./compat.ts")).compatArguments(given, context) : given;
  if (args === undefined) return;
  rejectContradictions(args);
  if (args.init === true) {
    const { initConfig } = await import("../config/init-config.ts");
    return initConfig(context);
  }
  const request = await readRequest(args, context);
  const named = args.paths ?? [];
  const paths = named.length === 0 && args.filesFrom === undefined ? ["."] : named;
  if (args.printConfig === true) {
    const { printConfig } = await import("../config/print-config.ts");
    return printConfig(context, args.paths?.[0], request);
  }
  if (args.watch === true) {
    const { watch } = await import("./watch.ts");
    return watch(context, { paths, gitignore: args.gitignore }, request);
  }
  const { shard } = request;
  const options: EntryOptions = {
    standardInputName: args.stdinFilename,
    gitignore: args.gitignore,
    filesFrom: args.filesFrom,
    shard,
  };
  if (args.staged === true) {
    const { stagedEntries } = await import("../files/staged-entries.ts");
    await lintOnce(context, request, stagedEntries(paths, context));
  } else await lintOnce(context, request, entriesOf(paths, context, options));
}

/** Combinations of variants of a stage that are checked by default. */
const MAX_VARIANTS = 1000;

/** In the folder of installed packages, if there is one; otherwise in the user's folder of caches. */
function defaultCache(context: CommandContext): string {
  const packages = resolvePath(context, "node_modules");
  if (fs.existsSync(packages)) return path.join(packages, ".cache/usda-lint");
  return cacheOfUser(context.env);
}

/** A cache that is named may be that of several machines. */
function cacheOf({ cache, cacheLocation: named }: LintArguments, context: CommandContext): LintRequest["cache"] {
  if (named === undefined) return cache === true ? { location: defaultCache(context), isShared: false } : undefined;
  return { location: named.startsWith(OBJECTS) ? named : resolvePath(context, named), isShared: true };
}

async function readRequest(args: LintArguments, context: CommandContext): Promise<LintRequest> {
  const { maxResolution, profile } = args;
  const ruleFlags = args.rule ?? [];
  const resolve = (file: string | undefined): string | undefined =>
    file === undefined ? undefined : resolvePath(context, file);
  const config: ConfigChoice = args.noConfig === true ? false : resolve(args.config);
  // Folders that the user names are projects as well as the working folder.
  const roots = [context.cwd, ...(args.paths ?? []).map((each) => resolvePath(context, each))];
  const diff = args.diff === true;
  const wantsFix = diff || args.fix === true;
  const fix = args.fixUnsafe === true ? "unsafe" : wantsFix ? "safe" : "none";
  return {
    formats: args.format ?? [],
    color: args.color,
    quiet: args.quiet === true,
    maxWarnings: args.maxWarnings,
    config,
    roots,
    flags: {
      profile,
      base: resolve(args.base),
      maxResolution,
      assets: resolve(args.assets),
      baseline: resolve(args.baseline),
      rules: readLevels(ruleFlags, await nameableRules(ruleFlags, config, context.cwd)),
    },
    fix,
    diff,
    shard: args.shard === undefined ? undefined : parseShard(args.shard),
    shardOptions: shardOptions(args),
    // Of a few files, some shards have none.
    silentIfEmpty: args.staged === true || args.shard !== undefined,
    composed: args.composed === false ? undefined : await composition(args, context),
    statistics: args.statistics === true,
    maxDiagnostics: args.maxDiagnostics,
    updateBaseline: args.updateBaseline === true,
    cache: cacheOf(args, context),
    state: resolve(args.state),
    deadline: parseDeadline(args.maxTime),
    jobs: args.jobs,
    reportsToStandardError: diff || (fix !== "none" && args.paths?.includes(STANDARD_INPUT) === true),
  };
}

/** @throws {UsageError} for a selection that is not one */
async function composition(
  args: LintArguments,
  context: CommandContext,
): Promise<NonNullable<LintRequest["composed"]>> {
  const { variant = [], searchPath = [], session, maxVariants = MAX_VARIANTS } = args;
  const { selectionsOf } = await import("../composition/stage-options.ts");
  const variants = variant.length === 0 ? {} : await selectionsOf(variant);
  const { searchPathsOf } = await import("../files/search-paths.ts");
  return {
    files: args.composed === true ? "all" : "usd",
    maxVariants,
    variants,
    searchPaths: searchPathsOf(context, searchPath),
    allowed: context.allowedFolders,
    session: session === undefined ? undefined : withSlashes(resolvePath(context, session)),
  };
}

/**
 * Returns the rules that `--rule` may name: those of `--config` too, which is read first, as nothing can be checked if it is
 * invalid; without it, those of the configuration of the working folder if a name is not built in.
 */
async function nameableRules(
  flags: readonly string[],
  config: ConfigChoice,
  cwd: string,
): Promise<readonly RuleMeta[]> {
  const isKnown = (flag: string): boolean => ruleMetas.some(({ id }) => flag.startsWith(`${id}:`));
  const isAsked = typeof config === "string" || (config === undefined && !flags.every(isKnown));
  if (!isAsked) return ruleMetas;
  try {
    const file = config ?? new ConfigFinder(cwd).find(cwd);
    if (typeof file !== "string") return ruleMetas;
    const { customRulesOf, loadConfig } = await import("@usdkit/lint-config/load-config");
    const guard = new CodeGuard({ roots: [cwd] }, cwd);
    const check = config === undefined ? guard.checkFor(guard.projectOf(cwd)) : isNamed;
    return [...ruleMetas, ...customRulesOf((await loadConfig(file, cwd, check)).config).map(({ meta }) => meta)];
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(error.message);
    throw error;
  }
}
