/** The primvars that decide what the surface of a mesh looks like. */
import type { PrimReader, Primvar } from "../model/prim-reader.ts";
import { primvarFault, type ValueCounts } from "./primvar-values.ts";

/** Primvars without faults. */
export interface SurfacePrimvars {
  readonly normals: Primvar | undefined;
  readonly colors: Primvar | undefined;
  readonly opacities: Primvar | undefined;
  /** By name without `primvars:`. */
  readonly texCoords: ReadonlyMap<string, Primvar>;
}

/** Reads the primvars of a mesh; those that cannot be drawn are problems. */
export function surfacePrimvars(prim: PrimReader, counts: ValueCounts): SurfacePrimvars {
  const checked = (property: string, primvar: Primvar | undefined, components: number): Primvar | undefined => {
    if (primvar === undefined) return undefined;
    const fault =
      primvar.components === components
        ? primvarFault(primvar, counts)
        : `Expected ${components} numbers a value, found ${primvar.components}`;
    if (fault === undefined) return primvar;
    prim.problem(property, `${fault}: the mesh is drawn without it`);
    return undefined;
  };
  const texCoords = new Map<string, Primvar>();
  for (const name of prim.texCoordNames()) {
    const found = checked(`primvars:${name}`, prim.primvar(name), 2);
    if (found !== undefined) texCoords.set(name, found);
  }
  return {
    normals: checked("normals", prim.normals(), 3),
    colors: checked("primvars:displayColor", prim.primvar("displayColor"), 3),
    opacities: checked("primvars:displayOpacity", prim.primvar("displayOpacity"), 1),
    texCoords,
  };
}
