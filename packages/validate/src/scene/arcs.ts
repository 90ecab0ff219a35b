/** Composition arcs, which the service does not follow (spec 2.8 rule 7). */
import { addedCount, type Field } from "@usdkit/layer";

/** A kind of arc, and the fields that author it. */
export interface ArcKind {
  /** Keyword in the text. */
  readonly name: string;
  readonly fields: readonly string[];
  readonly severity: "error" | "warning";
}

export const layerArcs: readonly ArcKind[] = [
  { name: "subLayers", fields: ["subLayers"], severity: "error" },
  { name: "relocates", fields: ["layerRelocates"], severity: "warning" },
];

export const primArcs: readonly ArcKind[] = [
  { name: "references", fields: ["references"], severity: "error" },
  { name: "variantSets", fields: ["variantSetNames", "variantSelection"], severity: "error" },
  { name: "inherits", fields: ["inheritPaths"], severity: "warning" },
  { name: "specializes", fields: ["specializes"], severity: "warning" },
  { name: "relocates", fields: ["relocates"], severity: "warning" },
  { name: "clips", fields: ["clips", "clipSets"], severity: "warning" },
];

/** Returns the field of this name if it adds an arc. */
export function arcAt(fields: ReadonlyMap<string, Field>, name: string): Field | undefined {
  const field = fields.get(name);
  return field !== undefined && bringsIn(field) ? field : undefined;
}

/** Returns whether a field adds an arc: it is not `None`, not empty, and not only deletions. */
export function bringsIn({ value }: Field): boolean {
  return addedCount(value) > 0;
}
