/**
 * Rules about composed stages.
 *
 * @packageDocumentation
 */
export { checkStage, checkStageInSteps } from "./stage/check-stage.ts";
export type { StageFinding, StepOptions } from "./stage/check-stage.ts";
export { decidingOpinion } from "./stage/deciding-opinion.ts";
export type { DecidingOpinion } from "./stage/deciding-opinion.ts";
export { reportLayer } from "./stage/report-layer.ts";
export type { LayerReport } from "./stage/report-layer.ts";
export { walkStage } from "./stage/walk-stage.ts";
export type { StageVisitor } from "./stage/walk-stage.ts";
