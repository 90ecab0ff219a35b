/** The one walk over a layer that all rules share. */
import { childrenInOrder, isActive, primDefinitions } from "@usdkit/schema";
import type { Layer, PrimSpec, PropertySpec, Spec, VariantSetSpec } from "@usdkit/usda";
import type { PrimPlace, RuleListeners } from "./types.ts";

interface Step {
  readonly prim: PrimSpec;
  readonly parent: PrimPlace | undefined;
  /** Neither left out nor under something that is. */
  readonly counts: boolean;
}

/**
 * Without recursion, so that depth costs no stack.
 *
 * @param isFullScene Whether only what `def`s make counts: an `over` or `class` is left out with everything under it, as in the
 * reference's traversal.
 */
export function walk(layer: Layer, listeners: readonly RuleListeners[], isFullScene = false): void {
  const onPrim = listeners.flatMap(({ prim }) => prim ?? []);
  const onProperty = listeners.flatMap(({ property }) => property ?? []);
  const onSpec = listeners.flatMap(({ spec }) => spec ?? []);
  const onUndefined = listeners.flatMap((each) => each.undefinedPrim ?? []);

  for (const listen of onSpec) listen(layer.root);
  const stack: Step[] = [];
  const push = (children: readonly PrimSpec[], parent: PrimPlace | undefined, counts: boolean): void => {
    for (let i = children.length - 1; i >= 0; i--) stack.push({ prim: children[i], parent, counts });
  };

  push(childrenInOrder(layer.root), undefined, true);
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    const { prim, parent } = step;
    const isIn = step.counts && isActive(prim);
    const counts = isIn && (!isFullScene || prim.specifier === "def");
    if (isIn && !counts) for (const listen of onUndefined) listen(prim);
    if (!counts && onSpec.length === 0) continue;
    const place: PrimPlace = { definition: primDefinitions.get(prim.typeName), parent, prim };
    for (const listen of onSpec) listen(prim);
    if (counts) for (const listen of onPrim) listen(prim, place);
    for (const property of prim.properties) visitProperty(property, place, counts);
    if (onSpec.length > 0) for (const set of prim.variantSets) visitVariants(set, onSpec);
    push(childrenInOrder(prim), place, counts);
  }

  function visitProperty(property: PropertySpec, place: PrimPlace, counts: boolean): void {
    for (const listen of onSpec) listen(property);
    if (counts) for (const listen of onProperty) listen(property, place.prim, place);
  }

  for (const { end } of listeners) end?.();
}

/** A variant set and everything in it, which only rules about the text look at. */
function visitVariants(set: VariantSetSpec, onSpec: readonly ((spec: Spec) => void)[]): void {
  const stack: Spec[] = [set];
  for (let spec = stack.pop(); spec !== undefined; spec = stack.pop()) {
    for (const listen of onSpec) listen(spec);
    if (spec.specType === "attribute" || spec.specType === "relationship") continue;
    const inside: readonly Spec[] =
      spec.specType === "variantSet" ? spec.variants : [...spec.properties, ...spec.variantSets, ...spec.children];
    for (let i = inside.length - 1; i >= 0; i--) stack.push(inside[i]);
  }
}
