import { batchOptions } from "@usdkit/batch/options/batch-options";
import { profiles } from "@usdkit/validate";
import type { Command, Options } from "@usdkit/command/cli/command";
import type { LintArguments } from "../run/arguments.ts";
import { compositionOptions } from "../composition/composition-options.ts";
import { SEARCH_PATH_HELP } from "../files/search-paths.ts";
import { runLint } from "../run/run-lint.ts";
import { reporters } from "../reporters/index.ts";

const builder: Readonly<Record<string, Options>> = {
  paths: { describe: "Files, folders, globs, or - for standard input; default: the working folder" },
  profile: { type: "string", choices: profiles, describe: "Use of the files; default: auto, by their content" },
  base: { type: "string", describe: "The scene that patches apply to" },
  "max-resolution": { type: "number", describe: "Maximum image width or height, in pixels; default: 4500" },
  assets: { type: "string", describe: "JSON file with a list of the known mesh ids" },
  rule: {
    type: "string",
    array: true,
    describe: "Set the level of a rule, as ID:LEVEL with off, info, warning or error; repeatable",
  },
  format: {
    type: "string",
    array: true,
    describe: `Output format: ${Object.keys(reporters).join(", ")}; NAME=FILE writes to a file; repeatable`,
  },
  statistics: { type: "boolean", describe: "Print the number of findings of each rule at the end" },
  "max-diagnostics": { type: "number", describe: "Maximum number of findings in reports; all of them count" },
  quiet: { type: "boolean", describe: "Report errors only" },
  "max-warnings": { type: "number", describe: "Exit with 1 if there are more warnings" },
  fix: { type: "boolean", describe: "Apply safe fixes" },
  "fix-unsafe": { type: "boolean", describe: "Apply all fixes" },
  diff: { type: "boolean", describe: "Print the changes of fixes as a patch and write nothing" },
  config: {
    type: "string",
    describe: "Configuration file; default: the closest one in the file's folder or its parents",
  },
  "no-config": { type: "boolean", describe: "Use no configuration file" },
  "print-config": { type: "boolean", describe: "Show the resolved configuration for a file" },
  init: { type: "boolean", describe: "Write a configuration file to start from" },
  baseline: { type: "string", describe: "File of known findings, which are not reported" },
  "update-baseline": { type: "boolean", describe: "Write the current findings to the baseline" },
  composed: {
    type: "boolean",
    describe:
      "Compose scenes of the service too, as all other files are: rules about stages run; --no-composed checks layers by themselves",
  },
  ...compositionOptions,
  "max-variants": {
    type: "number",
    describe: "Combinations of variants of a stage that are checked besides its own selections; default: 1000",
  },
  "search-path": { type: "string", array: true, describe: SEARCH_PATH_HELP },
  cache: { type: "boolean", describe: "Cache results for files that do not change" },
  "cache-location": {
    type: "string",
    describe:
      "Folder of the cache, or s3://bucket/prefix; default: in node_modules, otherwise in the cache folder of the user",
  },
  ...batchOptions,
  watch: { type: "boolean", describe: "Re-check files when they change, until Ctrl-C" },
  staged: { type: "boolean", describe: "Check the files staged in git, with their staged content" },
  gitignore: { type: "boolean", describe: "Skip files that git ignores (default); --no-gitignore checks them" },
  jobs: { type: "number", describe: "Number of threads; default: by the number of bytes and processors" },
  compat: {
    type: "string",
    choices: ["usdchecker"],
    describe: "Take the flags of another program and print in its form",
  },
  arkit: { type: "boolean", describe: "With --compat usdchecker: check for Apple's viewers" },
  skipVariants: { type: "boolean", describe: "With --compat usdchecker: check no other variants" },
  rootPackageOnly: { type: "boolean", describe: "With --compat usdchecker: check the root package alone" },
  noAssetChecks: { type: "boolean", describe: "With --compat usdchecker: do not look for files" },
  dumpRules: { type: "boolean", describe: "With --compat usdchecker: list the checks" },
  verbose: { type: "boolean", describe: "With --compat usdchecker: accepted" },
  strict: { type: "boolean", describe: "With --compat usdchecker: warnings fail too" },
  out: { type: "string", describe: "With --compat usdchecker: the file of the report" },
  "stdin-filename": { type: "string", describe: "Name of standard input in reports and for the configuration" },
};

export const lint: Command<LintArguments> = {
  command: "$0 [paths..]",
  describe: "Check OpenUSD scenes",
  builder,
  examples: [
    ["$0 scenes", "check every .usda file below scenes"],
    ["$0 --format json=report.json --format concise", "write a JSON report and print a short one"],
    ["$0 --rule duplicate-field:error room.usda", "fail on duplicate fields"],
    ["$0 shot.usda", "check a stage, with every layer of it and its variants"],
    ["$0 --fix --diff scenes", "show what --fix would change"],
  ],
  handler: runLint,
};
