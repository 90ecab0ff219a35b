/** What expressions ask about prims, kept for each. */
import { fromAbove } from "../prims/from-above.ts";
import type { PrimNode } from "../prims/prim-node.ts";
import type { StageReader } from "../prims/stage-reader.ts";
import { queryPrim, type QueryPrim } from "./query-prim.ts";

const noPrims: readonly QueryPrim[] = [];

/** The prims of a stage as expressions see them. */
export class QueryPrims {
  private readonly reader: StageReader;
  private readonly known: Map<PrimNode, readonly QueryPrim[]> = new Map();

  constructor(reader: StageReader) {
    this.reader = reader;
  }

  /** Returns a prim after those above it. */
  chain(prim: PrimNode): readonly QueryPrim[] {
    return fromAbove(prim, this.known, noPrims, (each, above) => {
      const index = this.reader.stage.index(each.source);
      if (index === undefined) return above;
      // A prototype is a group.
      const parent = each.parent?.isInstance === true ? undefined : above.at(-1);
      return [...above, queryPrim(each, index, { parent, reader: this.reader })];
    });
  }
}
