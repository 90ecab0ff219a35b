import type { TestModule } from "vitest/node";

export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

/** Counts the tests of `modules` by their result; an error outside of a test counts as a failed one. */
export function tally(modules: readonly TestModule[], unhandledErrors: number): Tally {
  const counts: Tally = { passed: 0, failed: unhandledErrors, skipped: 0 };
  for (const module of modules) {
    for (const test of module.children.allTests()) {
      const state = test.result().state;
      // A test that never got to its end did not pass.
      counts[state === "pending" ? "failed" : state]++;
    }
    // What failed outside a test (an import, a hook): its tests may not even be known.
    counts.failed += module.errors().length;
    for (const suite of module.children.allSuites()) counts.failed += suite.errors().length;
  }
  return counts;
}
