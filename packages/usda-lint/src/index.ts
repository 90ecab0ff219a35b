export { defineConfig } from "./config/define-config.ts";
export type { Config, ConfigOverride, ConfigSettings } from "@usdkit/validate";
