export { rulePage } from "./docs/rule-page.ts";
export { rulesPage } from "./docs/rules-page.ts";
export { checkScene, validate } from "./engine/check.ts";
export type { Report, ReportOptions } from "./engine/check.ts";
export type { ThrownByRule } from "./engine/guard-rule.ts";
export type { CheckOptions } from "./engine/prepare-check.ts";
export { SceneCheck } from "./engine/scene-check.ts";
export type { SceneCheckOptions, TextToCheck } from "./engine/scene-check.ts";
export { withoutKnown } from "./engine/known-findings.ts";
export type { KnownFinding } from "./engine/known-findings.ts";
export { isEnabled } from "./engine/levels.ts";
export type { LevelOverride } from "./engine/levels.ts";
export { chooseFixes, fixScene } from "./engine/fix.ts";
export type { ChosenFixes, FixOptions, FixResult } from "./engine/fix.ts";
export { LineIndex } from "./text/line-index.ts";
export type { Config, ConfigOverride, ConfigSettings } from "./rule/config.ts";
export { everyProfile, isServiceProfile, profiles, usdProfiles } from "./model/profile.ts";
export { hasServiceStatement, resolveProfile } from "./scene/resolve-profile.ts";
export type { Profile, ResolvedProfile } from "./model/profile.ts";
export { levels } from "./model/finding.ts";
export type {
  Effect,
  Finding,
  Fix,
  Level,
  Position,
  RelatedPlace,
  RuleFinding,
  Severity,
  StageOfFinding,
} from "./model/finding.ts";
export type { PrimPlace } from "@usdkit/service-scene";
export type { CheckedPrim, PrimShape } from "./rule/checked-prim.ts";
export type { StageLimits } from "./rule/limits.ts";
export type {
  BadStageExample,
  StageExample,
  StageExamples,
  StageRule,
  StageRuleContext,
  StageRuleFinding,
  StageRuleListeners,
  StageRuleMeta,
  StageRuleSelection,
  StageSubject,
} from "./rule/stage-rule.ts";
export type { Rule, RuleContext, RuleListeners, RuleMeta, RuleWithFixes, RuleWithoutFixes } from "./rule/rule.ts";
export type { BadExample, Example, FixedExample, FixedExamples, RuleExamples } from "./rule/rule.ts";
export type { TextEdit } from "@usdkit/usda";
export { presets } from "./engine/presets.ts";
export type { PresetName } from "./engine/presets.ts";
export { isSetName, requirementSets, setVerdicts } from "./engine/requirement-sets.ts";
export type { JudgedFinding, RequirementSet, RequirementSetName, SetVerdict } from "./engine/requirement-sets.ts";
export { ruleMetas, rules } from "./rules/index.ts";
export type { AnyRule, KnownRule } from "./rule/any-rule.ts";
