/** Prims of a stage as the sources of geometry. */
import type { TypedValue, Value } from "@usdkit/layer";
import {
  textOf,
  type MaterialBindings,
  type PrimNode,
  type Primvar as StagePrimvar,
  type Primvars,
  type StageReader,
  type StageTime,
} from "@usdkit/usd";
import type { GeometryProblem } from "../model/drawable.ts";
import type { FaceSubset, Interpolation, PrimReader, Primvar } from "../model/prim-reader.ts";
import { floatsOf, integersOf } from "./number-arrays.ts";

/** A stage at a time, as geometry is read from it. */
export interface StageSource {
  readonly reader: StageReader;
  readonly primvars: Primvars;
  readonly bindings: MaterialBindings;
  readonly time: StageTime;
}

const interpolations: ReadonlySet<string> = new Set<Interpolation>([
  "constant",
  "uniform",
  "varying",
  "vertex",
  "faceVarying",
]);

/** Returns a reader of a prim; its problems are added to a list. */
export function stagePrim(source: StageSource, prim: PrimNode, problems: GeometryProblem[]): PrimReader {
  const { reader, primvars, time } = source;
  const value = (name: string): Value | undefined => reader.value(prim, name, time);
  const data = (name: string): TypedValue["data"] | undefined => {
    const found = value(name);
    return found?.kind === "typed" ? found.data : undefined;
  };
  const problem = (property: string, message: string): void => {
    problems.push({ path: prim.path, property, message });
  };
  const found = (name: string): Primvar | undefined => {
    const primvar = primvars.find(prim, name);
    return primvar && readPrimvar(source, primvar, problem);
  };
  return {
    number: (name) => {
      const number = data(name);
      return typeof number === "number" ? number : undefined;
    },
    token: (name) => textOf(value(name)) ?? "",
    isTrue: (name) => data(name) === true,
    floats: (name) => floatsOf(value(name))?.values,
    integers: (name) => integersOf(value(name)),
    normals: () => found("normals") ?? plainPrimvar(source, prim, "normals"),
    widths: () => found("widths") ?? plainPrimvar(source, prim, "widths"),
    primvar: found,
    texCoordNames: () => texCoordNames(primvars.all(prim)),
    faceSubsets: () => faceSubsets(source, prim),
    problem,
  };
}

/** Names of primvars of two numbers, which textures may use. */
function texCoordNames(all: ReadonlyMap<string, StagePrimvar>): readonly string[] {
  const isPair = ({ attribute: { valueType, isArray } }: StagePrimvar): boolean =>
    isArray && valueType?.components === 2 && ["half", "float", "double"].includes(valueType.kind);
  return Array.from(all).flatMap(([name, primvar]) => (isPair(primvar) ? [name] : []));
}

function readPrimvar(
  { primvars, time }: StageSource,
  primvar: StagePrimvar,
  problem: PrimReader["problem"],
): Primvar | undefined {
  const floats = floatsOf(primvars.value(primvar, time));
  if (floats === undefined) return undefined;
  const { name, interpolation, elementSize } = primvar;
  if (!isInterpolation(interpolation)) {
    problem(`primvars:${name}`, `Unknown interpolation ${JSON.stringify(interpolation)}: the prim is drawn without it`);
    return undefined;
  }
  const { components, values } = floats;
  return {
    components: components * elementSize,
    values,
    interpolation,
    indices: primvars.indices(primvar, time) ?? null,
  };
}

/** An array of the schema that is interpolated like a primvar: `normals`, `widths`. */
function plainPrimvar({ reader, time }: StageSource, prim: PrimNode, name: string): Primvar | undefined {
  const floats = floatsOf(reader.value(prim, name, time));
  if (floats === undefined || floats.values.length === 0) return undefined;
  const interpolation = textOf(reader.propertyMetadata(prim, name, "interpolation")) ?? "vertex";
  return { ...floats, interpolation: isInterpolation(interpolation) ? interpolation : "vertex", indices: null };
}

function isInterpolation(text: string): text is Interpolation {
  return interpolations.has(text);
}

function faceSubsets({ reader, bindings, time }: StageSource, prim: PrimNode): readonly FaceSubset[] {
  const ofFaces = bindings.subsets(prim).filter((each) => textOf(reader.value(each, "elementType", time)) === "face");
  return ofFaces.map((subset) => ({
    path: subset.path,
    faces: integersOf(reader.value(subset, "indices", time)) ?? new Int32Array(),
  }));
}
