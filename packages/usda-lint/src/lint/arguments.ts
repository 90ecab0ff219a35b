/** The arguments of `usda-lint`, and which of them make no sense together. */
import type { Profile } from "@usdkit/validate";
import { UsageError } from "@usdkit/command/cli/errors";
import { STANDARD_INPUT } from "@usdkit/command/files/input";

export interface LintArguments {
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
  /** Each `--config`, and false for `--no-config`. */
  config?: (string | false)[] | false;
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
  color?: boolean;
}

/** @throws {UsageError} for the first two flags that contradict each other, with the reason. */
export function refuseContradictions(args: LintArguments): void {
  const { paths = [] } = args;
  const refuse = (flag: string, when: unknown, reason: string): void => {
    if (when !== undefined && when !== false) throw new UsageError(`${flag}: ${reason}`);
  };
  const fixes = args.fix === true || args.fixUnsafe === true;
  const fixFlag = args.fixUnsafe === true ? "--fix-unsafe" : "--fix";
  const readsInput = paths.includes(STANDARD_INPUT);

  if (args.staged === true) {
    refuse(`${fixFlag} with --staged`, fixes, "what is staged is checked, and a fix would change the work tree");
    refuse("--diff with --staged", args.diff, "the patch would be for what is staged, not for the files");
    refuse("--watch with --staged", args.watch, "files are watched, not what is staged");
    refuse("- with --staged", readsInput, "standard input is not staged");
    refuse("--update-baseline with --staged", args.updateBaseline, "a baseline is about files as they are");
  }
  if (args.watch === true) {
    refuse("- with --watch", readsInput, "standard input does not change");
    refuse("--diff with --watch", args.diff, "there would be a new patch with every change");
    refuse("--update-baseline with --watch", args.updateBaseline, "every new finding would go into the baseline");
  }
  if (args.updateBaseline === true) {
    refuse("--update-baseline with --diff", args.diff, "--diff writes nothing");
    refuse("- with --update-baseline", readsInput, "a baseline is about files");
  }
  if (args.init === true) {
    refuse("--init with paths", paths.length > 0, "it writes a configuration into the working folder");
    refuse("--init with --print-config", args.printConfig, "one writes a configuration, the other shows one");
    refuse("--init with --config", args.config !== undefined, "it writes usda-lint.config.mjs");
  }
  const configs = configsOf(args);
  refuse("--no-config with --config", configs.length > 1 && configs.includes(false), "one of them says which there is");
  refuse("several --config", configs.length > 1, "one configuration holds for all");
  if (args.printConfig === true) {
    refuse("--print-config with several files", paths.length > 1, "it shows what holds for one file");
  }
  if (args.cacheLocation !== undefined && args.cache === false) {
    refuse("--cache-location with --no-cache", true, "there is no cache to put there");
  }
  refuseNumber("--jobs", args.jobs);
  refuseNumber("--max-resolution", args.maxResolution);
}

export function configsOf({ config = [] }: LintArguments): readonly (string | false)[] {
  return config === false ? [false] : config;
}

function refuseNumber(flag: string, value: number | undefined): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= 1)) return;
  throw new UsageError(`${flag} takes a whole number from 1 on, not "${value}"`);
}
