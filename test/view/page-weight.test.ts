import { expect, test } from "vitest";
import { targets } from "../bench/targets.ts";
import { weighPage } from "./page-weight.ts";

test(
  `the page of usda view loads at most ${targets.view.page} KB after gzip before it knows the files`,
  { timeout: 120_000 },
  async () => {
    const { atStart, onDemand, library } = await weighPage();
    expect(atStart).toBeLessThanOrEqual(targets.view.page * 1000);
    // Decoders of assets are not among them.
    expect(onDemand).toBeGreaterThan(atStart);
    // The page of a library is one of its own.
    expect(library).toBeLessThanOrEqual(12_000);
    expect(library).toBeGreaterThan(2000);
  },
);
