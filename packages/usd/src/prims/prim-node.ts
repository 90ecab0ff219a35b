/** Prims of a stage as nodes of a tree. */
import type { PathId } from "../paths/path-table.ts";

/** A prim of a stage, also an instance proxy. There is one node for each path of a `StageReader`. */
export interface PrimNode {
  readonly path: string;
  /** Last part of the path. */
  readonly name: string;
  /** The prim whose index has the opinions: for an instance proxy a prim below the source of its prototype. */
  readonly source: PathId;
  /** Undefined for a root prim. */
  readonly parent: PrimNode | undefined;
  /** The instance above an instance proxy, the nearest one; undefined for other prims. */
  readonly instance: PrimNode | undefined;
  /** The type whose schema the prim has, see {@link PrimSchemas.schemaType}; "" without one. */
  readonly type: string;
  readonly isActive: boolean;
  /** Whether it has a specifier other than `over`, whatever is above it. */
  readonly hasDefiningSpecifier: boolean;
  /** Whether it and those above it have a specifier other than `over`. */
  readonly isDefined: boolean;
  /** Whether it or one above it is a class. */
  readonly isAbstract: boolean;
  readonly isInstance: boolean;
  /** Whether it and those above it are active, and its payloads are loaded, or those of the prim above it that has some. */
  readonly isLoaded: boolean;
}

/** Whether traversals visit a prim, if they visit the prim above it (`UsdPrimDefaultPredicate`). */
export function isVisited({ isActive, isLoaded, isDefined, isAbstract }: PrimNode): boolean {
  return isActive && isLoaded && isDefined && !isAbstract;
}
