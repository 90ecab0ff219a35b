import { isActive } from "@usdkit/service-scene";
import type { Layer, PrimLike, PrimSpec } from "@usdkit/layer";

/** A prim of a layer, and whether it or one above it is inactive. */
export interface FoundPrim {
  readonly typeName: string;
  readonly isInactive: boolean;
}

/** Returns the prim at an absolute path; undefined if there is none. Ignores variants. */
export function findPrim(layer: Layer, path: string): FoundPrim | undefined {
  if (!path.startsWith("/")) return undefined;
  let owner: PrimLike = layer.root;
  let found: PrimSpec | undefined;
  let isInactive = false;
  for (const name of path.slice(1).split("/")) {
    found = owner.children.find((child) => child.name === name);
    if (found === undefined) return undefined;
    isInactive ||= !isActive(found);
    owner = found;
  }
  return found === undefined ? undefined : { typeName: found.typeName, isInactive };
}
