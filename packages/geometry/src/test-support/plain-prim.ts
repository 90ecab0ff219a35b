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
  return {
    problems,
    number: (name) => (typeof attributes[name] === "number" ? attributes[name] : undefined),
    token: (name) => (typeof attributes[name] === "string" ? attributes[name] : ""),
    isTrue: (name) => attributes[name] === true,
    floats: (name) => (list(name) === undefined ? undefined : Float32Array.from(list(name) ?? [])),
    integers: (name) => (list(name) === undefined ? undefined : Int32Array.from(list(name) ?? [])),
    normals: () => primvars["normals"],
    widths: () => primvars["widths"],
    primvar: (name) => primvars[name],
    texCoordNames: () => Object.keys(primvars).filter((name) => primvars[name].components === 2),
    faceSubsets: () => subsets,
    problem: (property, message) => problems.push(`${property}: ${message}`),
  };
}
