import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { defineConfig, type ViteUserConfig } from "vitest/config";

declare module "vitest" {
  export interface ProvidedContext {
    /** Whether campaigns run at their whole size (`test:deep`), read as `inject("deep") ? 20_000 : 500`. */
    deep: boolean;
    /** The seed of properties (fast-check): the same in every run, unless the tests are run with `--seed`. */
    seed: number;
  }
}

const config: ViteUserConfig = defineConfig({
  test: {
    include: ["packages/*/src/**/*.test.ts", "test/**/*.test.ts"],
    provide: { deep: false, seed: 1 },
    globalSetup: [resolve(import.meta.dirname, "test/scripts/temporary-cache.ts")],
    setupFiles: [resolve(import.meta.dirname, "test/scripts/property-seed.ts")],
    // Files share a process and its modules, and Node imports them by itself: two thirds of the time of small files were
    // new processes that evaluated the same modules, and a third of that of hot code the accessors of rewritten imports.
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // vitest would leave one core to itself; and a third of the tests' time is waiting for processes and deadlines: on two
    // cores three workers took 260 s, four 225.
    maxWorkers: availableParallelism() + 2,
    // A limit ends what hangs, and is no measure of speed; the machines that run this may have two busy cores, on which what
    // takes one second alone was seen to take 25.
    testTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    hookTimeout: 300_000,
    // In CI a test that fails is run again; if it passes then, the end of the log names it with its first error.
    retry: process.env["CI"] === undefined ? 0 : 1,
  },
});

export default config;
