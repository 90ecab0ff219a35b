/** The registry of rules about composed stages: a rule is one file and one line here. */
import type { StageRule } from "../rule/stage-rule.ts";
import { rule as arcInvalid } from "./arc-invalid.ts";
import { rule as arcTargetMissing } from "./arc-target-missing.ts";
import { rule as compositionCycle } from "./composition-cycle.ts";
import { rule as defaultPrimMissing } from "./default-prim-missing.ts";
import { rule as expressionInvalid } from "./expression-invalid.ts";
import { rule as instanceableIgnored } from "./instanceable-ignored.ts";
import { rule as missingAsset } from "./missing-asset.ts";
import { rule as missingClip } from "./missing-clip.ts";
import { rule as missingLayer } from "./missing-layer.ts";
import { rule as propertyKindConflict } from "./property-kind-conflict.ts";
import { rule as relocatesInvalid } from "./relocates-invalid.ts";
import { rule as targetIgnored } from "./target-ignored.ts";
import { rule as targetMissing } from "./target-missing.ts";
import { rule as unreadableLayer } from "./unreadable-layer.ts";
import { rule as variantMissing } from "./variant-missing.ts";

/** Every rule about composed stages, in the order of the findings of one place. */
export const stageRules: readonly StageRule[] = [
  missingLayer,
  unreadableLayer,
  missingAsset,
  missingClip,
  compositionCycle,
  arcTargetMissing,
  defaultPrimMissing,
  arcInvalid,
  relocatesInvalid,
  expressionInvalid,
  propertyKindConflict,
  targetIgnored,
  targetMissing,
  variantMissing,
  instanceableIgnored,
];
