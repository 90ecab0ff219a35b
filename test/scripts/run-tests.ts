// Runs every test (or those that the arguments select, as for `vitest run`) and prints `N passed, N failed` last.

import { parseCLI, startVitest } from "vitest/node";
import type { Vitest } from "vitest/node";

interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

function tally(vitest: Vitest): Tally {
  const counts: Tally = { passed: 0, failed: 0, skipped: 0 };
  for (const module of vitest.state.getTestModules()) {
    for (const test of module.children.allTests()) {
      const state = test.result().state;
      // A test that never got to its end did not pass.
      counts[state === "pending" ? "failed" : state]++;
    }
    // What failed outside a test (an import, a hook): the tests of it may not even be known.
    counts.failed += module.errors().length;
    for (const suite of module.children.allSuites()) counts.failed += suite.errors().length;
  }
  counts.failed += vitest.state.getUnhandledErrors().length;
  return counts;
}

const { filter, options } = parseCLI(["vitest", "run", ...process.argv.slice(2)]);
const vitest = await startVitest("test", filter, { ...options, watch: false });
const counts = tally(vitest);
await vitest.close();

if (counts.passed + counts.failed === 0) console.error("No test ran.");
const ok = counts.failed === 0 && counts.passed > 0 && (process.exitCode ?? 0) === 0;
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
// On exit, so that nothing of the runner's comes after it.
process.on("exit", () => {
  if (!ok) process.exitCode = 1;
  process.stdout.write(`${counts.passed} passed, ${counts.failed} failed${skipped}\n`);
});
