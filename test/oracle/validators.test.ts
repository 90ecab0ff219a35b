// Campaign: Rules and the validators of usd-core on 2,000 assets with planted mistakes

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { installedReference } from "./environment.ts";
import { LineWorker } from "./line-worker.ts";
import { mutateStage } from "./mutate-stage.ts";
import { knownDifferences } from "./validator-differences.ts";
import { comparePairs, ourChecks, type PeerAnswer } from "./validator-pairs.ts";

const SEEDS = inject("deep") ? 2000 : 0;
const python = installedReference();

test("assets are the same for the same seed, and most have a mistake", () => {
  const seeds = Array.from({ length: 100 }, (_, seed) => seed + 1);
  expect(seeds.map(mutateStage)).toEqual(seeds.map(mutateStage));
  expect(seeds.filter((seed) => mutateStage(seed).mutations.length > 0).length).toBeGreaterThan(90);
});

test("the guide has each known difference with its checks", () => {
  const guide = readFileSync(join(import.meta.dirname, "../../docs/guides/from-usd-validators.md"), "utf8");
  const rows = guide.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
  for (const { checks, reason } of knownDifferences) {
    const row = rows.find((cells) => cells.includes(reason));
    expect([reason, row?.[1]]).toEqual([reason, checks.map((check) => `\`${check}\``).join(", ")]);
  }
});

test("a difference without a reason is found", () => {
  const { same, differences } = comparePairs(
    {
      found: [["usdGeomValidators:EncapsulationChecker", "/A", "gprim-nested: A."]],
      facts: {
        hasOnlyOvers: false,
        typeOf: () => "",
        reachesOthers: () => false,
        hasSpecs: () => true,
        isNotTraversed: () => false,
        hasPoints: () => false,
        elementSize: () => 1,
        hasSamples: () => false,
        extentError: () => undefined,
        isBelowInstance: () => false,
      },
    },
    [
      ["usdGeomValidators:EncapsulationChecker", "/A", "A"],
      ["usdGeomValidators:EncapsulationChecker", "/B", "B"],
    ],
  );
  expect(same).toEqual(["usdGeomValidators:EncapsulationChecker"]);
  expect(differences).toMatchObject([{ prim: "/B", side: "theirs", known: undefined }]);
});

test.runIf(SEEDS > 0 && python !== undefined)(
  "usd-core reports the same prims for each check",
  { timeout: 900_000 },
  async () => {
    const scratch = mkdtempSync(join(tmpdir(), "usdkit-validators-"));
    const script = join(import.meta.dirname, "validate-with-usd.py");
    const worker = new LineWorker<PeerAnswer>({ python: python ?? "", script });
    const found: string[] = [];
    for (let seed = 1; seed <= SEEDS; seed++) {
      const folder = join(scratch, String(seed));
      mkdirSync(folder);
      const file = join(folder, "asset.usda");
      writeFileSync(file, mutateStage(seed).text);
      // oxlint-disable-next-line no-await-in-loop -- one asset after the other
      const [theirs, ours] = await Promise.all([worker.ask({ root: file }), ourChecks(file, "usd")]);
      if (!("found" in theirs) || theirs.found === undefined || ours === undefined) continue;
      for (const { check, prim, side, message, known } of comparePairs(ours, theirs.found).differences) {
        if (known === undefined) found.push(`${seed}: ${check} <${prim}>: only ${side}: ${message}`);
      }
    }
    worker.close();
    rmSync(scratch, { recursive: true });
    expect(found).toEqual([]);
  },
);
