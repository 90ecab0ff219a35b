/** The one walk over a layer that all rules share. */
import { childrenInOrder, isActive, primTypes as defaultPrimTypes, type PrimTypes } from "@usdkit/schema";
import { type Layer, type PrimSpec, type PropertySpec, type Spec, type VariantSetSpec } from "@usdkit/layer";
import { forget, isOpened } from "@usdkit/usda";
import type { PrimPlace } from "../model/prim-place.ts";
import type { RuleListeners } from "../rule/rule.ts";

/** Siblings that are being visited. */
interface Level {
  readonly prims: readonly PrimSpec[];
  /** Of the next one. */
  index: number;
  readonly parent: PrimPlace | undefined;
  /** Neither left out nor under something that is. */
  readonly counts: boolean;
}

/** How {@link walk} visits prims. */
export interface WalkOptions {
  /**
   * Whether only prims of `def`s count: an `over` or `class` is left out with everything under it, as in the reference's
   * traversal. Default false.
   */
  readonly isFullScene?: boolean | undefined;
  /** Default: those of the service. */
  readonly primTypes?: PrimTypes | undefined;
}

/** Visits every spec once, without recursion: depth costs no stack. */
export function walk(layer: Layer, listeners: readonly RuleListeners[], options: WalkOptions = {}): void {
  const { isFullScene = false, primTypes = defaultPrimTypes } = options;
  const onPrim = listeners.flatMap(({ prim }) => prim ?? []);
  const onProperty = listeners.flatMap(({ property }) => property ?? []);
  const onSpec = listeners.flatMap(({ spec }) => spec ?? []);
  const onUndefined = listeners.flatMap((each) => each.undefinedPrim ?? []);

  for (const listen of onSpec) listen(layer.root);
  const levels: Level[] = [{ prims: childrenInOrder(layer.root), index: 0, parent: undefined, counts: true }];
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    if (level.index === level.prims.length) {
      levels.pop();
      continue;
    }
    const prim = level.prims[level.index++];
    const isOurs = !isOpened(prim);
    const isIn = level.counts && isActive(prim);
    const counts = isIn && (!isFullScene || prim.specifier === "def");
    if (isIn && !counts) for (const listen of onUndefined) listen(prim);
    if (!counts && onSpec.length === 0) continue;
    const place: PrimPlace = { definition: primTypes.get(prim.typeName), parent: level.parent, prim };
    for (const listen of onSpec) listen(prim);
    if (counts) for (const listen of onPrim) listen(prim, place);
    for (const property of prim.properties) visitProperty(property, place, counts);
    if (onSpec.length > 0) for (const set of prim.variantSets) visitVariants(set, onSpec);
    const prims = childrenInOrder(prim);
    if (prims.length > 0) levels.push({ prims, index: 0, parent: place, counts });
    // Most prims have none below them. What was made for one is not kept for the thousands after it.
    else if (isOurs) forget(prim);
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
