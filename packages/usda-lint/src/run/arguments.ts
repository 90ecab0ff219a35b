/** The arguments of `usda-lint`, and which of them exclude each other. */
import type { BatchArguments } from "@usdkit/batch/options/batch-options";
import type { Profile } from "@usdkit/validate";
import { UsageError } from "@usdkit/command/cli/errors";
import { STANDARD_INPUT } from "@usdkit/command/files/input";

/** The flags that only `--compat usdchecker` has. */
export interface CompatArguments {
  arkit?: boolean;
  skipVariants?: boolean;
  rootPackageOnly?: boolean;
  noAssetChecks?: boolean;
  dumpRules?: boolean;
  verbose?: boolean;
  strict?: boolean;
  out?: string;
}

/** Names of {@link CompatArguments}. */
export const compatFlags: readonly (keyof CompatArguments)[] = [
  "arkit",
  "skipVariants",
  "rootPackageOnly",
  "noAssetChecks",
  "dumpRules",
  "verbose",
  "strict",
  "out",
];

export interface LintArguments extends CompatArguments, BatchArguments {
  compat?: "usdchecker";
  paths?: string[];
  profile?: Profile;
  base?: string;
  maxResolution?: number;
  assets?: string;
  format?: string[];
  rule?: string[];
  quiet?: boolean;
  maxWarnings?: number;
  fix?: boolean;
  fixUnsafe?: boolean;
  diff?: boolean;
  config?: string;
  noConfig?: boolean;
  printConfig?: boolean;
  init?: boolean;
  baseline?: string;
  updateBaseline?: boolean;
  cache?: boolean;
  cacheLocation?: string;
  watch?: boolean;
  staged?: boolean;
  jobs?: number;
  stdinFilename?: string;
  gitignore?: boolean;
  statistics?: boolean;
  maxDiagnostics?: number;
  composed?: boolean;
  variant?: string[];
  searchPath?: string[];
  session?: string;
  maxVariants?: number;
  color?: boolean;
}

/** @throws {UsageError} for the first two options that contradict each other, with the reason. */
export function rejectContradictions(args: LintArguments): void {
  const { paths = [] } = args;
  const reject = (option: string, when: unknown, reason: string): void => {
    if (when !== undefined && when !== false) throw new UsageError(`${option}: ${reason}`);
  };
  const fixes = args.fix === true || args.fixUnsafe === true;
  const fixOption = args.fixUnsafe === true ? "--fix-unsafe" : "--fix";
  const readsInput = paths.includes(STANDARD_INPUT);

  if (args.staged === true) {
    reject(`${fixOption} with --staged`, fixes, "a fix would change the work tree, not what is staged");
    reject("--diff with --staged", args.diff, "the patch would be for what is staged, not for the files");
    reject("--watch with --staged", args.watch, "only files can be watched");
    reject("- with --staged", readsInput, "standard input is not staged");
    reject("--update-baseline with --staged", args.updateBaseline, "a baseline is for files in the work tree");
  }
  if (args.watch === true) {
    reject("- with --watch", readsInput, "standard input does not change");
    reject("--diff with --watch", args.diff, "every change would print a new patch");
    reject("--update-baseline with --watch", args.updateBaseline, "every new finding would go into the baseline");
  }
  if (args.filesFrom !== undefined) {
    reject("--files-from with --staged", args.staged, "the files are those that are staged");
    reject("--files-from with --watch", args.watch, "a list of files does not change");
    reject("- with --files-from -", args.filesFrom === STANDARD_INPUT && readsInput, "standard input is the list");
  }
  if (args.state !== undefined || args.maxTime !== undefined) {
    const option = args.state === undefined ? "--max-time" : "--state";
    reject(`${option} with --watch`, args.watch, "a run that watches does not end");
    reject(`${fixOption} with ${option}`, fixes, "files that were fixed are other files");
  }
  if (args.shard !== undefined) {
    reject("--shard with --staged", args.staged, "the files are those that are staged");
    reject("--shard with --watch", args.watch, "a shard is a part of one run");
    reject(`${fixOption} with --shard`, fixes, "a fix of a stage may change files of another shard");
    reject("--diff with --shard", args.diff, "a fix of a stage may change files of another shard");
    reject("--update-baseline with --shard", args.updateBaseline, "a baseline is of all files");
    reject("--max-diagnostics with --shard", args.maxDiagnostics, "give it to usda-lint merge-reports");
  }
  if (args.updateBaseline === true) {
    reject("--update-baseline with --diff", args.diff, "--diff writes nothing");
    reject("- with --update-baseline", readsInput, "a baseline is for files");
  }
  if (args.composed === false) {
    for (const option of ["variant", "searchPath", "session", "maxVariants"] as const) {
      const name = { variant: "variant", searchPath: "search-path", session: "session", maxVariants: "max-variants" }[
        option
      ];
      reject(`--${name} with --no-composed`, args[option], "layers are checked by themselves");
    }
  }
  if (args.init === true) {
    reject("--init with paths", paths.length > 0, "it writes a configuration to the working folder");
    reject("--init with --print-config", args.printConfig, "one writes a configuration, the other prints one");
    reject("--init with --config", args.config, "it writes usda-lint.config.mjs");
    reject("--init with --no-config", args.noConfig, "it writes usda-lint.config.mjs");
  }
  if (args.config !== undefined) reject("--no-config with --config", args.noConfig, "use one of them");
  if (args.printConfig === true) {
    reject("--print-config with several files", paths.length > 1, "it prints the configuration of one file");
  }
  if (args.cacheLocation !== undefined) {
    reject("--cache-location with --no-cache", args.cache === false, "there is no cache to store");
  }
  checkCount("--jobs", args.jobs);
  checkCount("--max-diagnostics", args.maxDiagnostics);
  checkCount("--max-resolution", args.maxResolution);
}

/** @throws {UsageError} for a value that is not a whole number from 1. */
export function checkCount(option: string, value: number | undefined): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= 1)) return;
  throw new UsageError(`Option "${option}" expects a whole number from 1, found "${value}"`);
}
