/** Walks through the part of a layer that is visible. */
import type { ByteRange, Layer, PrimSpec, PropertySpec, Spec } from "@usdkit/layer";

/** Yields prims and properties that overlap a range of the text, parents first, without recursion. */
export function* specsBetween(layer: Layer, { start, end }: ByteRange): Generator<PrimSpec | PropertySpec> {
  const overlaps = (range: ByteRange | undefined): boolean =>
    range !== undefined && range.start <= end && range.end >= start;
  const waiting: Spec[] = [layer.root];
  for (let spec = waiting.pop(); spec !== undefined; spec = waiting.pop()) {
    if (spec.specType === "prim" || spec.specType === "attribute" || spec.specType === "relationship") yield spec;
    if (spec.specType === "attribute" || spec.specType === "relationship") continue;
    if (spec.specType === "variantSet") {
      waiting.push(...spec.variants.filter(({ range }) => overlaps(range)));
      continue;
    }
    const { children, variantSets, properties } = spec;
    // The last that is pushed comes first.
    for (let i = children.length - 1; i >= 0; i--) if (overlaps(children[i].range)) waiting.push(children[i]);
    for (let i = variantSets.length - 1; i >= 0; i--) if (overlaps(variantSets[i].range)) waiting.push(variantSets[i]);
    for (let i = properties.length - 1; i >= 0; i--) {
      const property = properties[i];
      if (overlaps(property.range) || (property.statementCount ?? 1) > 1) waiting.push(property);
    }
  }
}
