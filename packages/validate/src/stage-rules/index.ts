/** The registry of rules about composed stages: a rule is one file and one line here. */
import type { StageRule } from "../rule/stage-rule.ts";
import { rule as arcInvalid } from "./composition/arc-invalid.ts";
import { rule as arcTargetMissing } from "./composition/arc-target-missing.ts";
import { rule as compositionCycle } from "./composition/composition-cycle.ts";
import { rule as defaultPrimMissing } from "./composition/default-prim-missing.ts";
import { rule as expressionInvalid } from "./composition/expression-invalid.ts";
import { rule as instanceableIgnored } from "./composition/instanceable-ignored.ts";
import { rule as missingAsset } from "./composition/missing-asset.ts";
import { rule as missingClip } from "./composition/missing-clip.ts";
import { rule as missingLayer } from "./composition/missing-layer.ts";
import { rule as propertyKindConflict } from "./composition/property-kind-conflict.ts";
import { rule as relocatesInvalid } from "./composition/relocates-invalid.ts";
import { rule as targetIgnored } from "./composition/target-ignored.ts";
import { rule as targetMissing } from "./composition/target-missing.ts";
import { rule as unreadableLayer } from "./composition/unreadable-layer.ts";
import { rule as variantMissing } from "./composition/variant-missing.ts";
import { rule as danglingOver } from "./layout/dangling-over.ts";
import { rule as kindHierarchy } from "./layout/kind-hierarchy.ts";
import { rule as primUntyped } from "./layout/prim-untyped.ts";
import { rule as stageDefaultPrim } from "./layout/stage-default-prim.ts";
import { rule as stageMetadataMissing } from "./layout/stage-metadata-missing.ts";
import { rule as nameNotNormalized } from "./layout/name-not-normalized.ts";

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
  danglingOver,
  kindHierarchy,
  primUntyped,
  stageDefaultPrim,
  stageMetadataMissing,
  nameNotNormalized,
];
