/** The prims of a patch. */
import { childrenInOrder } from "@usdkit/schema";
import type { Layer, PrimSpec } from "@usdkit/layer";

/** A prim of a patch, and whether it or one above it is no `over`. */
export interface PatchPrim {
  readonly prim: PrimSpec;
  /** The topmost of a branch that a `def` or `class` begins. */
  readonly beginsDefinition: boolean;
  readonly isInDefinition: boolean;
}

/** Every prim, parents first, in the order of the traversal; inactive ones too, as a patch that hides something is no camera patch. */
export function patchPrims(layer: Layer): readonly PatchPrim[] {
  const found: PatchPrim[] = [];
  const stack: { readonly prim: PrimSpec; readonly isInDefinition: boolean }[] = [];
  const push = (prims: readonly PrimSpec[], isInDefinition: boolean): void => {
    for (let i = prims.length - 1; i >= 0; i--) stack.push({ prim: prims[i], isInDefinition });
  };
  push(childrenInOrder(layer.root), false);
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    const { prim } = step;
    const beginsDefinition = !step.isInDefinition && prim.specifier !== "over";
    const isInDefinition = step.isInDefinition || beginsDefinition;
    found.push({ prim, beginsDefinition, isInDefinition });
    push(childrenInOrder(prim), isInDefinition);
  }
  return found;
}
