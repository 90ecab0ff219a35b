/** Walks over the specs of a layer. */
import type {
  AttributeSpec,
  Layer,
  PrimSpec,
  PseudoRootSpec,
  RelationshipSpec,
  Spec,
  VariantSetSpec,
  VariantSpec,
} from "./types.ts";

/** Callbacks of `visitLayer`. Return `"skip"` from an owner (root, prim, variant set, variant) to skip its contents. */
export interface LayerVisitor {
  /** Called first, for the root of the layer. */
  root?(spec: PseudoRootSpec): "skip" | void;
  /** Called for each prim, before its contents. */
  prim?(spec: PrimSpec): "skip" | void;
  /** Called for each variant set, before its variants. */
  variantSet?(spec: VariantSetSpec): "skip" | void;
  /** Called for each variant, before its contents. */
  variant?(spec: VariantSpec): "skip" | void;
  /** Called for each attribute. */
  attribute?(spec: AttributeSpec): void;
  /** Called for each relationship. */
  relationship?(spec: RelationshipSpec): void;
  /** Called after all contents of a prim. */
  leavePrim?(spec: PrimSpec): void;
}

/**
 * Calls `visitor` for each spec: an owner first, then its properties, its children in authored order, its variant
 * sets. The walk keeps its own stack, so nesting depth is not limited by the call stack.
 *
 * ```ts
 * const meshes: string[] = [];
 * visitLayer(layer, { prim: (prim) => { if (prim.typeName === "Mesh") meshes.push(prim.path); } });
 * ```
 */
export function visitLayer(layer: Layer, visitor: LayerVisitor): void {
  /** Specs to visit, the next one last; a function is called after everything before it. */
  const stack: (Spec | (() => void))[] = [layer.root];
  for (;;) {
    const next = stack.pop();
    if (next === undefined) return;
    if (typeof next === "function") next();
    else visitSpec(next, visitor, stack);
  }
}

function visitSpec(spec: Spec, visitor: LayerVisitor, stack: (Spec | (() => void))[]): void {
  switch (spec.specType) {
    case "attribute":
      visitor.attribute?.(spec);
      return;
    case "relationship":
      visitor.relationship?.(spec);
      return;
    case "variantSet":
      if (visitor.variantSet?.(spec) !== "skip") pushReversed(stack, spec.variants);
      return;
    case "pseudoRoot":
      if (visitor.root?.(spec) === "skip") return;
      break;
    case "variant":
      if (visitor.variant?.(spec) === "skip") return;
      break;
    case "prim": {
      const skips = visitor.prim?.(spec) === "skip";
      if (visitor.leavePrim !== undefined) stack.push(() => visitor.leavePrim?.(spec));
      if (skips) return;
    }
  }
  pushReversed(stack, spec.variantSets);
  pushReversed(stack, spec.children);
  pushReversed(stack, spec.properties);
}

function pushReversed(stack: (Spec | (() => void))[], specs: readonly Spec[]): void {
  for (let i = specs.length - 1; i >= 0; i--) stack.push(specs[i]);
}
