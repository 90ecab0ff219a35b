import type { Rule } from "./rule.ts";
import type { StageRule } from "./stage-rule.ts";

/** A rule about a layer by itself, or about the stage that it is composed to. */
export type AnyRule = Rule | StageRule;
