/** Prototypes with paths as text. */
import type { PathTable } from "../paths/path-table.ts";
import type { Prototype, Prototypes } from "./prototypes.ts";

/** A prim tree that instances share. */
export interface StagePrototype {
  /** `/__Prototype_1` for the first one: a name for the tree, not the path of a prim. */
  readonly path: string;
  /** The instance whose children are those of the prototype. */
  readonly source: string;
  /** The instances; those below other instances with the path below the source of their prototype. */
  readonly instances: readonly string[];
  /** Those of the instances that are within the prototype itself. The prims below them have no end and are not visited. */
  readonly recursive: readonly string[];
}

/** Returns a prototype with its paths as text. */
export function stagePrototype(
  paths: PathTable,
  { number, source, instances }: Prototype,
  recursive: Prototypes["recursive"],
): StagePrototype {
  return {
    path: `/__Prototype_${number}`,
    source: paths.text(source),
    instances: instances.map((each) => paths.text(each)),
    recursive: instances.filter((each) => recursive.has(each)).map((each) => paths.text(each)),
  };
}
