import type { Layer, Spec } from "@usdkit/usda";

/** Every spec of a layer, parents first, in authored order. Without recursion, so that depth costs no stack. */
export function* everySpec(layer: Layer): Generator<Spec> {
  const stack: Spec[] = [layer.root];
  for (let spec = stack.pop(); spec !== undefined; spec = stack.pop()) {
    yield spec;
    if (spec.specType === "attribute" || spec.specType === "relationship") continue;
    const inside: readonly Spec[] =
      spec.specType === "variantSet" ? spec.variants : [...spec.properties, ...spec.variantSets, ...spec.children];
    for (let i = inside.length - 1; i >= 0; i--) {
      const child = inside[i];
      if (child !== undefined) stack.push(child);
    }
  }
}

/** The prim or variant that a spec belongs to, as findings name it, and the property where it is one. */
export function placeOf(spec: Spec): { primPath: string; property?: string } {
  switch (spec.specType) {
    case "attribute":
    case "relationship":
      return { primPath: spec.parent.path, property: spec.name };
    case "variantSet":
      return { primPath: spec.parent.path };
    default:
      return { primPath: spec.path };
  }
}
