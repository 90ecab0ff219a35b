/** Primvars of prims whose surfaces have the same values everywhere. */
import type { VertexPrimvars, VertexValues } from "../model/geometry.ts";
import type { PrimReader } from "../model/prim-reader.ts";

/** Returns the first value of each primvar of a prim. */
export function constantPrimvars(prim: PrimReader): VertexPrimvars {
  const found = new Map<string, VertexValues>();
  for (const name of prim.primvarNames()) {
    const primvar = prim.primvar(name);
    if (primvar === undefined) continue;
    const { components, values, indices } = primvar;
    const first = components * (indices?.[0] ?? 0);
    const element = values.slice(first, first + components);
    if (first >= 0 && element.length === components) found.set(name, { components, values: element, isConstant: true });
  }
  return found;
}
