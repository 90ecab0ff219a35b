// Known differences of checks of geometry and physics, and of checks that fail.

import { FAILING_CHECKS, primvarIn, says, theySay, type KnownDifference } from "./explained-pair.ts";

/** The known differences; the first that applies is the reason. */
export const geometryDifferences: readonly KnownDifference[] = [
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
    id: "element-size",
    checks: ["IndexedPrimvarChecker", "UnusedPrimvarChecker"],
    side: "ours",
    fault: "theirs",
    reason:
      "They ignore `elementSize`: with it there are fewer elements than numbers, and the indices are out of range.",
    when: ({ prim, message, facts }) =>
      message.startsWith("primvar-indices: Index") && facts.elementSize(prim, primvarIn(message)) > 1,
  },
  {
    id: "samples-of-primvars",
    checks: ["IndexedPrimvarChecker"],
    side: "theirs",
    fault: "choice",
    reason: "The primvar has time samples: an index for the values of one time does not fit the others.",
    when: ({ prim, message, facts }) =>
      message.includes("contains repeated values") &&
      [primvarIn(message), `${primvarIn(message)}:indices`].some((name) => facts.hasSamples(prim, name)),
  },
  {
    id: "repeated-values-with-indices",
    checks: ["IndexedPrimvarChecker"],
    side: "ours",
    fault: "theirs",
    reason:
      "They compare how many elements are equal with how many share an index: equal values that both have several indices are not seen.",
    when: says(/^primvar-indexable: .* stored values/u),
  },
  {
    id: "uncaught",
    checks: FAILING_CHECKS,
    side: "theirs",
    fault: "theirs",
    reason: "The check throws, and the rest of the stage is not checked.",
    when: says(/^Uncaught error/u),
  },
  {
    id: "after-uncaught",
    checks: FAILING_CHECKS,
    side: "ours",
    fault: "theirs",
    reason: "The check has thrown at an earlier prim, and the rest of the stage was not checked.",
    when: ({ check, theirs }) =>
      theirs.some(([other, , message]) => other === check && message.startsWith("Uncaught error")),
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
    when: ({ prim, message, facts }) => message.includes("does not have any extent value") && !facts.hasPoints(prim),
  },
  {
    id: "extents-of-skeletons",
    checks: ["ExtentsChecker"],
    side: "theirs",
    fault: "choice",
    reason:
      "The extent of a SkelRoot or a Skeleton is that of what is posed: any larger box is right, and ours are not compared.",
    when: ({ prim, message, facts }) =>
      /incorrect extent value/iu.test(message) && ["SkelRoot", "Skeleton"].includes(facts.typeOf(prim)),
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
    id: "extents-nearly-equal",
    checks: ["ExtentsChecker"],
    side: "theirs",
    fault: "choice",
    reason: "They compare the numbers exactly: ours may differ by a hundred-thousandth of the size.",
    when: ({ prim, message, facts }) =>
      /incorrect extent value/iu.test(message) && (facts.extentError(prim) ?? Infinity) <= 1e-5,
  },
  {
    id: "extents-of-default-points",
    checks: ["ExtentsChecker"],
    side: "theirs",
    fault: "choice",
    reason:
      "The points have samples and a default: they compare the extent with the default, we with the samples, which are drawn.",
    when: ({ prim, message, facts }) =>
      message.includes("Prim has incorrect extent value") &&
      facts.hasSamples(prim, "points") &&
      !facts.hasSamples(prim, "extent"),
  },
  {
    id: "empty-primvars",
    checks: ["IndexedPrimvarChecker"],
    side: "theirs",
    fault: "theirs",
    reason: "The array is empty and has no indices: they take that for indices that are out of bounds.",
    when: says(/indices out of bounds/u),
  },
  {
    id: "faces-with-samples",
    checks: ["NormalsValidChecker"],
    side: "theirs",
    fault: "theirs",
    reason:
      "The points or faces have time samples and no default: they count those of the default time, which are none.",
    when: says(/but expected 0 for/u),
  },
  {
    id: "normals-with-samples",
    checks: ["NormalsWindingsChecker"],
    side: "ours",
    fault: "theirs",
    reason: "The points or faces have one time sample and no default: they count none, and do not look at the normals.",
    when: theySay(/but expected 0 for/u),
  },
  {
    id: "points-of-other-types",
    checks: ["WeldChecker", "ValidateTopologyChecker"],
    side: "theirs",
    fault: "choice",
    reason:
      "The points are of a type that is none of points, which `attribute-schema-type` reports: they are not read.",
    when: ({ prim, ours }) =>
      ours.some(([, other, message]) => other === prim && message.startsWith('attribute-schema-type: "points"')),
  },
  {
    id: "values-of-other-lengths",
    checks: ["WeldChecker"],
    side: "theirs",
    fault: "choice",
    reason:
      "A value for each point is needed: `mesh-topology` and rules about primvars report arrays of another length.",
    when: says(/values length does not match points length/u),
  },
];
