/** Prims that lack a layer: what is missing there is a consequence, and no finding of its own. */
import type { CompositionError, Stage } from "@usdkit/usd";

function isMissing({ code }: CompositionError): boolean {
  return code === "MISSING_LAYER" || code === "MISSING_SUBLAYER" || code === "UNRESOLVED_PRIM_PATH";
}

/** Whether an arc of a prim, or of one above it, leads to nothing. */
export function isIncomplete(stage: Stage, prim: string): boolean {
  for (let path = prim; path !== ""; path = path.slice(0, path.lastIndexOf("/"))) {
    if (hasMissing(stage, path)) return true;
  }
  return hasMissing(stage, "/");
}

function hasMissing(stage: Stage, prim: string): boolean {
  const index = stage.primIndex(prim);
  if (index === undefined) return false;
  const { errors, graph } = index;
  return errors.some(isMissing) || graph.nodes.some(({ stack }) => stack.errors.some(isMissing));
}
