/**
 * Rules about composed stages.
 *
 * @packageDocumentation
 */
export { checkStage } from "./stage/check-stage.ts";
export { checkVariants } from "./stage/check-variants.ts";
export type { VariantFindings, VariantOptions } from "./stage/check-variants.ts";
export { layerEdit } from "./stage/layer-edit.ts";
export type { LayerEdit } from "./stage/layer-edit.ts";
export { StageCheck } from "./stage/stage-check.ts";
export type { FindingsOptions, StageCheckOptions } from "./stage/stage-check.ts";
export type { RuleFailure } from "./stage/rule-calls.ts";
export type { RelatedStagePlace, StageFinding, StagePlace } from "./stage/place-finding.ts";
export { decidingOpinion } from "./stage/deciding-opinion.ts";
export type { DecidingOpinion } from "./stage/deciding-opinion.ts";
export { schemaSetOf } from "./stage/schema-rows.ts";
export { reportFindings, reportLayer } from "./stage/report-layer.ts";
export type { LayerReport } from "./stage/report-layer.ts";
export { everyRule } from "./every-rule.ts";
export { stageRules } from "./stage-rules/index.ts";
