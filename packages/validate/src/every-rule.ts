import type { AnyRule } from "./rule/any-rule.ts";
import { rules } from "./rules/index.ts";
import { stageRules } from "./stage-rules/index.ts";

/** Every rule, in the order of the findings of one place. */
export const everyRule: readonly AnyRule[] = [...rules, ...stageRules];
