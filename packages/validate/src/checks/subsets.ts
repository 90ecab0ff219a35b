/** GeomSubsets of geometry. */
import type { CheckedPrim } from "../rule/checked-prim.ts";
import type { StageRuleContext } from "../rule/stage-rule.ts";

/**
 * Returns the geometry of a subset if it is the first one of it: rules about all subsets of a prim run once, and for no prim without
 * subsets.
 */
export function geometryOfFirst({ stage, look }: StageRuleContext, subset: CheckedPrim): CheckedPrim | undefined {
  const { parent } = subset;
  if (parent?.isA("Imageable") !== true) return undefined;
  for (const id of stage.children(parent.id)) {
    const child = look(stage.paths.text(id));
    if (child?.isA("GeomSubset") === true && child.isDefined) return id === subset.id ? parent : undefined;
  }
  return undefined;
}
