import { defineConfig, type ViteUserConfig } from "vitest/config";

declare module "vitest" {
  export interface ProvidedContext {
    /** Whether campaigns run at their whole size (`test:deep`), read as `inject("deep") ? 20_000 : 500`. */
    deep: boolean;
  }
}

const config: ViteUserConfig = defineConfig({
  test: {
    include: ["packages/*/src/**/*.test.ts", "packages/*/test-service/**/*.test.ts", "test/**/*.test.ts"],
    provide: { deep: false },
    // Files share a process and its modules, and Node imports them by itself: two thirds of the time of small files were
    // new processes that evaluated the same modules, and a third of that of hot code the accessors of rewritten imports.
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Generous: the machines that run this may have two busy cores.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});

export default config;
