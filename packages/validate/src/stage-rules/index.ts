/** The registry of rules about composed stages: a rule is one file and one line here. */
import type { StageRule } from "../rule/stage-rule.ts";
import { rule as missingLayer } from "./composition/missing-layer.ts";
import { rule as unreadableLayer } from "./composition/unreadable-layer.ts";
import { rule as missingAsset } from "./composition/missing-asset.ts";
import { rule as missingClip } from "./composition/missing-clip.ts";
import { rule as compositionCycle } from "./composition/composition-cycle.ts";
import { rule as arcTargetMissing } from "./composition/arc-target-missing.ts";
import { rule as defaultPrimMissing } from "./composition/default-prim-missing.ts";
import { rule as arcInvalid } from "./composition/arc-invalid.ts";
import { rule as relocatesInvalid } from "./composition/relocates-invalid.ts";
import { rule as expressionInvalid } from "./composition/expression-invalid.ts";
import { rule as propertyKindConflict } from "./composition/property-kind-conflict.ts";
import { rule as targetIgnored } from "./composition/target-ignored.ts";
import { rule as targetMissing } from "./composition/target-missing.ts";
import { rule as variantMissing } from "./composition/variant-missing.ts";
import { rule as instanceableIgnored } from "./composition/instanceable-ignored.ts";
import { rule as danglingOver } from "./layout/dangling-over.ts";
import { rule as kindHierarchy } from "./layout/kind-hierarchy.ts";
import { rule as primUntyped } from "./layout/prim-untyped.ts";
import { rule as stageDefaultPrim } from "./layout/stage-default-prim.ts";
import { rule as stageMetadataMissing } from "./layout/stage-metadata-missing.ts";
import { rule as nameNotNormalized } from "./layout/name-not-normalized.ts";
import { rule as apiSchemaInvalid } from "./schema/api-schema-invalid.ts";
import { rule as attributeMisspelled } from "./schema/attribute-misspelled.ts";
import { rule as attributeSchemaType } from "./schema/attribute-schema-type.ts";
import { rule as attributeToken } from "./schema/attribute-token.ts";
import { rule as attributeValueRange } from "./schema/attribute-value-range.ts";
import { rule as primTypeUnknown } from "./schema/prim-type-unknown.ts";
import { rule as fieldUnsupported } from "./layer/field-unsupported.ts";
import { rule as textArraysLarge } from "./layer/text-arrays-large.ts";
import { rule as gprimNested } from "./geometry/gprim-nested.ts";
import { rule as subsetFamily } from "./geometry/subset-family.ts";
import { rule as subsetMaterialFamilyType } from "./geometry/subset-material-family-type.ts";
import { rule as subsetMaterialFamily } from "./geometry/subset-material-family.ts";
import { rule as subsetParent } from "./geometry/subset-parent.ts";
import { rule as meshManifold } from "./geometry/mesh-manifold.ts";
import { rule as meshPointsEqual } from "./geometry/mesh-points-equal.ts";
import { rule as meshPointsUnused } from "./geometry/mesh-points-unused.ts";
import { rule as meshTopology } from "./geometry/mesh-topology.ts";
import { rule as meshZeroArea } from "./geometry/mesh-zero-area.ts";
import { rule as normalsInvalid } from "./geometry/normals-invalid.ts";
import { rule as normalsMissing } from "./geometry/normals-missing.ts";
import { rule as normalsWinding } from "./geometry/normals-winding.ts";
import { rule as primvarIndexable } from "./geometry/primvar-indexable.ts";
import { rule as primvarIndices } from "./geometry/primvar-indices.ts";
import { rule as subdivisionSchemeMissing } from "./geometry/subdivision-scheme-missing.ts";
import { rule as extentInvalid } from "./geometry/extent-invalid.ts";
import { rule as extentMissing } from "./geometry/extent-missing.ts";
import { rule as xformOpInvalid } from "./geometry/xform-op-invalid.ts";
import { rule as connectableEncapsulation } from "./material/connectable-encapsulation.ts";
import { rule as materialBindingApi } from "./material/material-binding-api.ts";
import { rule as materialBindingCollection } from "./material/material-binding-collection.ts";
import { rule as materialBindingType } from "./material/material-binding-type.ts";
import { rule as materialBindingTarget } from "./material/material-binding-target.ts";
import { rule as materialDuplicate } from "./material/material-duplicate.ts";
import { rule as materialEncapsulation } from "./material/material-encapsulation.ts";
import { rule as mdlPath } from "./material/mdl-path.ts";
import { rule as mdlSchemaOld } from "./material/mdl-schema-old.ts";
import { rule as normalMapTexture } from "./material/normal-map-texture.ts";
import { rule as shaderInputInvalid } from "./material/shader-input-invalid.ts";
import { rule as shaderInputType } from "./material/shader-input-type.ts";
import { rule as shaderSource } from "./material/shader-source.ts";
import { rule as textureFormat } from "./material/texture-format.ts";
import { rule as lightAttributeName } from "./schema/light-attribute-name.ts";
import { rule as skelBindingApi } from "./skel/skel-binding-api.ts";
import { rule as skelBindingRoot } from "./skel/skel-binding-root.ts";
import { rule as physicsArticulation } from "./physics/physics-articulation.ts";
import { rule as physicsCollider } from "./physics/physics-collider.ts";
import { rule as physicsJoint } from "./physics/physics-joint.ts";
import { rule as physicsMass } from "./physics/physics-mass.ts";
import { rule as physicsRigidBody } from "./physics/physics-rigid-body.ts";
import { rule as authorshipInputs } from "./media/authorship-inputs.ts";
import { rule as authorshipShadowed } from "./media/authorship-shadowed.ts";
import { rule as packageEncapsulation } from "./package/package-encapsulation.ts";
import { rule as packageFileType } from "./package/package-file-type.ts";
import { rule as packageLayout } from "./package/package-layout.ts";
import { rule as arkitUnsupported } from "./package/arkit-unsupported.ts";
import { rule as limitExceeded } from "./limits/limit-exceeded.ts";
import { rule as primNamePattern } from "./limits/prim-name-pattern.ts";

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
  apiSchemaInvalid,
  attributeMisspelled,
  attributeSchemaType,
  attributeToken,
  attributeValueRange,
  primTypeUnknown,
  fieldUnsupported,
  textArraysLarge,
  gprimNested,
  subsetFamily,
  subsetMaterialFamilyType,
  subsetMaterialFamily,
  subsetParent,
  meshManifold,
  meshPointsEqual,
  meshPointsUnused,
  meshTopology,
  meshZeroArea,
  normalsInvalid,
  normalsMissing,
  normalsWinding,
  primvarIndexable,
  primvarIndices,
  subdivisionSchemeMissing,
  extentInvalid,
  extentMissing,
  xformOpInvalid,
  connectableEncapsulation,
  materialBindingApi,
  materialBindingCollection,
  materialBindingTarget,
  materialBindingType,
  materialDuplicate,
  materialEncapsulation,
  mdlPath,
  mdlSchemaOld,
  normalMapTexture,
  shaderInputInvalid,
  shaderInputType,
  shaderSource,
  textureFormat,
  lightAttributeName,
  skelBindingApi,
  skelBindingRoot,
  physicsArticulation,
  physicsCollider,
  physicsJoint,
  physicsMass,
  physicsRigidBody,
  authorshipInputs,
  authorshipShadowed,
  packageEncapsulation,
  packageFileType,
  packageLayout,
  arkitUnsupported,
  limitExceeded,
  primNamePattern,
];
