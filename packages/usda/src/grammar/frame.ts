/** What a block of the text belongs to. */
export const OwnerKind = { root: 0, prim: 1, variantSet: 2, variant: 3 } as const;

/** A block of the text that is open: `{ … }` of a prim, variant set or variant, and the layer itself. */
export class Frame {
  kind: number = OwnerKind.root;
  record = 0;
  /** The record that stands for the spec: the first of the same path. */
  identity = 0;
  /** Where its `{` stands, for errors. */
  braceStart = 0;
  statementStart = 0;
  /** Something nested was closed here, so the last-owner marks of names may belong to others. */
  hasNested = false;
  propertyCount = 0;
  propertyMap: Map<number, number> | undefined = undefined;
  /** In a variant set: something stands in it, be it a variant or what is misplaced. */
  hasContents = false;
  /** Blocks around this one, the layer counted. */
  depth = 0;
  /** How many prims are in it, while they are few: `PrimIndex` has them. */
  childCount = 0;
}
