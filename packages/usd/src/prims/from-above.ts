/** What prims inherit from those above them. */
import type { PrimNode } from "./prim-node.ts";

/** Returns what is computed from the prims above a prim and then the prim itself, the topmost first, and keeps it for each. */
export function fromAbove<T>(
  prim: PrimNode,
  known: Map<PrimNode, T>,
  top: T,
  compute: (prim: PrimNode, above: T) => T,
): T {
  const kept = known.get(prim);
  if (kept !== undefined) return kept;
  const waiting: PrimNode[] = [prim];
  let above = top;
  for (let at = prim.parent; at !== undefined; at = at.parent) {
    const found = known.get(at);
    if (found !== undefined) {
      above = found;
      break;
    }
    waiting.push(at);
  }
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    above = compute(each, above);
    known.set(each, above);
  }
  return above;
}
