/** Options of a check in a form that can be sent to a worker, and the options of the engine. */
import { parseUsda } from "@usdkit/usda";
import type { CheckOptions, Level, Profile, Rule, RuleContext } from "@usdkit/validate";
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
    ...(customRules.length === 0 ? {} : { customRules: customRules.map(blameRule) }),
  };
}

/** Errors that a custom rule throws get its id. */
function blameRule(rule: Rule): Rule {
  const { id } = rule.meta;
  return {
    ...rule,
    check(context) {
      const { prim, property, spec, undefinedPrim, end } =
        blame(id, (given: RuleContext) => rule.check(given))(context) ?? {};
      return {
        prim: prim && blame(id, prim),
        property: property && blame(id, property),
        spec: spec && blame(id, spec),
        undefinedPrim: undefinedPrim && blame(id, undefinedPrim),
        end: end && blame(id, end),
      };
    },
  };
}

/** Returns the beginning of the message of an error that a custom rule threw. */
export function thrownBy(id: string): string {
  return `the rule "${id}" threw: `;
}

function blame<Arguments extends unknown[], Result>(
  id: string,
  call: (...args: Arguments) => Result,
): (...args: Arguments) => Result {
  return (...args) => {
    try {
      return call(...args);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`${thrownBy(id)}${reason}`, { cause: error });
    }
  };
}
