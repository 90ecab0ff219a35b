import { payloadOf } from "@usdkit/service-scene";
import { addedCount, type Spec } from "@usdkit/layer";
import type { PrimState } from "../model/prim-state.ts";

const ARCS: readonly (readonly [field: string, text: string])[] = [
  ["references", "references"],
  ["payload", "a payload"],
  ["inheritPaths", "inherits"],
  ["specializes", "specializes"],
  ["variantSelection", "a variant selection"],
];

/**
 * Returns where other files or prims may have opinions about a prim of an opened scene under its path, as text; undefined if
 * nowhere. Opinions of variants in the same text are excluded: they can be changed with it.
 */
export function opinionsElsewhere({ originPrim }: PrimState): string | undefined {
  if (originPrim === undefined) return undefined;
  if (originPrim.specifier === "over") return `it is an over, whose prim is defined elsewhere`;
  for (let above: Spec = originPrim.parent; ; above = above.parent) {
    if (above.specType === "pseudoRoot") return isAuthored(above, "subLayers") ? "the text has subLayers" : undefined;
    if (above.specType === "variantSet") continue;
    for (const [field, text] of ARCS) {
      if (!isAuthored(above, field)) continue;
      // A selection in a variant set of the same text brings in nothing else.
      if (field === "variantSelection" && "variantSets" in above && above.variantSets.length > 0) continue;
      return `${above.path} has ${text}, which may define it as well`;
    }
  }
}

function isAuthored({ fields }: Spec, name: string): boolean {
  const value = fields.get(name)?.value;
  return value !== undefined && addedCount(value) > 0;
}

/** Returns what may bring other ops into a prim of an opened scene, as text; undefined if nothing. */
export function arcsOf(state: PrimState): string | undefined {
  const { originPrim } = state;
  if (originPrim === undefined) return undefined;
  for (const [field, text] of ARCS) {
    if (!isAuthored(originPrim, field)) continue;
    // An uploaded asset brings in its content below the prim's own transformation.
    if (field === "payload" && payloadOf(originPrim).every(({ parsed }) => !("problem" in parsed))) continue;
    return text;
  }
  return originPrim.variantSets.length > 0 ? "its variants" : opinionsElsewhere(state);
}
