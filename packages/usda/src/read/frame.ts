/** The owner of a block of the text. */
export const OwnerKind = { root: 0, prim: 1, variantSet: 2, variant: 3 } as const;

/** An open block: `{ … }` of a prim, variant set or variant, and the layer itself. */
export class Frame {
  kind: number = OwnerKind.root;
  /** Id of the spec's name. */
  name = 0;
  /** Position of `{`, for errors. */
  braceStart = 0;
  statementStart = 0;
  /** Variant sets: the block contains a variant or a misplaced statement. */
  hasContents = false;
  /** Number of enclosing blocks, including the layer. */
  depth = 0;

  // Set by the sink.
  record = 0;
  /** The record of the spec: the first one of the same path. */
  identity = 0;
  /** A nested block was closed, so the last-owner marks of names may belong to other owners. */
  hasNested = false;
  propertyCount = 0;
  propertyMap: Map<number, number> | undefined = undefined;
  /** Number of prims in it, up to the size of `PrimIndex`'s lists. */
  childCount = 0;
}
