/** Targets of relationships through other relationships (`UsdRelationship::GetForwardedTargets`). */
import type { PrimNode } from "./prim-node.ts";

/** Finds targets; a `StageReader` does. */
export interface TargetReader {
  /** Returns the prim and the property of a path; undefined if there is no such prim. */
  object(path: string): { readonly prim: PrimNode; readonly property: string } | undefined;
  hasRelationship(prim: PrimNode, name: string): boolean;
  targets(prim: PrimNode, name: string): readonly string[];
}

/** What is left to visit of the targets of a relationship. */
interface Visit {
  readonly targets: readonly string[];
  next: number;
}

/**
 * Returns the targets of a relationship in order, each once. A target that is a relationship is replaced by its targets. A
 * relationship that was visited before is left out.
 */
export function forwardedTargets(reader: TargetReader, prim: PrimNode, name: string): readonly string[] {
  const found = new Set<string>();
  const visited = new Set<string>();
  const open: Visit[] = [{ targets: reader.targets(prim, name), next: 0 }];
  for (let visit = open.at(-1); visit !== undefined; visit = open.at(-1)) {
    if (visit.next === visit.targets.length) {
      open.pop();
      continue;
    }
    const target = visit.targets[visit.next++];
    const object = target.includes(".") ? reader.object(target) : undefined;
    if (object === undefined || !reader.hasRelationship(object.prim, object.property)) found.add(target);
    else if (!visited.has(target)) {
      visited.add(target);
      open.push({ targets: reader.targets(object.prim, object.property), next: 0 });
    }
  }
  return [...found];
}
