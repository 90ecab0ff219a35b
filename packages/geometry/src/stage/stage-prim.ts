/** Prims of a stage as the sources of geometry. */
import { areFinite } from "@usdkit/base";
import { mayVary, textOf, type PrimNode, type Primvar as StagePrimvar } from "@usdkit/usd";
import type { FaceSubset, Interpolation, PrimReader, Primvar } from "../model/prim-reader.ts";
import { doublesOf, floatsOf, integersOf } from "./number-arrays.ts";
import { deformNormals, deformPoints, type Deformation } from "../skel/deformation.ts";
import type { Skin } from "../skel/skin.ts";
import type { KeptAttributes, StageSource } from "./stage-source.ts";

/** A time before all samples: the value is then the first one, or the default. */
const EARLIEST = -Number.MAX_VALUE;

const interpolations: ReadonlySet<string> = new Set<Interpolation>([
  "constant",
  "uniform",
  "varying",
  "vertex",
  "faceVarying",
]);

/** Primvars that a geometry is to have besides display colors: those with some names, or all. */
export type WantedPrimvars = ReadonlySet<string> | "all";

/** How a prim is read. */
export interface StagePrimOptions {
  readonly attributes: KeptAttributes;
  readonly wanted: WantedPrimvars;
  /** What moves the points of the prim; undefined: nothing. */
  readonly deformation?: Deformation | undefined;
}

/** A prim of a stage at a time. */
export class StagePrim implements PrimReader {
  readonly prim: PrimNode;
  readonly #source: StageSource;
  readonly #attributes: KeptAttributes;
  readonly #wanted: WantedPrimvars;
  readonly #deformation: Deformation | undefined;

  constructor(source: StageSource, prim: PrimNode, { attributes, wanted, deformation }: StagePrimOptions) {
    this.#source = source;
    this.prim = prim;
    this.#attributes = attributes;
    this.#wanted = wanted;
    this.#deformation = deformation;
  }

  number(name: string): number | undefined {
    const value = this.#attributes.value(this.prim, name);
    return value?.kind === "typed" && typeof value.data === "number" ? value.data : undefined;
  }

