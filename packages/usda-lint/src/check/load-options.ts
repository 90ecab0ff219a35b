/** The options of a check in a thread: rules that are code are loaded there. */
import type { Rule } from "@usdkit/validate";
import { toCheckOptions, type WireOptions } from "./wire-options.ts";

/** @throws {ConfigError} if a configuration that has rules is not what it was */
export async function loadCheckOptions(wire: WireOptions): Promise<ReturnType<typeof toCheckOptions>> {
  const customRules: Rule[] = [];
  for (const { file, override } of wire.customRuleSources) {
    const { loadConfig } = await import("@usdkit/lint-config/load-config");
    const { isNamed } = await import("@usdkit/lint-config/code-policy");
    // The main thread has run it.
    const { config } = await loadConfig(file, process.cwd(), isNamed);
    const scope = override === null ? config : config.overrides?.[override];
    customRules.push(...(scope?.customRules ?? []));
  }
  return toCheckOptions(wire, customRules);
}
