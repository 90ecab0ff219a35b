/** Bounds of prims at a time (`UsdGeomBBoxCache`). */
import { isA } from "@usdkit/schemas";
import { identityMatrix, multiplyMatrices, type RowMatrix } from "@usdkit/transforms";
import { VisibilityCache } from "../imageable/visibility.ts";
import type { XformCache } from "../imageable/xform-cache.ts";
import type { XformQueries } from "../imageable/xform-queries.ts";
import { isKind } from "../prims/kinds.ts";
import { Models } from "../prims/models.ts";
import type { PrimNode } from "../prims/prim-node.ts";
import type { StageReader } from "../prims/stage-reader.ts";
import type { StageTime } from "../values/attribute-value.ts";
import { numbersOf } from "../values/plain-numbers.ts";
import {
  alignedRange,
  combineBoxes,
  emptyBox,
  emptyRange,
  inverseMatrix,
  isEmptyRange,
  transformBox,
  unionOf,
  type Box,
  type Range,
} from "./box.ts";
import { BoundsSpaces, type BoundsEntry, type BoundsSpace, type PurposeBoxes } from "./bounds-space.ts";
import { rangeAt } from "./extents.ts";
import { PrimExtents } from "./prim-extents.ts";
import { IDENTITY_NUMBER, SharedBounds, type BoundsPlace, type BoundsSlot } from "./shared-bounds.ts";

/** What bounds include. */
export interface BoundsOptions {
  /** Purposes of the prims that are included. Default: `default` alone. */
  readonly purposes?: readonly string[] | undefined;
  /** Whether the `extentsHint` of a model replaces the bounds of the prims below it. Default: false. */
  readonly usesExtentsHint?: boolean | undefined;
  /** Whether invisible prims are included. Default: false. */
  readonly ignoresVisibility?: boolean | undefined;
  /**
   * Whether the bounds below placements of one asset are computed for the first of them. They are then those of the others up to
   * rounding. Default: false.
   */
  readonly sharesBounds?: boolean | undefined;
}

/** The bounds of prototypes of PointInstancers. */
const PROTOTYPE_BOUNDS: BoundsOptions = { purposes: ["default", "proxy", "render"] };

/** Purposes in the order of `extentsHint`. */
const HINT_PURPOSES = ["default", "render", "proxy", "guide"] as const;
const noBoxes: PurposeBoxes = new Map();
const noVisits: readonly Visit[] = [];

/** Where the closest component above a prim is. */
type ComponentAbove = Pick<Visit, "toComponent"> & Partial<Pick<Visit, "componentNumber">>;

/** Matrices of prototypes are those to the prototype. */
const inPrototype: ComponentAbove = { toComponent: identityMatrix, componentNumber: IDENTITY_NUMBER };

interface Visit {
  readonly prim: PrimNode;
  readonly space: BoundsSpace;
  /** From the world, or from the prototype, to the space of the closest component above. */
  readonly toComponent: RowMatrix;
  /** The number of the matrix from the prim to that component; undefined until it is known. */
  componentNumber: number | undefined;
  /** The prims below, once they were visited. */
  below: readonly Visit[] | undefined;
  /** The boxes of prims below that were known before those were visited. */
  known: readonly PurposeBoxes[];
  /** Where its boxes are kept for prims that share all with it. */
  slot: BoundsSlot | undefined;
}

/**
 * The bounds of prims at a time, kept for each prim. A bound contains the prims below; the extent of a Boundable prim counts for all
 * of them. Extents that no layer authors are computed from the geometry. Prims below instances are computed once for each prototype.
 *
 * ```ts
 * const bounds = new BoundsCache(new XformQueries(reader), 24, { purposes: ["default", "render"] });
 * alignedRange(bounds.world(prim)); // { minimum: [-1, 0, -1], maximum: [1, 2, 1] }
 * ```
 */
export class BoundsCache {
  readonly time: StageTime;
  private readonly reader: StageReader;
  private readonly options: Readonly<Record<"usesExtentsHint" | "ignoresVisibility", boolean>>;
  private readonly purposes: readonly string[];
  private readonly spaces: BoundsSpaces;
  private readonly extents: PrimExtents;
  private readonly visibility: VisibilityCache;
  private readonly models: Models;
  private readonly shared: SharedBounds | undefined;

  constructor(queries: XformQueries, time: StageTime, options: BoundsOptions = {}) {
    const {
      purposes = ["default"],
      usesExtentsHint = false,
      ignoresVisibility = false,
      sharesBounds = false,
    } = options;
    this.time = time;
    this.reader = queries.reader;
    this.options = { usesExtentsHint, ignoresVisibility };
    this.purposes = purposes;
    this.spaces = new BoundsSpaces(queries, time);
    this.visibility = new VisibilityCache(queries.reader, time);
    this.models = new Models(queries.reader);
    this.shared = sharesBounds ? new SharedBounds(queries.reader) : undefined;
    this.extents = new PrimExtents(queries, time, () =>
      options === PROTOTYPE_BOUNDS ? this : new BoundsCache(queries, time, PROTOTYPE_BOUNDS),
    );
  }

