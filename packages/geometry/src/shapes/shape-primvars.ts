/** Primvars of prims whose surfaces are given by a few numbers. */
import { primvarFault, vertexValues, type ValueCounts } from "../mesh/primvar-values.ts";
import type { Vertices } from "../mesh/vertex-places.ts";
import type { VertexPrimvars, VertexValues } from "../model/geometry.ts";
import type { PrimReader } from "../model/prim-reader.ts";

/** The points and faces that the reference draws for a shape, to which the values of primvars belong. */
export interface ShapeMesh {
  readonly vertices: Vertices;
  readonly counts: ValueCounts;
}

/**
 * Returns the primvars of a prim: by point, face or corner if the shape has a `mesh`. Otherwise the first value counts everywhere, and
 * others are a problem: how many points such a shape is drawn with is an implementation detail.
 */
export function shapePrimvars(prim: PrimReader, mesh: ShapeMesh | undefined): VertexPrimvars {
  const found = new Map<string, VertexValues>();
  for (const name of prim.primvarNames()) {
    const primvar = prim.primvar(name);
    if (primvar === undefined) continue;
    const { components, values, indices, interpolation } = primvar;
    if (mesh !== undefined && interpolation !== "constant" && values.length > components) {
      const fault = primvarFault(primvar, mesh.counts);
      if (fault === undefined) found.set(name, vertexValues(primvar, mesh.vertices));
      else prim.problem(`primvars:${name}`, `${fault}: the shape is drawn without it`);
      continue;
    }
    if (interpolation !== "constant" && (indices ?? values).length > (indices === null ? components : 1)) {
      prim.problem(
        `primvars:${name}`,
        `Values by "${interpolation}" are not drawn on this shape: it has the first one`,
      );
    }
    const first = components * (indices?.[0] ?? 0);
    const element = values.slice(first, first + components);
    if (first >= 0 && element.length === components) found.set(name, { components, values: element, isConstant: true });
  }
  return found;
}
