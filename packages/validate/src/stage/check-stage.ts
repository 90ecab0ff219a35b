/** The whole check of a stage at once. */
import type { Stage } from "@usdkit/usd";
import type { StageRule } from "../rule/stage-rule.ts";
import { stageRules } from "../stage-rules/index.ts";
import type { StageFinding } from "./place-finding.ts";
import { StageCheck } from "./stage-check.ts";

/**
 * Returns the findings of the stage rules. {@link StageCheck} checks in steps, and again after changes.
 *
 * @example
 * const findings = checkStage(await Stage.open("shot.usda", { resolver }));
 */
export function checkStage(stage: Stage, rules: readonly StageRule[] = stageRules): readonly StageFinding[] {
  const check = new StageCheck(stage, { rules });
  const steps = check.run();
  while (steps.next().done !== true);
  return check.findings();
}
