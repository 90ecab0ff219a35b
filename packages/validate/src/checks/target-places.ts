/** The specs that author targets and connections. */
import { addedItems } from "@usdkit/layer";
import { authoredPaths, type PropertyOpinion } from "@usdkit/usd";

/** A target as a layer authors it. */
export interface AuthoredTarget {
  readonly property: PropertyOpinion;
  /** In the namespace of the layer. */
  readonly path: string;
}

/**
 * Returns the strongest spec that authors a target of the stage: with the same path, otherwise with one that ends alike, as arcs
 * change the beginning of paths.
 */
export function authoredTarget(specs: readonly PropertyOpinion[], target: string): AuthoredTarget | undefined {
  const tail = target.slice(target.lastIndexOf("/"));
  let alike: AuthoredTarget | undefined;
  for (const property of specs) {
    for (const path of addedItems(authoredPaths(property.spec) ?? {})) {
      if (path === target) return { property, path };
      if (alike === undefined && path.endsWith(tail)) alike = { property, path };
    }
  }
  return alike;
}
