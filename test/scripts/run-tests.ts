// Runs the tests (or those that the arguments select, as for `vitest run`; a name that is part of no path selects tests by
// their names, such as `payload-required` those of that rule) and prints `N passed, N failed` last.
// Without `--deep` it runs campaigns with a share of their size, leaves out those in `*.deep.test.ts`, and lists all; with
// `--deep` it runs only campaigns, at their whole size, and with `--ci` as well only those that are meant for CI.
// `--slow` lists the slowest tests. `--seed N` gives properties another seed than that of every run, `--seed random` any:
// it is printed first.

import { resolve } from "node:path";
import { configDefaults } from "vitest/config";
import { parseCLI, startVitest } from "vitest/node";
import type { Vitest } from "vitest/node";
import { deepTestPattern, describeCampaigns, findCampaigns, findSourceFiles, findTestFiles } from "./campaigns.ts";
import { describeFailures } from "./describe-failures.ts";
import { readRunArguments } from "./run-arguments.ts";
import { selectTests, type Selection } from "./select-tests.ts";
import { describeSlowTests } from "./slow-tests.ts";
import { tally } from "./tally.ts";

const root = resolve(import.meta.dirname, "../..");
const { deep, ci, slow, seed, rest } = readRunArguments(process.argv.slice(2));
if (seed !== undefined) console.log(`Properties run with --seed ${seed}.`);

// Compiled code is kept between the processes of a run, and between runs: the workers and the commands that tests start
// evaluate the same TypeScript modules.
process.env["NODE_COMPILE_CACHE"] ??= resolve(root, "node_modules/.cache/compile");

const testFiles = findTestFiles(root);
const campaigns = findCampaigns(root, testFiles);
const { filter, options } = parseCLI(["vitest", "run", ...rest]);
const selection = selected();
const vitest: Vitest = await startVitest("test", [...selection.files], {
  ...options,
  ...(selection.namePattern === undefined ? {} : { testNamePattern: selection.namePattern }),
  ...(deep
    ? { include: campaigns.filter(({ inCi }) => inCi || !ci).map(({ path }) => path), testTimeout: 600_000 }
    : { exclude: [...configDefaults.exclude, deepTestPattern] }),
  provide: { deep, ...(seed === undefined ? {} : { seed }) },
  watch: false,
});
const modules = vitest.state.getTestModules();
const unhandled = vitest.state.getUnhandledErrors();
const counts = tally(modules, unhandled.length);
const failures = describeFailures(modules, unhandled, root);
const slowest = slow ? describeSlowTests(modules, root) : [];
await vitest.close();

for (const line of slowest) console.log(line);
// Campaigns are listed only if no files are selected.
if (!deep && filter.length === 0) for (const line of describeCampaigns(campaigns)) console.log(line);
for (const line of failures) console.log(line);
if (counts.passed + counts.failed === 0) console.error("No test ran.");

/** What the arguments select; ends the run if that is nothing. */
function selected(): Selection {
  try {
    return selectTests(filter, testFiles, filter.length === 0 ? [] : findSourceFiles(root));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.log("0 passed, 0 failed");
    process.exit(1);
  }
}

const ok = counts.failed === 0 && counts.passed > 0 && (process.exitCode ?? 0) === 0;
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
// On exit, so that no output of the runner follows.
process.on("exit", () => {
  if (!ok) process.exitCode = 1;
  process.stdout.write(`${counts.passed} passed, ${counts.failed} failed${skipped}\n`);
});
