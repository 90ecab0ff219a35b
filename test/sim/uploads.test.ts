// Campaign: Uploads in 4,000 simulated runs, with faults of the network and of the upload host

/** Whole uploads in virtual time, through the real transport, with faults by chance: the same for the same seed. */
import { expect, inject, test } from "vitest";
import { upload } from "./activities/upload.ts";
import { runSeeds } from "./batch.ts";

const SEEDS = inject("deep") ? 4000 : 150;

test(
  `${SEEDS} runs of uploads keep every rule, and what is done is there byte for byte`,
  { timeout: 600_000 },
  async () => {
    const ends = new Map<string, number>();
    const trace = (line: string): void => {
      const end = /upload: (\w+)/.exec(line)?.[1];
      if (end !== undefined) ends.set(end, (ends.get(end) ?? 0) + 1);
    };
    const failures = await runSeeds(0, SEEDS, { activities: [upload], trace });
    expect(failures).toEqual([]);
    // Every end is reached, so that each was tried.
    expect([...ends.keys()]).toEqual(expect.arrayContaining(["done", "OutcomeUnknownError", "Quit"]));
    expect(ends.get("done")).toBeGreaterThan(SEEDS / 2);
    const failed = [...ends].filter(([end]) => !["done", "OutcomeUnknownError", "Quit"].includes(end));
    expect(failed.length).toBeGreaterThan(0);
  },
);
