import { profiles } from "@usdkit/validate";
import type { Command, Options } from "@usdkit/command/cli/command";
import type { LintArguments } from "../lint/arguments.ts";
import { runLint } from "../lint/run-lint.ts";

const builder: Readonly<Record<string, Options>> = {
  paths: { describe: "Files, folders, globs, or - for standard input; default: the working folder" },
  profile: { type: "string", choices: profiles, describe: "What the files are for; default: auto" },
  base: { type: "string", describe: "The scene that patches belong to" },
  "max-resolution": { type: "number", describe: "Most pixels of an image's side; default: 4500" },
  assets: { type: "string", describe: "A JSON file with a list of the mesh ids that exist" },
  rule: { type: "string", array: true, describe: "ID:LEVEL with off, info, warning or error; repeatable" },
  format: {
    type: "string",
    array: true,
    describe:
      "pretty, concise, json, jsonl, sarif, github, gitlab, junit or html; NAME=FILE writes to a file; repeatable",
  },
  quiet: { type: "boolean", describe: "Report errors only" },
  "max-warnings": { type: "number", describe: "Fail when there are more warnings" },
  fix: { type: "boolean", describe: "Apply fixes that cannot change what was meant" },
  "fix-unsafe": { type: "boolean", describe: "Apply all fixes" },
  diff: { type: "boolean", describe: "Print what fixes would change, as a patch; write nothing" },
  // Many, to see that there are not: of one flag the last would win silently over --no-config.
  config: { type: "string", array: true, describe: "The configuration; default: the nearest one upwards of each file" },
  "no-config": { type: "boolean", describe: "Use no configuration" },
  "print-config": { type: "boolean", describe: "Show what holds for a file, and where it comes from" },
  init: { type: "boolean", describe: "Write a configuration to start from" },
  baseline: { type: "string", describe: "A file of findings that are left out" },
  "update-baseline": { type: "boolean", describe: "Write what is found now into the baseline" },
  cache: { type: "boolean", describe: "Keep answers, for files and settings that do not change" },
  "cache-location": { type: "string", describe: "The folder to keep them in; default: node_modules/.cache/usda-lint" },
  watch: { type: "boolean", describe: "Check again what changes, until Ctrl-C" },
  staged: { type: "boolean", describe: "Check what is staged in git, as it is staged" },
  jobs: { type: "number", describe: "Threads; default: as many as there are, for more than a few files" },
  "stdin-filename": { type: "string", describe: "What standard input is called in reports" },
};

export const lint: Command<LintArguments> = {
  command: "$0 [paths..]",
  describe: "Check OpenUSD text scenes",
  builder,
  examples: [
    ["$0 scenes", "every .usda file below scenes"],
    ["$0 --format json=report.json --format concise", "a report for machines beside one for people"],
    ["$0 --rule duplicate-field:error room.usda", "duplicates fail the check"],
    ["$0 --fix --diff scenes", "what --fix would do"],
  ],
  handler: runLint,
};
