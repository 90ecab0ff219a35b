/** The spec at an offset of the text. */
import type {
  ByteRange,
  Layer,
  PrimLike,
  PropertySpec,
  PseudoRootSpec,
  PrimSpec,
  Spec,
  VariantSpec,
} from "@usdkit/layer";

/** A spec that contains prims and properties. */
export type Owner = PseudoRootSpec | PrimSpec | VariantSpec;

/** Returns whether a cursor at `offset` is in a range, its end included. */
export function covers(range: ByteRange | undefined, offset: number): boolean {
  return range !== undefined && range.start <= offset && offset <= range.end;
}

/** Returns the innermost spec whose statement contains the offset; the root if there is none. */
export function specAt(layer: Layer, offset: number): Spec {
  let owner: Owner = layer.root;
  for (;;) {
    const next: Spec | undefined = childAt(owner, offset);
    if (next === undefined) return owner;
    if (next.specType === "variantSet") {
      const variant: VariantSpec | undefined = next.variants.find(({ range }) => covers(range, offset));
      if (variant === undefined) return next;
      owner = variant;
    } else if (next.specType === "attribute" || next.specType === "relationship") return next;
    else if (next.specType === "prim") owner = next;
    else return owner;
  }
}

/** Returns the innermost prim, variant or root around the offset. */
export function ownerAt(layer: Layer, offset: number): Owner {
  return ownerOf(specAt(layer, offset));
}

/** Returns the prim, variant or root that a spec is, or that it is in. */
function ownerOf(spec: Spec): Owner {
  switch (spec.specType) {
    case "attribute":
    case "relationship":
    case "variantSet":
      return spec.parent;
    default:
      return spec;
  }
}

/** Returns the closest prim around a spec, itself included; undefined for the root. */
export function primOf(spec: Spec): PrimSpec | undefined {
  for (let at: Spec = spec; ;) {
    if (at.specType === "prim") return at;
    if (at.specType === "pseudoRoot") return undefined;
    at = at.parent;
  }
}

function childAt(owner: PrimLike, offset: number): Spec | undefined {
  const prim = lastBefore(owner.children, offset);
  if (prim !== undefined && covers(prim.range, offset)) return prim;
  for (const property of owner.properties) if (statementAt(property, offset) !== undefined) return property;
  return owner.variantSets.find(({ range }) => covers(range, offset));
}

/** Returns the statement of a property that contains the offset. */
export function statementAt(property: PropertySpec, offset: number): ByteRange | undefined {
  if (covers(property.range, offset)) return property.range;
  if ((property.statementCount ?? 1) < 2) return undefined;
  return property.statements.find((statement) => covers(statement, offset));
}

/** Siblings are in the order of the text, unless a `reorder` statement sorts them elsewhere: these lists are unsorted then. */
function lastBefore<Each extends { readonly range?: ByteRange | undefined }>(
  siblings: readonly Each[],
  offset: number,
): Each | undefined {
  let low = 0;
  let high = siblings.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((siblings[middle].range?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return siblings[low];
}
