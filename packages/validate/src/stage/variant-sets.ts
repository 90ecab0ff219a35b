/** The variant sets of a composed prim, and which of their variants are selected. */
import type { Stage } from "@usdkit/usd";

/** A variant set of a prim, with all that layers define in it. */
export interface ComposedVariantSet {
  readonly name: string;
  readonly variants: readonly string[];
  /** The variant that contributes to the prim; undefined if none does. */
  readonly selected: string | undefined;
}

/** Returns the variant sets of a prim, those in selected variants included, in the order of their strongest definitions. */
export function variantSetsOf(specs: ReturnType<Stage["primStack"]>): readonly ComposedVariantSet[] {
  const found = new Map<string, Set<string>>();
  const selected = new Map<string, string>();
  for (const { spec } of specs) {
    if (spec.specType === "variant") {
      const [set, variant] = spec.path.slice(spec.path.lastIndexOf("{") + 1, -1).split("=", 2);
      if (!selected.has(set)) selected.set(set, variant);
    }
    for (const { name, variants } of spec.variantSets) {
      let known = found.get(name);
      if (known === undefined) found.set(name, (known = new Set()));
      for (const variant of variants) known.add(variant.name);
    }
  }
  return Array.from(found, ([name, variants]) => ({ name, variants: [...variants], selected: selected.get(name) }));
}

/** Returns a text that is equal for prims with the same definitions of variant sets. */
export function variantSitesOf(specs: ReturnType<Stage["primStack"]>): string {
  const defining = specs.filter(({ spec }) => spec.specType === "prim" && spec.variantSets.length > 0);
  return defining.map(({ layer, spec }) => `${layer.id}:${spec.path}`).join("\0");
}
