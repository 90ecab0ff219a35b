// Campaign: 20,000 simulated worlds of the client and the service

import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { runSeeds } from "./batch.ts";
import { mistakes } from "./mistakes.ts";

const stackTraceLimit = Error.stackTraceLimit;
// The stacks of a run's many errors are not shown, and take a tenth of its time.
beforeAll(() => {
  Error.stackTraceLimit = 0;
});
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit;
});

/** `pnpm sim` runs a million. */
const SEEDS = inject("deep") ? 20_000 : 60;

test(`${SEEDS} seeds keep every rule`, { timeout: 600_000 }, async () => {
  const failures = await runSeeds(0, SEEDS);
  expect(failures.map(({ seed, problems }) => `npx -y pnpm@12 run sim --seed ${seed}: ${problems.join("; ")}`)).toEqual(
    [],
  );
});

/** Seeds at a time, until one shows the mistake. */
const STEP = 100;

describe("a mistake made on purpose", () => {
  for (const [name, { subject, found }] of Object.entries(mistakes)) {
    test(`${name} is found`, { timeout: 600_000 }, async () => {
      let said = "";
      for (let first = 0; first < 20_000 && !found.test(said); first += STEP) {
        const failures = await runSeeds(first, STEP, { subject }, STEP);
        said += failures.flatMap(({ problems }) => problems).join("\n");
      }
      expect(said).toMatch(found);
    });
  }
});

test("a seed gives the same run every time", async () => {
  const lines = async (): Promise<string[]> => {
    const seen: string[] = [];
    await runSeeds(7, 5, { trace: (line) => seen.push(line) });
    return seen;
  };
  const once = await lines();
  expect(once.length).toBeGreaterThan(20);
  expect(await lines()).toEqual(once);
});
