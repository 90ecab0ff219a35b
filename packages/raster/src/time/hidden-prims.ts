import { attributeValue, traverseScene } from "@usdkit/service-scene";
import type { Layer } from "@usdkit/layer";

/** Returns the paths of the prims that a scene traverses which are invisible, with all prims under them (`UsdGeomImageable`). */
export function hiddenPrims(layer: Layer): ReadonlySet<string> {
  const hidden = new Set<string>();
  for (const prim of traverseScene(layer)) {
    const isHidden =
      (prim.parent.specType === "prim" && hidden.has(prim.parent.path)) ||
      attributeValue(prim, "visibility", "token") === "invisible";
    if (isHidden) hidden.add(prim.path);
  }
  return hidden;
}
