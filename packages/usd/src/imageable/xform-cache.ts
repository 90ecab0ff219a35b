/** Transformations of prims at a time (`UsdGeomXformCache`). */
import { identityMatrix, multiplyMatrices, type RowMatrix } from "@usdkit/transforms";
import type { PathId } from "../paths/path-table.ts";
import { fromAbove } from "../prims/from-above.ts";
import type { PrimNode } from "../prims/prim-node.ts";
import type { StageTime } from "../values/attribute-value.ts";
import type { XformQueries } from "./xform-queries.ts";

/** A transformation relative to a prim above. */
export interface RelativeTransform {
  readonly matrix: RowMatrix;
  /** Whether a prim on the way ignores the transformations above it: the matrix is then relative to the world. */
  readonly resetsXformStack: boolean;
}

/**
 * The transformations of prims at a time, as matrices for row vectors. Each is computed once.
 *
 * ```ts
 * const queries = new XformQueries(reader);
 * for (const time of [1, 2, 3]) {
 *   const xforms = new XformCache(queries, time);
 *   for (const prim of reader.prims()) xforms.localToWorld(prim);
 * }
 * ```
 */
export class XformCache {
  readonly time: StageTime;
  private readonly queries: XformQueries;
  private readonly locals: Map<PathId, RowMatrix> = new Map();
  private readonly worlds: Map<PrimNode, RowMatrix> = new Map();

  /** @param world a prim whose space is the world of the prims below it; by default the pseudo-root */
  constructor(queries: XformQueries, time: StageTime, world?: PrimNode) {
    this.queries = queries;
    this.time = time;
    if (world !== undefined) this.worlds.set(world, identityMatrix);
  }

  /** Returns the matrix from the space of a prim to that of its parent; the identity for a prim that is not Xformable. */
  local(prim: PrimNode): RowMatrix {
    const { fixed } = this.queries.query(prim);
    if (fixed !== undefined) return fixed;
    let found = this.locals.get(prim.source);
    if (found === undefined) {
      found = this.queries.localTransformation(prim, this.time);
      this.locals.set(prim.source, found);
    }
    return found;
  }

  /** Whether a prim ignores the transformations of the prims above it. */
  resetsXformStack(prim: PrimNode): boolean {
    return this.queries.query(prim).resetsXformStack;
  }

  /** Whether the space of a prim is that of its parent. */
  isAtParent(prim: PrimNode): boolean {
    return this.local(prim) === identityMatrix && !this.resetsXformStack(prim);
  }

  /** Returns the matrix from the space of a prim to the world. */
  localToWorld(prim: PrimNode): RowMatrix {
    return fromAbove(prim, this.worlds, identityMatrix, (each, above) => this.below(each, above));
  }

  /** Returns the matrix from the space of a prim's parent to the world, also if the prim itself ignores it. */
  parentToWorld({ parent }: PrimNode): RowMatrix {
    return parent === undefined ? identityMatrix : this.localToWorld(parent);
  }

  /** Returns the matrix from the space of a prim to that of a prim above it (`ComputeRelativeTransform`). */
  relative(prim: PrimNode, ancestor: PrimNode): RelativeTransform {
    let matrix = identityMatrix;
    for (let at: PrimNode | undefined = prim; at !== undefined && at !== ancestor; at = at.parent) {
      matrix = multiplyMatrices(matrix, this.local(at));
      if (this.resetsXformStack(at)) return { matrix, resetsXformStack: true };
    }
    return { matrix, resetsXformStack: false };
  }

  private below(prim: PrimNode, above: RowMatrix): RowMatrix {
    const local = this.local(prim);
    if (above === identityMatrix || this.resetsXformStack(prim)) return local;
    return local === identityMatrix ? above : multiplyMatrices(local, above);
  }
}
