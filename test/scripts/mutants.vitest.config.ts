// The tests that `mutants.ts` runs: those of one package, the smallest files first, without the campaigns.
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { configDefaults, defineConfig, mergeConfig, type ViteUserConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import base from "../../vitest.config.ts";
import { deepTestPattern, findCampaigns, findTestFiles } from "./campaigns.ts";

const root = resolve(import.meta.dirname, "../..");

/**
 * The smallest files first: a run ends at the first failure, and most changes fail in the table of their module. vitest
 * begins with the files that take longest.
 */
class SmallestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const size = new Map(files.map((file) => [file, statSync(file.moduleId).size]));
    const isLoop = (file: TestSpecification): number => Number(file.moduleId.endsWith("mutant-loop.ts"));
    return Promise.resolve(files.toSorted((a, b) => isLoop(a) - isLoop(b) || (size.get(a) ?? 0) - (size.get(b) ?? 0)));
  }
}

const include = [`packages/${process.env["USDKIT_PACKAGE"] ?? "*"}/src/**/*.test.ts`];
// A change that only a campaign of random input notices has no table that states what is right.
const campaigns = process.env["USDKIT_CAMPAIGNS"] === "1" ? [] : findCampaigns(root, findTestFiles(root));

const config: ViteUserConfig = mergeConfig(
  base,
  defineConfig({
    test: {
      exclude: [...configDefaults.exclude, deepTestPattern, ...campaigns.map(({ path }) => path)],
      setupFiles: [resolve(import.meta.dirname, "mutants-setup.ts")],
      sequence: { sequencer: SmallestFirst },
    },
  }),
);
// The runner that keeps modules has its loop in a file of tests.
const loop = process.env["USDKIT_RELOAD"] === "1" ? [] : ["test/scripts/mutants/mutant-loop.ts"];
config.test = { ...config.test, include: [...include, ...loop] };

export default config;
