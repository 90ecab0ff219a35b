/** Fixes that move a prim out of one that cannot hold it. */
import { movePrim } from "@usdkit/usda";
import { layerFix } from "./stage-fixes.ts";
import type { Fix } from "../model/finding.ts";
import type { CheckedPrim } from "../rule/checked-prim.ts";

/** What a prim hands down to those below it. */
const INHERITED =
  /^(?:xformOpOrder|xformOp:.*|visibility|purpose|proxyPrim|material:binding(?::.*)?|collection:.*|skel:.*)$/u;

/**
 * Returns the fix that moves a prim to another parent above it, with the paths of the layer that lead there. None if several specs are
 * involved, or the prim would be a root prim, which references to the file's other prims leave out.
 *
 * @param parent a prim above that of `prim`
 */
export function moveFix(prim: CheckedPrim, parent: CheckedPrim | undefined): () => readonly Fix[] {
  return () => {
    const [spec] = prim.specs;
    if (parent === undefined || prim.specs.length !== 1 || prim.shape.hasVariantSets) return [];
    const { layer, owner } = spec;
    // The layer has the prims between the two by the same names.
    const below = prim.path.slice(parent.path.length);
    if (!owner.path.endsWith(below) || owner.path.includes("{")) return [];
    const newParent = owner.path.slice(0, -below.length);
    if (newParent === "") return [];
    const to = `${newParent}/${prim.name}`;
    return layerFix(layer, { title: `Move the prim to <${to}>` }, (text) => movePrim(text, owner.path, to))();
  };
}

/** Whether a prim hands down nothing: no transform, visibility, purpose, binding or constant primvar. */
export function handsDownNothing({ properties, shape }: CheckedPrim): boolean {
  if (shape.hasVariantSets || shape.isInstance) return false;
  for (const name of properties.keys()) if (INHERITED.test(name) || name.startsWith("primvars:")) return false;
  return true;
}
