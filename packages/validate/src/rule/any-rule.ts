import type { Rule, RuleMeta } from "./rule.ts";
import type { StageRule } from "./stage-rule.ts";

/** A rule about a layer by itself, or about the stage that it is composed to. */
export type AnyRule = Rule | StageRule;

/** A rule of a check of layers: those about stages are known by their properties alone. */
export interface KnownRule {
  readonly meta: RuleMeta;
  /** Absent from rules about stages. */
  readonly check?: Rule["check"] | undefined;
}