  /** Returns the bound of a prim in the world. */
  world(prim: PrimNode): Box {
    return this.transformed(prim, (xforms) => xforms.localToWorld(prim));
  }

  /** Returns the bound of a prim in the space of its parent. */
  local(prim: PrimNode): Box {
    return this.transformed(prim, (xforms) => xforms.local(prim));
  }

  /** Returns the bound of a prim in its own space. */
  untransformed(prim: PrimNode): Box {
    const boxes = this.resolve(prim);
    let combined = emptyBox;
    for (const purpose of this.purposes) {
      const box = boxes.get(purpose);
      if (box !== undefined && !isEmptyRange(box.range)) combined = combineBoxes(combined, box);
    }
    return combined;
  }

  /** Returns the bound of a prim in the space of a prim above it. */
  relative(prim: PrimNode, ancestor: PrimNode): Box {
    return this.transformed(prim, (xforms) =>
      multiplyMatrices(xforms.localToWorld(prim), inverseMatrix(xforms.localToWorld(ancestor))),
    );
  }

  /** Returns the extent of a Boundable prim, authored or computed (`UsdGeomBoundable::ComputeExtent`); undefined without one. */
  extent(prim: PrimNode): Range | undefined {
    return isA(prim.type, "Boundable") ? this.extents.extent(prim) : undefined;
  }

  private transformed(prim: PrimNode, matrixOf: (xforms: XformCache) => RowMatrix): Box {
    if (this.resolve(prim).size === 0) return emptyBox;
    return transformBox(this.untransformed(prim), matrixOf(this.spaces.world.xforms));
  }

  /** Returns the boxes of a prim by purpose, in its own space. Prims below it are visited first. */
  private resolve(prim: PrimNode): PurposeBoxes {
    const { world } = this.spaces;
    const known = world.entries.get(prim);
    if (known !== undefined) return known.boxes;
    const waiting: Visit[] = [this.visit(prim, world, { toComponent: this.componentAbove(prim) })];
    for (let visit = waiting.at(-1); visit !== undefined; visit = waiting.at(-1)) {
      const { entries } = visit.space;
      if (entries.has(visit.prim)) waiting.pop();
      else if (visit.below === undefined) {
        const boxes = this.sharedBoxes(visit) ?? this.ownBoxes(visit);
        if (boxes === undefined) {
          visit.below = this.childrenOf(visit);
          waiting.push(...visit.below);
        } else keep(visit, boxes);
      } else keep(visit, this.fromChildren(visit, visit.below));
    }
    return world.entries.get(prim)?.boxes ?? noBoxes;
  }

  private visit(prim: PrimNode, space: BoundsSpace, above: ComponentAbove): Visit {
    if (this.isComponent(prim)) {
      const matrix = space.xforms.localToWorld(prim);
      const toComponent = inverseMatrix(matrix);
      // The identity, unless the matrix has no inverse.
      const number = this.shared?.numberOf(multiplyMatrices(matrix, toComponent));
      return { prim, space, toComponent, componentNumber: number, below: undefined, known: [], slot: undefined };
    }
    const { toComponent, componentNumber: number } = above;
    // Without a transformation of its own it is where the prim above is.
    const componentNumber = number !== undefined && space.xforms.isAtParent(prim) ? number : undefined;
    return { prim, space, toComponent, componentNumber, below: undefined, known: [], slot: undefined };
  }

  /** Returns the boxes of a prim that shares all with this one. */
  private sharedBoxes(visit: Visit): PurposeBoxes | undefined {
    const { prim, space, toComponent } = visit;
    const { parent } = prim;
    const { shared } = this;
    if (shared === undefined || parent === undefined) return undefined;
    visit.slot = shared.of(prim, {
      isPlain: () => space.xforms.isAtParent(prim) && !this.isComponent(prim),
      placeOf: () => {
        visit.componentNumber ??= shared.numberOf(multiplyMatrices(space.xforms.localToWorld(prim), toComponent));
        return this.placeBelow(parent, space, visit.componentNumber);
      },
    });
    return visit.slot?.boxes;
  }

  private placeBelow(parent: PrimNode, space: BoundsSpace, toComponent: number): BoundsPlace {
    const { purpose, isInheritable } = space.purposes.info(parent);
    const isInGroup = parent.isInstance || this.models.isGroup(parent);
    return { purpose: isInheritable ? purpose : "", isInGroup, toComponent };
  }

  /** At the default time, whatever the time of the bounds is, as in the reference (26.11): it only decides how boxes are turned. */
  private componentAbove(prim: PrimNode): RowMatrix {
    for (let at: PrimNode | undefined = prim; at !== undefined; at = at.parent) {
      if (this.isComponent(at)) return inverseMatrix(this.spaces.defaults.localToWorld(at));
    }
    return identityMatrix;
  }

