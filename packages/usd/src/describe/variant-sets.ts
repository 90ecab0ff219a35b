/** The variant sets of composed prims. */
import { ArcType } from "../graph/graph-node.ts";
import type { Stage } from "../stage/stage.ts";
import type { StageValues } from "../values/stage-values.ts";

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
 * variantSetsOf(stage, new StageValues(stage), "/World/Chair"); // [{ name: "look", variants: ["oak", "red"], selection: "oak" }]
 * ```
 */
export function variantSetsOf(stage: Stage, values: StageValues, prim: string): readonly ComposedVariantSet[] {
  const sets = new Map<string, Set<string>>();
  const names = values.metadata(prim, "variantSetNames");
  if (names?.kind === "valueListOp") for (const name of names.listOp.explicit ?? []) sets.set(String(name), new Set());
  if (sets.size === 0) return [];
  for (const { spec } of stage.primStack(prim)) {
    for (const { name, variants } of spec.variantSets) {
      const found = sets.get(name);
      for (const variant of variants) found?.add(variant.name);
    }
  }
  return Array.from(sets, ([name, variants]) => ({
    name,
    variants: [...variants],
    selection: selectionOf(stage, prim, name),
  }));
}

/** Returns the selection of a variant set that contributes to a prim, "" if there is none. */
function selectionOf(stage: Stage, prim: string, set: string): string {
  const graph = stage.primIndex(prim)?.graph;
  if (graph === undefined) return "";
  for (let node = 0; node < graph.size; node++) {
    const path = graph.path(node);
    if (graph.nodes[node].type !== ArcType.variant || !graph.paths.isVariant(path)) continue;
    const [name, selection] = graph.paths.selection(path);
    if (name === set) return selection;
  }
  return "";
}
