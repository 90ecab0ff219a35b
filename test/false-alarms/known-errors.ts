// Findings of severity error on files that are meant to be valid, with the reason for each: what is wrong in the file.

import type { ErrorOfFile } from "./errors-of-stages.ts";
import { lacksFile } from "./missing-files.ts";

/** Errors of a rule on some files. */
export interface KnownError {
  readonly rule: string;
  /** Matches the path in the set. */
  readonly files: RegExp;
  /** Only those that it accepts. */
  readonly when?: (error: ErrorOfFile) => boolean;
  /** One sentence about the files. */
  readonly reason: string;
}

/** Files that are meant to be wrong: tests of checks, of messages and of the parser. */
export const flawedFiles: RegExp =
  /testUsdChecker\/bad\/|testMultipleFixer\/baseline\/backup|invalidSyntax\.usda$|testUsdBug119633|framesPerSecond_-1|doxygen\/renderSettings/u;

const NOT_IN_THE_SET =
  "The file that it names is not in the set, which has text layers alone; usd-core reports it too.";
const OLD_LIGHTS = "The light has the names from before OpenUSD 21.02, which it ignores.";
const OTHER_TYPE =
  "The attribute has another type than the schema, which `AttributeTypeMismatch` of usd-core reports too.";

/** The errors that are right. */
export const knownErrors: readonly KnownError[] = [
  { rule: "missing-asset", files: /./u, reason: NOT_IN_THE_SET, when: lacksFile },
  { rule: "missing-layer", files: /./u, reason: NOT_IN_THE_SET, when: lacksFile },
  {
    rule: "missing-asset",
    files:
      /assetPathsWithExpressions\/root|testUsdValueClips\/assetPathValues\/clip3|testUsdviewExpressionVariableEdits\/test\./u,
    reason: "The path is the value of a variable expression, and the file is not in the set.",
  },
  {
    rule: "missing-clip",
    files: /./u,
    when: lacksFile,
    reason: "The clip is not in the set, which has text layers alone.",
  },
  {
    rule: "arc-target-missing",
    files: /reference_prim_in_same_file\.usda$|testUsdTimeValueAuthoring/u,
    reason: "The arc names a prim that does not exist: on purpose, or because the set has another layer of that name.",
  },
  {
    rule: "subset-family",
    files: /testUsdAbcFaceset\/original|testUsdGeomSubset\/Sphere/u,
    reason:
      "The family is none on purpose: the test is about invalid subsets, and `SubsetFamilies` of usd-core reports it too.",
  },
  {
    rule: "subset-material-family-type",
    files: /testUsdAbcFaceset\/original|testUsdImagingGLGeomSubsets/u,
    reason: "Subsets with materials lack a family type, which `SubsetsMaterialBindFamily` of usd-core reports too.",
  },
  {
    rule: "shader-source",
    files:
      /testMultipleFixer|testUsdShade(?:GetValueProducing|MaterialAuthoring|MaterialBase)|testUsdImagingDelegate\/geomSubsets|StageSceneIndex\/traversal/u,
    reason: "The shaders have no `info:id`: the tests are about networks, and do not draw them.",
  },
  {
    rule: "skel-binding-root",
    files: /testMultipleFixer|testUsdSkelBakeSkinning\/baseline|testUsdSkelCache\/populate/u,
    reason:
      "A binding to a skeleton is left without a SkelRoot above, which `SkelBindingApiValidator` of usd-core reports too.",
  },
  {
    rule: "attribute-schema-type",
    files:
      /points_types\/pointsTypes|testUsdResolveTarget|PointInstancer|SpheresWithMaterial|jointInfluences|ColorOpacityPrimvar|SkelBlendShapes|sphereWithFloatRadius/u,
    reason: OTHER_TYPE,
  },
  {
    rule: "mesh-topology",
    files: /points_types\/pointsTypes/u,
    reason: "The test is about points of types that are none of points: the mesh has one point.",
  },
  {
    rule: "field-unsupported",
    files: /testUsdSkelSkinningQuery\/jointInfluences/u,
    reason: "`flaot[]` is a misspelled type.",
  },
  {
    rule: "light-attribute-name",
    files: /NormalsTextureBiasAndScale|testUsdLuxLightListAPI|usdPhysics\/examples/u,
    reason: OLD_LIGHTS,
  },
  {
    rule: "material-binding-api",
    files: /usdPhysics\/examples|testUsdviewMaterialEdits|testUsdImaging/u,
    reason: "MaterialBindingAPI is not applied, which `MaterialBindingApiAppliedValidator` of usd-core reports too.",
  },
  {
    rule: "material-binding-target",
    files: /testUsdGeomSubset\/Sphere/u,
    reason: "`Look` is the type from before Material: usd-core does not draw it.",
  },
  {
    rule: "material-binding-collection",
    files: /testMultipleFixer|testDeactivatedMaterialBindings/u,
    reason:
      "The binding lacks a target, or names a prim that is only an `over`; `MaterialBindingCollectionValidator` reports it too.",
  },
  {
    rule: "connectable-encapsulation",
    files: /GraphlessNodes|volumeMaterial/u,
    reason:
      "Shaders are below a shader, or apart from their material, which `EncapsulationRulesValidator` of usd-core reports too.",
  },
  {
    rule: "gprim-nested",
    files: /testUsdRecursivePayloadsExample/u,
    reason: "A Gprim is below another one, which `EncapsulationChecker` of usd-core reports too.",
  },
  {
    rule: "xform-op-invalid",
    files: /instance_changes1|testUsdImagingGLGeomSubsets|ni_ni_material|testPreviewSurfaceNormalMap/u,
    reason:
      "`xformOpOrder` names an op that the prim does not have: usd-core ignores all ops of the prim with a warning.",
  },
  {
    rule: "shader-input-type",
    files: /time_sampled_assets|testPreviewSurfaceTexture/u,
    reason: "An input has another type than the shader, which `ShaderSdrCompliance` of usd-core reports too.",
  },
];

/** Returns what is known about an error. */
export function knownError(file: string, error: ErrorOfFile): KnownError | undefined {
  return knownErrors.find(
    ({ rule, files, when }) => rule === error.rule && files.test(file) && (when === undefined || when(error)),
  );
}
