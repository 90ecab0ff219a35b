/** Options of a check in a form that can be sent to a worker, and the options of the engine. */
import { parseUsda } from "@usdkit/usda";
import type { CheckOptions, Level, Profile, Rule } from "@usdkit/validate";
import type { CustomRuleSource, PrimOverride } from "@usdkit/lint-config/settings";

/** Plain data. */
export interface WireOptions {
  readonly profile: Profile | undefined;
  readonly maxResolution: number | undefined;
  readonly base: Uint8Array | undefined;
  readonly assets: readonly string[] | undefined;
  readonly rules: Readonly<Record<string, Level>>;
  readonly overrides: readonly PrimOverride[];
  readonly customRuleSources: readonly CustomRuleSource[];
}

/** Returns the options of the engine. The base is parsed once for all files. */
export function toCheckOptions(wire: WireOptions, customRules: readonly Rule[]): CheckOptions {
  const { profile, maxResolution, base, assets, rules, overrides } = wire;
  return {
    profile,
    rules,
    ...(maxResolution === undefined ? {} : { maxResolution }),
    ...(base === undefined ? {} : { base: parseUsda(base).layer }),
    ...(assets === undefined ? {} : { assets }),
    ...(overrides.length === 0 ? {} : { overrides }),
    ...(customRules.length === 0 ? {} : { customRules }),
  };
}
