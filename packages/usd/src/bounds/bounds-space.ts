/** The spaces in which bounds are computed: the world, and one for each prototype and the purpose that its instances pass on. */
import { Purposes } from "../imageable/purposes.ts";
import { XformCache } from "../imageable/xform-cache.ts";
import type { XformQueries } from "../imageable/xform-queries.ts";
import type { PrimNode } from "../prims/prim-node.ts";
import type { StageTime } from "../values/attribute-value.ts";
import type { Box } from "./box.ts";

/** Boxes of a prim by purpose. */
export type PurposeBoxes = ReadonlyMap<string, Box>;

/** The bounds of a prim. */
export interface BoundsEntry {
  /** In the space of the prim. */
  readonly boxes: PurposeBoxes;
}

/** Prims whose bounds are in one space. */
export interface BoundsSpace {
  /** The instance whose children are those of the prototype; undefined for the world. */
  readonly top: PrimNode | undefined;
  /** World matrices are those to this space. */
  readonly xforms: XformCache;
  readonly purposes: Purposes;
  readonly entries: Map<PrimNode, BoundsEntry>;
}

/** The spaces of a stage at a time. */
export class BoundsSpaces {
  readonly world: BoundsSpace;
  /** Transformations at the default time. */
  readonly defaults: XformCache;
  private readonly queries: XformQueries;
  private readonly time: StageTime;
  /** By prototype and inherited purpose. */
  private readonly prototypes: Map<number, Map<string, BoundsSpace>> = new Map();

  constructor(queries: XformQueries, time: StageTime) {
    this.queries = queries;
    this.time = time;
    this.defaults = new XformCache(queries, null);
    this.world = {
      top: undefined,
      xforms: new XformCache(queries, time),
      purposes: new Purposes(queries.reader),
      entries: new Map(),
    };
  }

  /** Returns the space of the prototype of an instance. */
  prototype(instance: PrimNode, { purposes }: BoundsSpace): BoundsSpace {
    const source = this.queries.reader.prototypeSource(instance);
    const info = purposes.info(instance);
    const inherited = info.isInheritable ? info.purpose : "";
    const known = this.prototypes.get(source) ?? new Map<string, BoundsSpace>();
    this.prototypes.set(source, known);
    let space = known.get(inherited);
    if (space === undefined) {
      space = {
        top: instance,
        xforms: new XformCache(this.queries, this.time, instance),
        purposes: new Purposes(this.queries.reader, { prim: instance, info }),
        entries: new Map(),
      };
      known.set(inherited, space);
    }
    return space;
  }
}
