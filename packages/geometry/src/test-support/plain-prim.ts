/** A prim whose attributes are plain values. */
import type { FaceSubset, PrimReader, Primvar } from "../model/prim-reader.ts";

/** What a prim authors. */
export interface PlainPrim {
  readonly attributes?: Readonly<Record<string, number | string | boolean | readonly number[]>>;
  readonly primvars?: Readonly<Record<string, Primvar>>;
  readonly subsets?: readonly FaceSubset[];
}

/** Returns a reader of a prim, and the problems that are noted, `property: message` each. */
export function plainPrim({ attributes = {}, primvars = {}, subsets = [] }: PlainPrim): PrimReader & {
  readonly problems: readonly string[];
} {
  const problems: string[] = [];
  const list = (name: string): readonly number[] | undefined => {
    const value = attributes[name];
    return Array.isArray(value) ? (value as readonly number[]) : undefined;
  };
  const floats = (name: string): Float32Array | undefined => {
    const found = list(name);
    return found && Float32Array.from(found);
  };
  return {
    problems,
    number: (name) => (typeof attributes[name] === "number" ? attributes[name] : undefined),
    token: (name) => (typeof attributes[name] === "string" ? attributes[name] : ""),
    isTrue: (name) => attributes[name] === true,
    floats,
    doubles: (name) => {
      const found = list(name);
      return found && Float64Array.from(found);
    },
    integers: (name) => {
      const found = list(name);
      return found && Int32Array.from(found);
    },
    restPoints: () => floats("points"),
    normals: () => primvars["normals"],
    restNormals: () => primvars["normals"],
    widths: () => primvars["widths"],
    primvar: (name) => primvars[name],
    primvarNames: () => Object.keys(primvars).filter((name) => name !== "normals" && name !== "widths"),
    faceSubsets: () => subsets,
    kept: (_name, _dependencies, make) => make(),
    problem: (property, message) => problems.push(`${property}: ${message}`),
  };
}
