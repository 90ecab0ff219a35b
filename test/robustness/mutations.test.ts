// Campaign: 20,000 mutations of real files by tokens and bytes, and 2,000 with control characters

// Mutations of real files: nothing throws, every result is consistent, and every layer can be visited completely.
// Longer runs: node test/robustness/mutate.ts --count N --seed S

import { describe, expect, inject, test } from "vitest";
import { parseUsda } from "../../packages/usda/src/parse/parse-usda.ts";
import { examine } from "./examine.ts";
import { mutate, mutateUnsafely } from "./mutations.ts";
import { readSeeds } from "./seeds.ts";

const SEED = 20_260_801;
const RUN = inject("deep") ? 2000 : 50;
const RUNS = 10;
const TIMEOUT = 120_000;

const seeds = readSeeds();

function problemsOf(from: number, make: typeof mutate, flag = ""): string[] {
  const problems: string[] = [];
  for (let number = from; number < from + RUN; number++) {
    const found = examine(make(seeds, SEED, number).bytes);
    if (found.length > 0)
      problems.push(`--seed ${SEED} --from ${number} --count 1${flag}: ${found.slice(0, 3).join("; ")}`);
  }
  return problems;
}

test("the seed files exist", () => {
  expect(seeds.length).toBeGreaterThan(5);
});

describe("mutations by tokens and by bytes", () => {
  test.each(Array.from({ length: RUNS }, (_, run) => run * RUN))(
    "%i and on",
    (from) => {
      expect(problemsOf(from, mutate)).toEqual([]);
    },
    TIMEOUT,
  );

  test("many of them are broken, and some are not", () => {
    const broken = Array.from({ length: 500 }, (_, number) => parseUsda(mutate(seeds, SEED, number).bytes).ok).filter(
      (ok) => !ok,
    );
    expect(broken.length).toBeGreaterThan(150);
    expect(broken.length).toBeLessThan(490);
  });
});

test(
  "control and direction characters of a file are never raw in messages",
  () => {
    expect(problemsOf(0, mutateUnsafely, " --unsafe")).toEqual([]);
  },
  TIMEOUT,
);
