/** Locations of findings: of a prim, of a property's statement, of a metadata entry. */
import type { ByteRange, Field, PrimSpec, PropertySpec, Spec } from "@usdkit/layer";

/** The location of a finding. */
export interface Place {
  readonly range: ByteRange | undefined;
  readonly primPath: string;
  readonly property?: string | undefined;
}

/** Returns the location of a prim: from its specifier to the end of its name. */
export function primPlace({ path, range, nameRange }: PrimSpec): Place {
  if (range === undefined || nameRange === undefined) return { range, primPath: path };
  return { range: { start: range.start, end: nameRange.end + 1 }, primPath: path };
}

/**
 * Returns the location of a property: the statement that contains `part`, its value or its time samples; by default the first.
 */
export function propertyPlace(property: PropertySpec, part?: { readonly range?: ByteRange | undefined }): Place {
  const { statements } = property;
  const at = part?.range?.start;
  const holding =
    at === undefined ? undefined : statements.find((statement) => statement.start <= at && at < statement.end);
  return { range: holding ?? statements.at(0), primPath: property.parent.path, property: property.name };
}

/** Returns the location of a metadata entry: the first of a field, or the one that contains `part`, an item of its list. */
export function entryPlace(owner: Spec, field: Field, part?: { readonly range?: ByteRange | undefined }): Place {
  const at = part?.range?.start;
  const holding = at === undefined ? undefined : field.entries.find(({ range }) => range.start <= at && at < range.end);
  const isProperty = owner.specType === "attribute" || owner.specType === "relationship";
  const range = (holding ?? field.entries.at(0))?.range;
  return isProperty ? { range, primPath: owner.parent.path, property: owner.name } : { range, primPath: owner.path };
}
