/** Extents of Boundable prims at a time: authored, or computed. */
import { isA } from "@usdkit/schemas";
import { multiplyMatrices } from "@usdkit/transforms";
import type { XformQueries } from "../imageable/xform-queries.ts";
import type { PrimNode } from "../prims/prim-node.ts";
import type { StageReader } from "../prims/stage-reader.ts";
import type { StageTime } from "../values/attribute-value.ts";
import { alignedRange, emptyRange, transformBox, unionOf, type Box, type Range } from "./box.ts";
import { authoredExtent, geometryExtent, inSinglePrecision } from "./extents.ts";
import { pointInstances } from "./instance-transforms.ts";
import { SkeletonExtents } from "./skeleton-extents.ts";

/** Bounds of prototypes, of the purposes `default`, `proxy` and `render`. */
export interface PrototypeBounds {
  untransformed(prim: PrimNode): Box;
  extent(prim: PrimNode): Range | undefined;
}

/**
 * PointInstancers may be prototypes of others. Deeper ones have no computed extent, nor those that are below their own prototype: the
 * reference does not return for them.
 */
const MAX_NESTED_INSTANCERS = 32;

/** The extents of prims at a time. */
export class PrimExtents {
  private readonly reader: StageReader;
  private readonly queries: XformQueries;
  private readonly time: StageTime;
  private readonly makeBounds: () => PrototypeBounds;
  private prototypeBounds: PrototypeBounds | undefined;
  private readonly open: Set<PrimNode> = new Set();
  private readonly skeletons: SkeletonExtents;

  /** @param makeBounds creates what computes the bounds of prototypes; called when the first PointInstancer needs it */
  constructor(queries: XformQueries, time: StageTime, makeBounds: () => PrototypeBounds) {
    this.reader = queries.reader;
    this.queries = queries;
    this.time = time;
    this.makeBounds = makeBounds;
    this.skeletons = new SkeletonExtents(queries, time);
  }

  /**
   * Returns the extent of a prim in its own space; undefined without one.
   *
   * @param top the instance in whose prototype it is
   */
  extent(prim: PrimNode, top?: PrimNode): Range | undefined {
    const authored = authoredExtent(this.reader, prim, this.time);
    if (authored !== undefined) return authored;
    if (isA(prim.type, "PointInstancer")) return this.ofInstances(prim);
    if (isA(prim.type, "Skeleton")) return this.skeletons.ofSkeleton(prim, top);
    if (isA(prim.type, "SkelRoot")) return this.skeletons.ofRoot(prim, top);
    return geometryExtent(this.reader, prim, this.time);
  }

  private ofInstances(prim: PrimNode): Range | undefined {
    if (this.open.has(prim) || this.open.size === MAX_NESTED_INSTANCERS) return undefined;
    this.open.add(prim);
    const found = this.unionOfInstances(prim);
    this.open.delete(prim);
    return found;
  }

  private unionOfInstances(prim: PrimNode): Range | undefined {
    const instances = pointInstances(this.reader, prim, this.time);
    const targets = this.reader.targets(prim, "prototypes");
    if (instances === undefined || instances.isMaskMismatched || targets.length === 0) return undefined;
    const { protoIndices, transforms, mask } = instances;
    if (protoIndices.some((index) => index < 0 || index >= targets.length)) return undefined;
    this.prototypeBounds ??= this.makeBounds();
    const bounds = this.prototypeBounds;
    const prototypes = targets.map((target) => {
      const prototype = this.reader.prim(target);
      if (prototype === undefined) return undefined;
      return { box: bounds.untransformed(prototype), matrix: this.queries.localTransformation(prototype, this.time) };
    });
    let range = emptyRange;
    for (const [i, index] of protoIndices.entries()) {
      const prototype = prototypes[index];
      if (!mask[i] || prototype === undefined) continue;
      const placed = transformBox(prototype.box, multiplyMatrices(prototype.matrix, transforms[i]));
      range = unionOf(range, alignedRange(placed));
    }
    return inSinglePrecision(range);
  }
}
