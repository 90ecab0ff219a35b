/** Which skeleton prims are bound to (`UsdSkelBindingAPI`). */
import { isA } from "@usdkit/schemas";
import type { PrimNode } from "../prims/prim-node.ts";
import type { StageReader } from "../prims/stage-reader.ts";
import { hasAuthoredValue, mayVary } from "../values/authored-value.ts";

/** What a prim has of a binding, its own or inherited: the prims that author each part of it. */
export interface SkelBinding {
  readonly skeleton: PrimNode | undefined;
  readonly indices: PrimNode | undefined;
  readonly weights: PrimNode | undefined;
  readonly method: PrimNode | undefined;
  readonly geomBindTransform: PrimNode | undefined;
  readonly joints: PrimNode | undefined;
  /** Whether the prim can be deformed, and prims below it cannot. */
  readonly isDeformable: boolean;
}

const NONE: SkelBinding = {
  skeleton: undefined,
  indices: undefined,
  weights: undefined,
  method: undefined,
  geomBindTransform: undefined,
  joints: undefined,
  isDeformable: false,
};

/** Names of attributes, by the part of a binding. */
export const BINDING_ATTRIBUTES = {
  indices: "primvars:skel:jointIndices",
  weights: "primvars:skel:jointWeights",
  method: "primvars:skel:skinningMethod",
  geomBindTransform: "primvars:skel:geomBindTransform",
  joints: "skel:joints",
} as const;

/**
 * Returns the binding of a prim; undefined outside of SkelRoot prims, and below prims that are not Imageable or that are deformed
 * themselves, as in the reference.
 *
 * @param above the binding of the prim above it
 */
export function skelBinding(
  reader: StageReader,
  prim: PrimNode,
  above: SkelBinding | undefined,
): SkelBinding | undefined {
  if (above === undefined && !isA(prim.type, "SkelRoot")) return undefined;
  if (above?.isDeformable === true || !isA(prim.type, "Imageable")) return undefined;
  const isDeformable = isA(prim.type, "Boundable") && !isA(prim.type, "SkelRoot") && !isA(prim.type, "Skeleton");
  const inherited = { ...(above ?? NONE), isDeformable };
  if (!hasBindingApi(reader, prim)) return inherited;
  const own = (name: string, from: PrimNode | undefined): PrimNode | undefined => {
    const attribute = reader.attribute(prim, name);
    return attribute !== undefined && hasAuthoredValue(attribute) ? prim : from;
  };
  const skeleton = firstTarget(reader, prim, "skel:skeleton");
  return {
    skeleton: skeleton === "none" ? inherited.skeleton : skeleton,
    indices: own(BINDING_ATTRIBUTES.indices, inherited.indices),
    weights: own(BINDING_ATTRIBUTES.weights, inherited.weights),
    method: own(BINDING_ATTRIBUTES.method, inherited.method),
    geomBindTransform: own(BINDING_ATTRIBUTES.geomBindTransform, inherited.geomBindTransform),
    joints: own(BINDING_ATTRIBUTES.joints, inherited.joints),
    isDeformable,
  };
}

/** Returns the binding of a prim with what all prims above it author. */
export function inheritedBinding(reader: StageReader, prim: PrimNode | undefined): SkelBinding | undefined {
  const chain: PrimNode[] = [];
  for (let at = prim; at !== undefined; at = at.parent) chain.push(at);
  return chain.reduceRight<SkelBinding | undefined>((above, each) => skelBinding(reader, each, above), undefined);
}

/**
 * Returns the SkelAnimation of a Skeleton, which it or a prim above it names.
 *
 * @param below a prim above the skeleton: it and those above it do not count
 */
export function animationOf(reader: StageReader, skeleton: PrimNode, below?: PrimNode): PrimNode | undefined {
  for (let at: PrimNode | undefined = skeleton; at !== undefined && at !== below; at = at.parent) {
    if (!hasBindingApi(reader, at)) continue;
    const found = firstTarget(reader, at, "skel:animationSource");
    if (found !== "none") return found !== undefined && isA(found.type, "SkelAnimation") ? found : undefined;
  }
  return undefined;
}

/** Whether an attribute of a binding may vary over time. */
export function bindingVaries(reader: StageReader, binding: SkelBinding): boolean {
  return (["indices", "weights", "method", "geomBindTransform"] as const).some((part) => {
    const prim = binding[part];
    const attribute = prim && reader.attribute(prim, BINDING_ATTRIBUTES[part]);
    return attribute !== undefined && mayVary(attribute);
  });
}

/** Whether a prim has the API schema: its properties do not count without. */
export function hasBindingApi(reader: StageReader, prim: PrimNode): boolean {
  return reader.schemas(prim).apiSchemas.includes("SkelBindingAPI");
}

/** Returns the prim that a relationship names first; undefined if there is no such prim, "none" if no layer authors targets. */
function firstTarget(reader: StageReader, prim: PrimNode, name: string): PrimNode | undefined | "none" {
  const [target] = reader.forwardedTargets(prim, name);
  if (target !== undefined) return reader.prim(target);
  return reader.hasAuthoredTargets(prim, name) ? undefined : "none";
}
