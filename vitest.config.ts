import { defineConfig, type ViteUserConfig } from "vitest/config";

const config: ViteUserConfig = defineConfig({
  test: {
    include: ["packages/*/src/**/*.test.ts", "packages/*/test-service/**/*.test.ts", "test/**/*.test.ts"],
    // Generous: the machines that run this may have two busy cores.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});

export default config;
