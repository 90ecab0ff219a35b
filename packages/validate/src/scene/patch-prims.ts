/** The prims of a patch. */
import { childrenInOrder } from "@usdkit/service-scene";
import type { Layer, PrimSpec } from "@usdkit/layer";

/** A prim of a patch, and whether it or an ancestor is not an `over`. */
export interface PatchPrim {
  readonly prim: PrimSpec;
  /** Whether it is the topmost prim of a branch that starts with a `def` or `class`. */
  readonly beginsDefinition: boolean;
  readonly isInDefinition: boolean;
}

/** Returns every prim in traversal order, parents first; inactive ones too, as a patch must not deactivate prims. */
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
