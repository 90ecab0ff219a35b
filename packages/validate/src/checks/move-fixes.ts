/** Fixes that move a prim out of one that cannot hold it. */
import type { Stage, StageLayer } from "@usdkit/usd";
import { movePrim } from "@usdkit/usda";
import { layerFix } from "./stage-fixes.ts";
import type { Fix } from "../model/finding.ts";
import type { CheckedPrim } from "../rule/checked-prim.ts";

/** Arcs that are looked at for one fix; a stage with more has none. */
const MAX_ARCS = 20_000;

/** What a prim hands down to those below it. */
const INHERITED =
  /^(?:xformOpOrder|xformOp:.*|visibility|purpose|proxyPrim|material:binding(?::.*)?|collection:.*|skel:.*)$/u;

/**
 * Returns the fix that moves a prim to another parent above it, with the paths of the layer that lead there. None if several specs are
 * involved, if an arc leads to a prim that it leaves, from which it would be missing, or if it would be a root prim.
 *
 * @param parent a prim above that of `prim`
 */
export function moveFix(stage: Stage, prim: CheckedPrim, parent: CheckedPrim | undefined): () => readonly Fix[] {
  return () => {
    const [spec] = prim.specs;
    if (parent === undefined || prim.specs.length !== 1 || prim.shape.hasVariantSets) return [];
    const { layer, owner } = spec;
    // The layer has the prims between the two by the same names.
    const below = prim.path.slice(parent.path.length);
    if (!owner.path.endsWith(below) || owner.path.includes("{")) return [];
    const newParent = owner.path.slice(0, -below.length);
    // The parent may have its prims from another one, by an arc to what the prim leaves.
    const isParent = parent.specs.some((each) => each.layer === layer && each.owner.path === newParent);
    if (newParent === "" || !isParent || isReached(stage, layer, newParent, owner.path)) return [];
    const to = `${newParent}/${prim.name}`;
    return layerFix(layer, { title: `Move the prim to <${to}>` }, (text) => movePrim(text, owner.path, to))();
  };
}

/** Whether an arc of the stage leads to a prim of a layer below one path, and at another or above it. */
function isReached(stage: Stage, layer: StageLayer, below: string, path: string): boolean {
  let arcs = 0;
  for (const { path: own, graph } of stage.ownIndices) {
    for (let node = 1; node < graph.size; node++) {
      if (++arcs > MAX_ARCS) return true;
      const site = stage.paths.withoutVariants(graph.path(node));
      if (site === own || !graph.nodes[node].stack.layers.some((each) => each.layer === layer)) continue;
      const target = stage.paths.text(site);
      if (target.startsWith(`${below}/`) && (path === target || path.startsWith(`${target}/`))) return true;
    }
  }
  return false;
}

/** Whether a prim hands down nothing: no transform, visibility, purpose, binding or constant primvar. */
export function handsDownNothing({ properties, shape }: CheckedPrim): boolean {
  if (shape.hasVariantSets || shape.isInstance) return false;
  for (const name of properties.keys()) if (INHERITED.test(name) || name.startsWith("primvars:")) return false;
  return true;
}
