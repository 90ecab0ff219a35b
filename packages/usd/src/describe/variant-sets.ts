/** The variant sets of composed prims. */
import { ArcType } from "../graph/graph-node.ts";
import { sharedGraphOf, type PrimIndex } from "../index/prim-index.ts";
import { composeMetadata } from "../metadata/compose-metadata.ts";
import { specSites } from "../metadata/prim-opinions.ts";
import type { Stage } from "../stage/stage.ts";

/** A variant set of a composed prim. */
export interface ComposedVariantSet {
  readonly name: string;
  /** The names of the variants of all layers, strongest first. */
  readonly variants: readonly string[];
  /** The variant that contributes to the prim, "" if none does. */
  readonly selection: string;
}

/**
 * Returns the variant sets of a prim in composed order, with the selections that are in effect.
 *
 * ```ts
 * variantSetsOf(stage, "/World/Chair"); // [{ name: "look", variants: ["oak", "red"], selection: "oak" }]
 * ```
 */
export function variantSetsOf(stage: Stage, prim: string): readonly ComposedVariantSet[] {
  const index = stage.primIndex(prim);
  return index === undefined ? [] : composedVariantSets(index);
}

/** Returns the variant sets of the prim of an index. */
export function composedVariantSets(index: PrimIndex): readonly ComposedVariantSet[] {
  const sites = specSites(index);
  const sets = new Map<string, Set<string>>();
  const withFields = sites.map(({ node, layer, offset, owner }) => ({ node, layer, offset, fields: owner.fields }));
  const names = composeMetadata(sharedGraphOf(index), withFields, "variantSetNames");
  if (names?.kind === "valueListOp") for (const name of names.listOp.explicit ?? []) sets.set(String(name), new Set());
  if (sets.size === 0) return [];
  for (const { owner } of sites) {
    for (const { name, variants } of owner.variantSets) {
      const found = sets.get(name);
      for (const variant of variants) found?.add(variant.name);
    }
  }
  return Array.from(sets, ([name, variants]) => ({
    name,
    variants: [...variants],
    selection: selectionOf(index, name),
  }));
}

/** Returns the selection of a variant set that contributes to a prim, "" if there is none. */
function selectionOf({ graph }: PrimIndex, set: string): string {
  for (let node = 0; node < graph.size; node++) {
    const path = graph.path(node);
    if (graph.nodes[node].type !== ArcType.variant || !graph.paths.isVariant(path)) continue;
    const [name, selection] = graph.paths.selection(path);
    if (name === set) return selection;
  }
  return "";
}
