/** The registry: a rule is one file and one line here. Their order is the order of findings at the same location. */
import type { KnownRule } from "../rule/any-rule.ts";
import type { Rule, RuleMeta } from "../rule/rule.ts";
import { stageRuleMetas } from "../stage-rules/stage-rule-metas.generated.ts";
import { rule as attributeIgnored } from "./attribute-ignored.ts";
import { rule as attributeRange } from "./attribute-range.ts";
import { rule as attributeType } from "./attribute-type.ts";
import { rule as cameraFirst } from "./camera-first.ts";
import { rule as cameraPresent } from "./camera-present.ts";
import { rule as cameraRange } from "./camera-range.ts";
import { rule as cameraRelationship } from "./camera-relationship.ts";
import { rule as compositionUnsupported } from "./composition-unsupported.ts";
import { rule as defaultPrimExists } from "./default-prim-exists.ts";
import { rule as duplicateField } from "./duplicate-field.ts";
import { rule as materialNetworkUnsupported } from "./material-network-unsupported.ts";
import { rule as mergeConflict } from "./merge-conflict.ts";
import { rule as meshIdKnown } from "./mesh-id-known.ts";
import { rule as metadataUnknown } from "./metadata-unknown.ts";
import { rule as nameMisspelled } from "./name-misspelled.ts";
import { rule as patchCameraFirst } from "./patch-camera-first.ts";
import { rule as patchCameraOnly } from "./patch-camera-only.ts";
import { rule as patchCameraPresent } from "./patch-camera-present.ts";
import { rule as patchOver } from "./patch-over.ts";
import { rule as patchPath } from "./patch-path.ts";
import { rule as payloadForm } from "./payload-form.ts";
import { rule as payloadRequired } from "./payload-required.ts";
import { rule as primTypeIgnored } from "./prim-type-ignored.ts";
import { rule as renderSettingsFirst } from "./render-settings-first.ts";
import { rule as renderSettingsScope } from "./render-settings-scope.ts";
import { rule as resolutionFallback } from "./resolution-fallback.ts";
import { rule as resolutionLimit } from "./resolution-limit.ts";
import { rule as resolutionRequired } from "./resolution-required.ts";
import { rule as sceneDef } from "./scene-def.ts";
import { rule as sceneEmpty } from "./scene-empty.ts";
import { rule as stageMetadataIgnored } from "./stage-metadata-ignored.ts";
import { rule as timeSamplesIgnored } from "./time-samples-ignored.ts";
import { UNUSED_DISABLE as unusedDisable } from "./unused-disable.ts";
import { rule as usdaEncoding } from "./usda-encoding.ts";
import { rule as usdaHeader } from "./usda-header.ts";
import { rule as usdaSyntax } from "./usda-syntax.ts";
import { rule as xformMatrix } from "./xform-matrix.ts";
import { rule as xformOpOrder } from "./xform-op-order.ts";
import { rule as xformOpSupported } from "./xform-op-supported.ts";

/** Every rule about layers, in the order in which they run: that of the catalogue. */
export const rules: readonly Rule[] = [
  usdaEncoding,
  usdaHeader,
  mergeConflict,
  usdaSyntax,
  duplicateField,
  defaultPrimExists,
  stageMetadataIgnored,
  compositionUnsupported,
  materialNetworkUnsupported,
  primTypeIgnored,
  attributeIgnored,
  nameMisspelled,
  metadataUnknown,
  attributeType,
  attributeRange,
  payloadRequired,
  payloadForm,
  meshIdKnown,
  sceneEmpty,
  cameraPresent,
  cameraFirst,
  cameraRelationship,
  cameraRange,
  resolutionRequired,
  resolutionLimit,
  resolutionFallback,
  renderSettingsFirst,
  renderSettingsScope,
  xformOpSupported,
  xformOpOrder,
  xformMatrix,
  sceneDef,
  timeSamplesIgnored,
  patchOver,
  patchPath,
  patchCameraOnly,
  patchCameraPresent,
  patchCameraFirst,
  unusedDisable,
];

/** Every rule about layers, and after them the properties of those about composed stages. */
export const knownRules: readonly KnownRule[] = [...rules, ...stageRuleMetas.map((meta) => ({ meta }))];

/** The properties of every rule. */
export const ruleMetas: readonly RuleMeta[] = knownRules.map(({ meta }) => meta);
