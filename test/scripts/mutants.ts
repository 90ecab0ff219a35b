// Tests the tests of a folder: `pnpm run mutants packages/usdc/src/write` changes each expression of its files in turn
// (Stryker), runs the package's own tests that reach it, and lists the changes that no test noticed. Exit code 1 if fewer
// than 90 % of the changes are noticed. `--files GLOB` limits it to some files of the folder. Campaigns of random input run
// only with `--campaigns`: they take seconds for each change, and a table should notice it. Modules are imported once
// (`mutants/kept-modules-runner.ts`); `--reload` imports them again for each change, with Stryker's runner for vitest.
//
// The files are changed in place while it runs, and restored at its end, also if it is interrupted.

import { existsSync, globSync, rmSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";

const root = resolve(import.meta.dirname, "../..");
/** Percentage of changes that the tests of a package must notice. */
const required = 90;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    files: { type: "string", default: "**/*.ts" },
    concurrency: { type: "string", default: "2" },
    campaigns: { type: "boolean", default: false },
    reload: { type: "boolean", default: false },
  },
});
const [folder = ""] = positionals;
const path = relative(root, resolve(root, folder)).split(sep).join("/");
const [packages, name] = path.split("/");
if (packages !== "packages" || name === undefined || positionals.length !== 1 || !existsSync(resolve(root, path))) {
  console.error(`Expected one folder of a package, such as packages/usdc/src/write; found "${positionals.join(" ")}"`);
  process.exit(2);
}

process.chdir(root);
process.env["USDKIT_PACKAGE"] = name;
if (values.campaigns) process.env["USDKIT_CAMPAIGNS"] = "1";
if (values.reload) process.env["USDKIT_RELOAD"] = "1";
// Each change is tested in a new thread, which imports the sources again: their types are stripped once.
process.env["NODE_COMPILE_CACHE"] = resolve(root, "node_modules/.cache/mutants");
const stryker = new Stryker({
  inPlace: true,
  mutate: [`${path}/${values.files}`, `!${path}/**/*.test.ts`, `!${path}/**/*.generated.ts`],
  testRunner: values.reload ? "vitest" : "kept-modules",
  plugins: ["@stryker-mutator/vitest-runner", resolve(import.meta.dirname, "mutants/kept-modules-runner.ts")],
  vitest: { configFile: "test/scripts/mutants.vitest.config.ts", related: false },
  coverageAnalysis: "perTest",
  checkers: [],
  concurrency: Number(values.concurrency),
  // Tests assert the parts of messages that matter; a test for each word would repeat the text.
  mutator: { excludedMutations: ["StringLiteral"] },
  // What runs once when a module is loaded needs a new process for each change.
  ignoreStatic: true,
  reporters: ["clear-text", "progress"],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: true },
  thresholds: { high: 95, low: required, break: required },
  tempDirName: "node_modules/.cache/stryker",
  cleanTempDir: "always",
  disableTypeChecks: false,
  allowConsoleColors: false,
  timeoutMS: 5_000,
});
try {
  await stryker.runMutationTest();
} finally {
  // The runner's own files.
  for (const file of globSync("stryker-setup-*.js")) rmSync(file);
}
