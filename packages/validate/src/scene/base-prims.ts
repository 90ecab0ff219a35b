import type { Layer, PrimSpec } from "@usdkit/layer";

/** Returns every prim of a layer by its path, without variants. */
export function primsByPath(layer: Layer): ReadonlyMap<string, PrimSpec> {
  const prims = new Map<string, PrimSpec>();
  const stack: PrimSpec[] = [...layer.root.children].toReversed();
  for (let prim = stack.pop(); prim !== undefined; prim = stack.pop()) {
    prims.set(prim.path, prim);
    for (let i = prim.children.length - 1; i >= 0; i--) stack.push(prim.children[i]);
  }
  return prims;
}
