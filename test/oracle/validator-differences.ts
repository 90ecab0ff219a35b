// Known differences between the rules about stages and other validators, with whose fault each is: the table of
// `docs/guides/from-usd-validators.md`.

/** The side of a pair, and all that both report for the file. */
export interface ExplainedPair {
  readonly check: string;
  readonly prim: string;
  /** The side that reports it. */
  readonly side: "ours" | "theirs";
  readonly message: string;
  /** What both report: check, prim, message; ours with the rule in front. */
  readonly ours: readonly (readonly [check: string, prim: string, message: string])[];
  readonly theirs: readonly (readonly [check: string, prim: string, message: string])[];
}

/** Why the two report different prims for a check. */
export interface KnownDifference {
  readonly id: string;
  /** Names of the checks, without plugin; in the order of the table. */
  readonly checks: readonly string[];
  readonly side: "ours" | "theirs";
  /** `theirs`: the other validator is wrong, or does not look. `choice`: both can be defended. */
  readonly fault: "theirs" | "choice";
  /** One sentence. */
  readonly reason: string;
  readonly when: (pair: ExplainedPair) => boolean;
}

/** Returns a condition on the message of the side that reports. */
const says =
  (pattern: RegExp) =>
  ({ message }: ExplainedPair): boolean =>
    pattern.test(message);

/** Whether a layer, or the prim that an arc leads to, is missing in the file. */
function lacksLayers({ ours }: ExplainedPair): boolean {
  return ours.some(([, , message]) =>
    /^(?:missing-layer|unreadable-layer|arc-target-missing|default-prim-missing)/u.test(message),
  );
}

/** The known differences; the first that applies is the reason. */
export const knownDifferences: readonly KnownDifference[] = [
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
    id: "default-without-value",
    checks: ["SubsetFamilies", "UsdGeomSubsetFamiliesChecker"],
    side: "theirs",
    fault: "theirs",
    reason:
      "Indices have time samples and no default: they check a time at which there are none. We check the times of the samples.",
    when: says(/at time DEFAULT/u),
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
    id: "element-size",
    checks: ["IndexedPrimvarChecker", "UnusedPrimvarChecker"],
    side: "ours",
    fault: "theirs",
    reason:
      "They ignore `elementSize`: with it there are fewer elements than numbers, and the indices are out of range.",
    when: says(/^primvar-indices: Index/u),
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
    id: "samples-of-primvars",
    checks: ["IndexedPrimvarChecker"],
    side: "theirs",
    fault: "choice",
    reason: "The primvar has time samples: an index for the values of one time does not fit the others.",
    when: says(/contains repeated values/u),
  },
  {
    id: "uncaught",
    checks: [
      "ColliderChecker",
      "ExtentsChecker",
      "IndexedPrimvarChecker",
      "LayerSpecChecker",
      "NormalsWindingsChecker",
      "RigidBodyChecker",
    ],
    side: "theirs",
    fault: "theirs",
    reason: "The check throws, and the rest of the stage is not checked.",
    when: says(/^Uncaught error/u),
  },
  {
    id: "after-uncaught",
    checks: [
      "ColliderChecker",
      "ExtentsChecker",
      "IndexedPrimvarChecker",
      "LayerSpecChecker",
      "NormalsWindingsChecker",
      "RigidBodyChecker",
    ],
    side: "ours",
    fault: "theirs",
    reason: "The check has thrown at an earlier prim, and the rest of the stage was not checked.",
    when: ({ check, theirs }) =>
      theirs.some(([other, , message]) => other === check && message.startsWith("Uncaught error")),
  },
  {
    id: "type-of-python",
    checks: ["LayerSpecChecker"],
    side: "theirs",
    fault: "theirs",
    reason: "They compare with the type that a number has in Python, where a large `uint` is an `int64`.",
    when: says(/value type \(int64\)/u),
  },
  {
    id: "extents-of-motion",
    checks: ["ExtentsChecker"],
    side: "ours",
    fault: "theirs",
    reason: "They check prims of an abstract type, or leave out points that an empty sample replaces.",
    when: says(/^extent-invalid: .*3\.4028235e\+38/u),
  },
  {
    id: "nothing-to-bound",
    checks: ["ExtentsChecker"],
    side: "theirs",
    fault: "choice",
    reason: "The prim has no points, or is a volume or splats: there is nothing to write an extent from.",
    when: says(/does not have any extent value/u),
  },
  {
    id: "extents-of-skeletons",
    checks: ["ExtentsChecker"],
    side: "theirs",
    fault: "choice",
    reason: "The extent of a SkelRoot is that of the posed points: any larger box is right, and ours are not compared.",
    when: says(/Incorrect extent value for prim at/u),
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
    id: "prims-of-missing-layers",
    checks: ["CompositionErrorTest"],
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
    id: "unused-points",
    checks: ["ManifoldChecker"],
    side: "theirs",
    fault: "theirs",
    reason: "They count points that no face uses as not manifold; `mesh-points-unused` reports them.",
    when: ({ prim, ours }) =>
      ours.some(([, other, message]) => other === prim && message.startsWith("mesh-points-unused")),
  },
  {
    id: "measures-of-invalid-meshes",
    checks: ["ManifoldChecker", "WeldChecker", "ZeroAreaFaceChecker", "NormalsWindingsChecker"],
    side: "theirs",
    fault: "choice",
    reason: "The arrays of the mesh do not fit together, which `mesh-topology` reports: measures of it mean nothing.",
    when: ({ prim, ours }) => ours.some(([, other, message]) => other === prim && message.startsWith("mesh-topology")),
  },
  {
    id: "transforms-not-finite",
    checks: ["ColliderChecker"],
    side: "theirs",
    fault: "theirs",
    reason: "The transform is not finite: there is no scale to compare. Its value is what has to be corrected.",
    when: says(/Non-uniform scale is not supported/u),
  },
  {
    id: "every-site",
    checks: ["UsdShadeEncapsulationMaterialValidator"],
    side: "theirs",
    fault: "choice",
    reason: "They report the prim and the material that it is in. We report the prim, and name the material.",
    when: says(/is not a valid (?:connectable )?descendant of Material/u),
  },
];

/** Returns what is known about a difference. */
export function explain(pair: ExplainedPair): KnownDifference | undefined {
  const name = pair.check.slice(pair.check.indexOf(":") + 1);
  return knownDifferences.find(({ checks, side, when }) => side === pair.side && checks.includes(name) && when(pair));
}