  private isComponent(prim: PrimNode): boolean {
    const kind = this.models.kind(prim);
    return kind !== undefined && (isKind(kind, "component") || isKind(kind, "subcomponent"));
  }

  /** Returns the boxes of a prim that has no part in the bounds of the prims below it; undefined if those decide. */
  private ownBoxes({ prim, space }: Visit): PurposeBoxes | undefined {
    const hint = this.options.usesExtentsHint && this.models.isModel(prim) ? this.hint(prim) : undefined;
    if (hint !== undefined) return hint;
    if (!isA(prim.type, "Boundable")) return undefined;
    const range = this.extents.extent(prim, space.top);
    if (range === undefined) return noBoxes;
    return new Map([[space.purposes.info(prim).purpose, { range, matrix: identityMatrix }]]);
  }

  private hint(prim: PrimNode): PurposeBoxes | undefined {
    const numbers = numbersOf(this.reader.value(prim, "extentsHint", this.time));
    if (numbers === undefined) return undefined;
    const boxes = new Map<string, Box>();
    for (const [i, purpose] of HINT_PURPOSES.entries()) {
      if ((i + 1) * 6 <= numbers.length) boxes.set(purpose, { range: rangeAt(numbers, i * 6), matrix: identityMatrix });
    }
    return boxes;
  }

  private childrenOf(visit: Visit): readonly Visit[] {
    const { prim, space } = visit;
    const unknown = this.knownBelow(visit);
    if (unknown?.length === 0) return noVisits;
    const below = prim.isInstance ? this.spaces.prototype(prim, space) : space;
    const children =
      unknown === undefined
        ? this.reader.children((prim.isInstance ? below.top : undefined) ?? prim)
        : this.reader.childrenAt(prim, unknown);
    const found: Visit[] = [];
    for (const child of children) {
      if (!child.isActive || !child.isDefined || child.isAbstract || !this.isIncluded(child)) continue;
      found.push(this.visit(child, below, prim.isInstance ? inPrototype : visit));
    }
    return found;
  }

  /** Notes the boxes of children that share all with prims that were visited before; returns the others, undefined for all. */
  private knownBelow(visit: Visit): readonly PrimNode["source"][] | undefined {
    const { prim, space, componentNumber } = visit;
    const { shared } = this;
    if (shared === undefined || componentNumber === undefined || prim.isInstance) return undefined;
    if (!prim.isActive || !prim.isDefined || prim.isAbstract || prim.parent === undefined) return undefined;
    const place = this.placeBelow(prim, space, componentNumber);
    const unknown: PrimNode["source"][] = [];
    const known: PurposeBoxes[] = [];
    for (const child of this.reader.stage.children(prim.source)) {
      const boxes = shared.plainBoxes(child, place);
      if (boxes === undefined) unknown.push(child);
      else known.push(boxes);
    }
    visit.known = known;
    return unknown;
  }

  /** Prims without a type may have imageable prims below; other types that are not imageable may not. */
  private isIncluded(prim: PrimNode): boolean {
    if (this.options.ignoresVisibility) return true;
    if (!isA(prim.type, "Typed")) return true;
    return isA(prim.type, "Imageable") && !this.visibility.isInvisible(prim);
  }

  /** Returns the boxes of the prims below, joined in the space of the closest component. */
  private fromChildren({ prim, space, toComponent, known }: Visit, below: readonly Visit[]): PurposeBoxes {
    const ranges = new Map<string, Range>();
    const localToComponent = multiplyMatrices(space.xforms.localToWorld(prim), toComponent);
    for (const boxes of known) addBoxes(ranges, boxes, localToComponent);
    for (const visit of below) {
      const { boxes }: BoundsEntry = visit.space.entries.get(visit.prim) ?? { boxes: noBoxes };
      if (boxes.size === 0) continue;
      const childToComponent = prim.isInstance
        ? multiplyMatrices(visit.space.xforms.local(visit.prim), localToComponent)
        : multiplyMatrices(space.xforms.localToWorld(visit.prim), toComponent);
      addBoxes(ranges, boxes, childToComponent);
    }
    if (ranges.size === 0) return noBoxes;
    const matrix = inverseMatrix(localToComponent);
    return new Map([...ranges].map(([purpose, range]) => [purpose, { range, matrix }] as const));
  }
}

/** Adds boxes to ranges of the same purposes, transformed by a matrix. */
function addBoxes(ranges: Map<string, Range>, boxes: PurposeBoxes, by: RowMatrix): void {
  for (const [purpose, box] of boxes) {
    const range = alignedRange(transformBox(box, by));
    ranges.set(purpose, unionOf(ranges.get(purpose) ?? emptyRange, range));
  }
}

/** Keeps the boxes of a prim, also for those that share all with it. */
function keep({ prim, space, slot }: Visit, boxes: PurposeBoxes): void {
  space.entries.set(prim, { boxes });
  slot?.all.set(slot.key, boxes);
}
