import type { Config } from "@usdkit/validate";

/**
 * Gives a configuration back as it is: for completion and type checks in editors.
 *
 * @param config The configuration; it is checked when `usda-lint` reads the file.
 * @example
 * // usda-lint.config.mjs
 * import { defineConfig } from "usda-lint";
 * export default defineConfig({
 *   profile: "offline",
 *   rules: { "duplicate-field": "error" },
 *   overrides: [{ files: ["patches/**"], profile: "patch", base: "room.usda" }],
 * });
 */
export function defineConfig(config: Config): Config {
  return config;
}