  token(name: string): string {
    return textOf(this.#attributes.value(this.prim, name)) ?? "";
  }

  isTrue(name: string): boolean {
    const value = this.#attributes.value(this.prim, name);
    return value?.kind === "typed" && value.data === true;
  }

  floats(name: string): Float32Array | undefined {
    const attribute = this.#source.reader.attribute(this.prim, name);
    if (attribute === undefined) return undefined;
    const isRest = name === "points" && !mayVary(attribute);
    const floats = isRest ? this.restPoints() : floatsOf(this.#attributes.attributeValue(this.prim, attribute));
    if (name !== "points" || floats === undefined || this.#deformation === undefined) return floats;
    return deformPoints(floats, this.#deformation);
  }

  doubles(name: string): Float64Array | undefined {
    return doublesOf(this.#attributes.value(this.prim, name));
  }

  integers(name: string): Int32Array | undefined {
    return integersOf(this.#attributes.value(this.prim, name));
  }

  restPoints(): Float32Array | undefined {
    const { reader } = this.#source;
    return this.kept("points at rest", [], () => {
      const attribute = reader.attribute(this.prim, "points");
      if (attribute === undefined) return undefined;
      return floatsOf(this.#attributes.checked(this.prim, attribute, reader.attributeValue(attribute, EARLIEST)));
    });
  }

  normals(): Primvar | undefined {
    const normals = this.#authoredNormals();
    const deformation = this.#deformation;
    if (normals?.components !== 3 || deformation === undefined) return normals;
    const { interpolation, indices } = normals;
    const isByPoint = interpolation === "vertex" || interpolation === "varying";
    // Normals of faces have no point that they turn with.
    if (!isByPoint && interpolation !== "faceVarying") return deformation.skin === undefined ? normals : undefined;
    const values = indices === null ? normals.values.slice() : resolvedValues(normals.values, indices);
    const pointOf = isByPoint ? null : (this.integers("faceVertexIndices") ?? new Int32Array());
    if (deformation.skin !== undefined && !areInfluenced(values, pointOf, deformation.skin.skin)) return undefined;
    return { ...normals, values: deformNormals(values, pointOf, deformation), indices: null };
  }

  restNormals(): Primvar | undefined {
    const { primvars, reader } = this.#source;
    const primvar = primvars.find(this.prim, "normals");
    const attribute = primvar?.attribute ?? reader.attribute(this.prim, "normals");
    const indices = primvar && reader.attribute(primvar.prim, `${primvar.attribute.name}:indices`);
    if (attribute === undefined) return undefined;
    const isVarying = mayVary(attribute) || (indices !== undefined && mayVary(indices));
    if (!isVarying) return this.kept("normals at rest", [], () => this.#authoredNormals());
    const interpolation = primvar?.interpolation ?? this.#interpolation("normals");
    const components = attribute.valueType?.components ?? 3;
    return isInterpolation(interpolation)
      ? { components, interpolation, values: new Float32Array(), indices: null }
      : undefined;
  }

  widths(): Primvar | undefined {
    return this.primvar("widths") ?? this.#plainPrimvar("widths");
  }

  primvar(name: string): Primvar | undefined {
    const primvar = this.#source.primvars.find(this.prim, name);
    return primvar && this.#read(primvar);
  }

  primvarNames(): readonly string[] {
    const wanted = this.#wanted;
    const names: string[] = [];
    for (const [name, primvar] of this.#source.primvars.all(this.prim)) {
      const isDisplay = name === "displayColor" || name === "displayOpacity";
      if (isDisplay || (wanted === "all" ? isValueOfVertices(primvar) : wanted.has(name))) names.push(name);
    }
    return names;
  }

  faceSubsets(): readonly FaceSubset[] {
    const subsets = this.#source.bindings.subsets(this.prim);
    return subsets.flatMap((subset) => {
      const elements = textOf(this.#attributes.value(subset, "elementType")) ?? "";
      if (elements !== "face") {
        const found = `The subset "${subset.name}" has elements of the type ${JSON.stringify(elements)}`;
        this.problem("", `${found}: only faces are drawn with a material of their own`);
        return [];
      }
      return [{ path: subset.path, faces: integersOf(this.#attributes.value(subset, "indices")) ?? new Int32Array() }];
    });
  }

  kept<T>(name: string, dependencies: readonly unknown[], make: () => T): T {
    return this.#attributes.kept.value(name, dependencies, make);
  }

  problem(property: string, message: string): void {
    this.#attributes.kept.problem({ path: this.prim.path, property, message });
  }

  #authoredNormals(): Primvar | undefined {
    return this.primvar("normals") ?? this.#plainPrimvar("normals");
  }

  #read(primvar: StagePrimvar): Primvar | undefined {
    const { name, interpolation, elementSize, attribute } = primvar;
    const { valueType } = attribute;
    if (valueType === undefined || !NUMBERS.has(valueType.kind)) return undefined;
    if (!isInterpolation(interpolation)) {
      const found = JSON.stringify(interpolation);
      this.problem(`primvars:${name}`, `Unknown interpolation ${found}: the prim is drawn without it`);
      return undefined;
    }
    return {
      components: valueType.components * elementSize,
      interpolation,
      values: this.#finite(`primvars:${name}`, floatsOf(this.#attributes.attributeValue(primvar.prim, attribute))),
      indices: this.#attributes.primvarIndices(primvar) ?? null,
    };
  }

  /** Numbers that are not finite are 0. */
  #finite(property: string, values: Float32Array | undefined): Float32Array {
    if (values === undefined) return new Float32Array();
    if (areFinite(values)) return values;
    const bad = values.filter((value) => !Number.isFinite(value)).length;
    this.problem(property, `Expected finite numbers, found ${bad} that are not: they are drawn as 0`);
    return values.map((value) => (Number.isFinite(value) ? value : 0));
  }

  /** An array of the schema that is interpolated like a primvar: `normals`, `widths`. */
  #plainPrimvar(name: string): Primvar | undefined {
    const { reader } = this.#source;
    const attribute = reader.attribute(this.prim, name);
    if (attribute?.valueType === undefined) return undefined;
    const values = floatsOf(this.#attributes.attributeValue(this.prim, attribute));
    if (values === undefined || values.length === 0) return undefined;
    const interpolation = this.#interpolation(name);
    return {
      components: attribute.valueType.components,
      interpolation: isInterpolation(interpolation) ? interpolation : "vertex",
      values,
      indices: null,
    };
  }

  #interpolation(name: string): string {
    return textOf(this.#source.reader.propertyMetadata(this.prim, name, "interpolation")) ?? "vertex";
  }
}

/** Returns three numbers for each index; zeros for those that are out of range. */
function resolvedValues(values: Float32Array, indices: Int32Array): Float32Array {
  const result = new Float32Array(3 * indices.length);
  for (let i = 0; i < indices.length; i++) {
    for (let k = 0; k < 3; k++) result[3 * i + k] = values[3 * indices[i] + k] || 0;
  }
  return result;
}

/** Whether the points of all normals have influences. */
function areInfluenced(normals: Float32Array, pointOf: Int32Array | null, { influences }: Skin): boolean {
  const points = influences.joints.length / influences.perPoint;
  if (pointOf === null) return normals.length <= 3 * points;
  return 3 * pointOf.length >= normals.length && pointOf.every((point) => point >= 0 && point < points);
}

const FLOATS: ReadonlySet<string> = new Set(["half", "float", "double"]);
const NUMBERS: ReadonlySet<string> = new Set([...FLOATS, "bool", "uchar", "int", "uint", "int64", "uint64"]);

/** Types of integers that are floats without rounding, unless they are large: identifiers of features, for example. */
const INTEGERS: ReadonlySet<string> = new Set(["uchar", "int", "uint"]);

/** Whether a primvar has one to four floats for each place, or integers of points: other integers would only split vertices. */
function isValueOfVertices({ attribute: { valueType }, elementSize, interpolation }: StagePrimvar): boolean {
  if (valueType === undefined || valueType.components * elementSize > 4) return false;
  return (
    FLOATS.has(valueType.kind) ||
    (INTEGERS.has(valueType.kind) && (interpolation === "vertex" || interpolation === "varying"))
  );
}

function isInterpolation(text: string): text is Interpolation {
  return interpolations.has(text);
}
