/** Primvars of meshes. */
import type { PrimReader, Primvar } from "../model/prim-reader.ts";
import { primvarFault, type ValueCounts } from "./primvar-values.ts";

/** Primvars that fit a mesh. */
export interface SurfacePrimvars {
  /** Those of the mesh at rest; without values if they vary over time. */
  readonly normals: Primvar | undefined;
  /** By name without `primvars:`. */
  readonly byName: ReadonlyMap<string, Primvar>;
}

/** Numbers of one value of the primvars that have a meaning of their own. */
const COMPONENTS: ReadonlyMap<string, number> = new Map([
  ["displayColor", 3],
  ["displayOpacity", 1],
]);

/** Reads the primvars of a mesh; those that cannot be drawn are problems. */
export function surfacePrimvars(prim: PrimReader, counts: ValueCounts): SurfacePrimvars {
  const byName = new Map<string, Primvar>();
  for (const name of prim.primvarNames()) {
    const primvar = prim.primvar(name);
    const found =
      primvar && checkedPrimvar(prim, primvar, { name: `primvars:${name}`, counts, components: COMPONENTS.get(name) });
    if (found !== undefined) byName.set(name, found);
  }
  const normals = prim.restNormals();
  const isUsed = normals !== undefined && (normals.values.length === 0 || isFitting(normals, counts));
  return { normals: isUsed ? normals : undefined, byName };
}

/** Returns the normals of a mesh at a time; undefined, with a problem, if they do not fit it. */
export function surfaceNormals(prim: PrimReader, counts: ValueCounts): Primvar | undefined {
  const normals = prim.normals();
  return normals && checkedPrimvar(prim, normals, { name: "normals", counts, components: 3 });
}

function isFitting(normals: Primvar, counts: ValueCounts): boolean {
  return normals.components === 3 && primvarFault(normals, counts) === undefined;
}

interface ExpectedPrimvar {
  readonly name: string;
  readonly counts: ValueCounts;
  /** Undefined: any number. */
  readonly components: number | undefined;
}

function checkedPrimvar(
  prim: PrimReader,
  primvar: Primvar,
  { name, counts, components = primvar.components }: ExpectedPrimvar,
): Primvar | undefined {
  if (primvar.values.length === 0) return undefined;
  const fault =
    components === primvar.components
      ? primvarFault(primvar, counts)
      : `Expected ${components} numbers a value, found ${primvar.components}`;
  if (fault === undefined) return primvar;
  prim.problem(name, `${fault}: the mesh is drawn without it`);
  return undefined;
}
