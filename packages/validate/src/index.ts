export { rulePage } from "./docs/rule-page.ts";
export { rulesPage } from "./docs/rules-page.ts";
export { checkScene, validate } from "./engine/check.ts";
export type { CheckOptions, Report } from "./engine/check.ts";
export type { LevelOverride } from "./engine/levels.ts";
export { fixScene } from "./engine/fix.ts";
export type { FixOptions, FixResult } from "./engine/fix.ts";
export { LineIndex } from "./engine/line-index.ts";
export { profiles } from "./engine/profile.ts";
export type { Profile, ResolvedProfile } from "./engine/profile.ts";
export { levels } from "./engine/types.ts";
export type {
  Effect,
  Finding,
  Fix,
  Level,
  Position,
  RelatedPlace,
  Rule,
  PrimPlace,
  RuleContext,
  RuleExamples,
  RuleListeners,
  Example,
  RuleFinding,
  RuleMeta,
  Severity,
} from "./engine/types.ts";
export type { TextEdit } from "@usdkit/usda";
export { presets } from "./engine/presets.ts";
export type { PresetName } from "./engine/presets.ts";
export { rules } from "./rules/index.ts";
