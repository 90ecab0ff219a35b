// Known differences of checks of composition, layers, layout and materials.

import { isBelowReported, lacksLayers, says, theySay, type KnownDifference } from "./explained-pair.ts";

/** The known differences; the first that applies is the reason. */
export const stageDifferences: readonly KnownDifference[] = [
  {
    id: "unknown-shaders",
    checks: ["ShaderSdrCompliance", "UsdShadeShaderSdrCompliance"],
    side: "theirs",
    fault: "theirs",
    reason:
      "They report shaders of renderers and of MaterialX that their machine has no plugin for. We check the shaders that we know.",
    when: says(/not found in sdrRegistry/u),
  },
  {
    id: "consequence-of-missing-layer",
    checks: [
      "DanglingOverPrimChecker",
      "MaterialBindingCollectionValidator",
      "UsdShadeMaterialBindingCollectionValidator",
      "UsdDanglingMaterialBinding",
      "TypeChecker",
    ],
    side: "theirs",
    fault: "choice",
    reason:
      "A layer is missing: we report it once, at the statement that names it, and not everything that it would have had.",
    when: lacksLayers,
  },
  {
    id: "binding-taken-away",
    checks: ["MaterialBindingCollectionValidator", "UsdShadeMaterialBindingCollectionValidator"],
    side: "theirs",
    fault: "theirs",
    reason: "A binding without targets is how the format takes a binding away (`UnbindDirectBinding` writes it).",
    when: says(/Invalid number of targets/u),
  },
  {
    id: "targets-of-instances",
    checks: ["CompositionErrorTest"],
    side: "ours",
    fault: "theirs",
    reason: "They compute targets for some properties only; the targets are ignored all the same.",
    when: says(/^target-ignored/u),
  },
  {
    id: "clips",
    checks: ["MissingReferenceValidator", "MissingReferenceChecker"],
    side: "ours",
    fault: "theirs",
    reason: "They do not look for the manifests and files of value clips.",
    when: says(/^missing-clip/u),
  },
  {
    id: "modules-of-renderers",
    checks: ["MaterialPathChecker"],
    side: "theirs",
    fault: "theirs",
    reason: "The module comes with the renderer, not with the asset.",
    when: says(/^The path \w+\.mdl does not exist/u),
  },
  {
    id: "composition-as-reference",
    checks: ["MissingReferenceChecker"],
    side: "theirs",
    fault: "choice",
    reason:
      "They report every composition error under this name; ours have rules of their own (`relocates-invalid`, `composition-cycle`).",
    when: says(/relocat|cycle|Invalid payload offset|Invalid reference offset|permission|ambiguous/iu),
  },
  {
    id: "missing-normal-map",
    checks: ["NormalMapTextureValidator", "NormalMapTextureChecker"],
    side: "theirs",
    fault: "choice",
    reason: "The texture is missing: `missing-asset` reports it, once.",
    when: says(/invalid or unresolvable inputs:file/u),
  },
  {
    id: "expressions",
    checks: ["MissingReferenceValidator", "MissingReferenceChecker"],
    side: "theirs",
    fault: "theirs",
    reason: "They evaluate variable expressions of a layer without the variables of the layers above it.",
    when: says(/Found unresolvable external dependency/u),
  },
  {
    id: "relocated-prims",
    checks: ["CompositionErrorTest"],
    side: "theirs",
    fault: "choice",
    reason: "They name the prim as it was before it was relocated, or the stage; we name the prim of the stage.",
    when: ({ message, prim, ours }) =>
      /relocat/iu.test(message) ||
      prim === "/" ||
      ours.some(([check]) => check === "usdValidation:CompositionErrorTest"),
  },
  {
    id: "outputs-with-roles",
    checks: ["MaterialUsdPreviewSurfaceChecker"],
    side: "theirs",
    fault: "choice",
    reason:
      "An output of type `vector3f` has the numbers of `float3`: outputs have no values, and renderers do not tell them apart.",
    when: says(
      /\.outputs:.*Expected type: '(?:float3|vector3f|color3f|normal3f)' actual type: '(?:float3|vector3f|color3f|normal3f)'/u,
    ),
  },
  {
    id: "shaders-in-scopes",
    checks: ["MaterialUsdPreviewSurfaceChecker"],
    side: "ours",
    fault: "theirs",
    reason: "They look at the children of a Material, not at shaders in scopes or node graphs below them.",
    when: says(/^shader-input/u),
  },
  {
    id: "type-of-python",
    checks: ["LayerSpecChecker"],
    side: "theirs",
    fault: "theirs",
    reason:
      "They compare with the type that a number has in Python: a large `uint` is an `int64`, a `half` a `double`.",
    when: says(/value type \(int64\)|type \(half\) and its value type \(double\)|Unknown type found for value/u),
  },
  {
    id: "targets-that-are-no-materials",
    checks: ["MaterialOutOfScopeChecker"],
    side: "ours",
    fault: "theirs",
    reason: "They look at material bindings only. Other targets outside of a reference are ignored as well.",
    when: says(/^target-ignored/u),
  },
  {
    id: "shaders-without-source",
    checks: ["ShaderSdrCompliance", "UsdShadeShaderSdrCompliance"],
    side: "theirs",
    fault: "choice",
    reason: "A shader without `info:id` is a finding of `shader-source`.",
    when: says(/has no sourceType/u),
  },
  {
    id: "layers-of-other-formats",
    checks: ["MissingReferenceValidator"],
    side: "ours",
    fault: "choice",
    reason:
      "The file exists, but its format is none of USD: they report it under `CompositionErrorTest` alone, we under both names.",
    when: (pair) =>
      says(/^unreadable-layer: .*format is not one of USD/u)(pair) &&
      pair.theirs.some(([check]) => check === "usdValidation:CompositionErrorTest"),
  },
  {
    id: "prims-of-missing-layers",
    checks: ["CompositionErrorTest", "MissingReferenceChecker"],
    side: "ours",
    fault: "choice",
    reason:
      "The layer is missing for several prims that share it: they name some of these, we list all, in one finding.",
    when: says(/^(?:missing-layer|arc-target-missing|unreadable-layer|default-prim-missing|property-kind-conflict)/u),
  },
  {
    id: "default-prim-below",
    checks: ["DefaultPrimChecker"],
    side: "theirs",
    fault: "theirs",
    reason:
      "The default prim is no root prim, which we report at it; they also report the prim above it as if it were next to it.",
    when: says(/is a sibling of the default prim/u),
  },
  {
    id: "every-site",
    checks: ["UsdShadeEncapsulationMaterialValidator"],
    side: "theirs",
    fault: "choice",
    reason: "They report the prim and the material that it is in. We report the prim, and name the material.",
    when: says(/is not a valid (?:connectable )?descendant of Material/u),
  },
  {
    id: "overs-in-overs",
    checks: ["DanglingOverPrimChecker"],
    side: "theirs",
    fault: "choice",
    reason: "The prim is below one that no layer defines, which is reported: it is not defined for the same reason.",
    when: isBelowReported,
  },
  {
    id: "layers-of-overs",
    checks: ["DanglingOverPrimChecker"],
    side: "theirs",
    fault: "choice",
    reason:
      "All root prims of the layer are `over`: it is made to be used by others (manifests of clips, sublayers), which define the prims.",
    when: ({ facts }) => facts.hasOnlyOvers,
  },
  {
    id: "overs-without-opinions",
    checks: ["DanglingOverPrimChecker"],
    side: "theirs",
    fault: "choice",
    reason: "No layer has opinions about the prim, which is to be relocated there: there is no line to report.",
    when: ({ prim, facts }) => !facts.hasSpecs(prim),
  },
  {
    id: "overs-of-arcs",
    checks: ["DanglingOverPrimChecker"],
    side: "theirs",
    fault: "theirs",
    reason: "Opinions of the `over` reach other prims: those that inherit the class, or that refer to it.",
    when: ({ prim, facts }) => facts.reachesOthers(prim),
  },
  {
    id: "kinds-below-instances",
    checks: ["KindChecker"],
    side: "ours",
    fault: "theirs",
    reason: "The prim is below an instance: they do not see the kinds of all prims above it.",
    when: ({ prim, facts }) => facts.isBelowInstance(prim),
  },
  {
    id: "overs-below-instances",
    checks: ["DanglingOverPrimChecker"],
    side: "ours",
    fault: "theirs",
    reason: "The prim is below an instance, where they do not look.",
    when: ({ prim, facts }) => facts.isBelowInstance(prim),
  },
  {
    id: "layers-that-do-not-parse",
    checks: [
      "DefaultPrimChecker",
      "KindChecker",
      "MissingReferenceChecker",
      "StageMetadataChecker",
      "TypeChecker",
      "UsdAsciiPerformanceChecker",
    ],
    side: "ours",
    fault: "theirs",
    reason: "A layer has a syntax error: they report nothing at all.",
    when: ({ ours, theirs }) =>
      theirs.length === 0 && ours.some(([, , message]) => message.startsWith("unreadable-layer")),
  },
  {
    id: "default-prims-of-arcs",
    checks: ["MissingReferenceChecker"],
    side: "theirs",
    fault: "choice",
    reason: "The arc names no prim and the layer has no default prim: they report one of the arcs, we report each.",
    when: says(/<defaultPrim>/u),
  },
  {
    id: "normal-maps-without-files",
    checks: ["NormalMapTextureValidator", "NormalMapTextureChecker"],
    side: "ours",
    fault: "theirs",
    reason: "The texture is missing: they do not look at the other inputs, which are wrong as well.",
    when: theySay(/invalid or unresolvable inputs:file/u, false),
  },
  {
    id: "variants-of-layers",
    checks: ["UsdAsciiPerformanceChecker"],
    side: "ours",
    fault: "theirs",
    reason: "They do not look at prims in variants.",
    when: says(/^text-arrays-large/u),
  },
  {
    id: "clips-of-layers",
    checks: ["UsdAsciiPerformanceChecker"],
    side: "theirs",
    fault: "choice",
    reason: "The layer is a value clip: only layers that are composed are looked at.",
    when: says(/large (?:numbers of time samples|array lengths)/u),
  },
  {
    id: "relationships-and-attributes",
    checks: ["AttributeTypeMismatch", "UsdValidationAttributeTypeMismatchChecker"],
    side: "theirs",
    fault: "choice",
    reason:
      "One layer has an attribute and another one a relationship, which has no type: `property-kind-conflict` reports it.",
    when: says(/but defined as ''/u),
  },
  {
    id: "types-in-classes",
    checks: ["AttributeTypeMismatch", "UsdValidationAttributeTypeMismatchChecker"],
    side: "ours",
    fault: "choice",
    reason:
      "They look at prims that are defined and no classes; the finding is at the statement of the class for both.",
    when: ({ prim, message, facts }) => message.startsWith("attribute-schema-type") && facts.isNotTraversed(prim),
  },
  {
    id: "sources-of-relocations",
    checks: ["CompositionErrorTest"],
    side: "ours",
    fault: "choice",
    reason: "They name the stage, or the prim as it was before it was relocated; we name the prim of the stage.",
    when: says(/^relocates-invalid/u),
  },
  {
    id: "expressions-of-layers",
    checks: ["MissingReferenceValidator", "MissingReferenceChecker"],
    side: "ours",
    fault: "theirs",
    reason:
      "They evaluate variable expressions without the variables of the layer that refers to it, and look for another file.",
    when: ({ message, theirs }) =>
      message.startsWith("missing-layer") &&
      theirs.some(([, , other]) => /CompositionError|unresolvable|Could not open/u.test(other)),
  },
];
