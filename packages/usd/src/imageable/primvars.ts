/** Primvars of prims (`UsdGeomPrimvar`, `UsdGeomPrimvarsAPI`). */
import type { TypedValue, Value } from "@usdkit/layer";
import { fromAbove } from "../prims/from-above.ts";
import type { PrimNode } from "../prims/prim-node.ts";
import type { StageReader } from "../prims/stage-reader.ts";
import { hasAuthoredValue } from "../values/authored-value.ts";
import type { StageAttribute } from "../values/attribute.ts";
import { definedProperty } from "../values/prim-schemas.ts";
import type { StageTime } from "../values/attribute-value.ts";
import { numberOf, numbersOf, textOf } from "../values/plain-numbers.ts";
import { flattenIndexed } from "./flatten-indexed.ts";

/** A primvar of a prim, or one that it inherits. */
export interface Primvar {
  /** Without `primvars:`. */
  readonly name: string;
  /** The prim that authors it. */
  readonly prim: PrimNode;
  readonly attribute: StageAttribute;
  /** `constant`, `uniform`, `varying`, `vertex` or `faceVarying`; a layer may author other texts. */
  readonly interpolation: string;
  /** Numbers of successive values that are one element, at least 1. */
  readonly elementSize: number;
}

const PREFIX = "primvars:";
const INDICES = ":indices";
const noPrimvars: ReadonlyMap<string, Primvar> = new Map();

/**
 * The primvars of prims with inheritance: those that a prim authors with interpolation `constant` are those of all prims below, up to
 * one that authors the same name. What prims inherit is found once, for all times.
 *
 * ```ts
 * const primvars = new Primvars(reader);
 * const color = primvars.find(prim, "displayColor");
 * if (color !== undefined) primvars.flattened(color, 24); // one value for each point, without indices
 * ```
 */
export class Primvars {
  private readonly reader: StageReader;
  /** By prim: the primvars that the prims below it inherit. */
  private readonly known: Map<PrimNode, ReadonlyMap<string, Primvar>> = new Map();

  constructor(reader: StageReader) {
    this.reader = reader;
  }

  /** Returns the primvars of a prim by name: its own that have a value, and those that it inherits (`FindPrimvarsWithInheritance`). */
  all(prim: PrimNode): ReadonlyMap<string, Primvar> {
    const inherited = prim.parent === undefined ? noPrimvars : this.inheritable(prim.parent);
    const own = this.authored(prim);
    return own.length === 0 ? inherited : new Map([...inherited, ...own.map((each) => [each.name, each] as const)]);
  }

  /** Returns the primvars that prims below a prim inherit (`FindInheritablePrimvars`). */
  inheritable(prim: PrimNode): ReadonlyMap<string, Primvar> {
    return fromAbove(prim, this.known, noPrimvars, (each, above) => {
      const own = this.authored(each);
      if (own.length === 0) return above;
      const found = new Map(above);
      for (const primvar of own) {
        if (primvar.interpolation === "constant") found.set(primvar.name, primvar);
        else found.delete(primvar.name);
      }
      return found;
    });
  }

  /**
   * Returns the primvar of a name that a prim has or inherits (`FindPrimvarWithInheritance`). One without an authored value is
   * returned only if the prim has it and inherits none; a schema may define its fallback.
   *
   * @param name with or without `primvars:`
   */
  find(prim: PrimNode, name: string): Primvar | undefined {
    const short = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name;
    const own = this.primvar(prim, PREFIX + short);
    if (own !== undefined && hasAuthoredValue(own.attribute)) return own;
    return (prim.parent && this.inheritable(prim.parent).get(short)) ?? own;
  }

  /**
   * Returns the value of a primvar as it is authored, before indices. A string with `primvars:NAME:idFrom` has the path of that
   * relationship's only target.
   */
  value({ prim, attribute }: Primvar, time: StageTime): Value | undefined {
    const idFrom = `${attribute.name}:idFrom`;
    const { valueType, isArray } = attribute;
    if (valueType?.kind !== "string" || valueType.name !== "string" || !this.reader.hasRelationship(prim, idFrom)) {
      return this.reader.attributeValue(attribute, time);
    }
    const targets = this.reader.forwardedTargets(prim, idFrom);
    if (isArray) return targets.length > 1 ? text(valueType, [targets[0]]) : undefined;
    return targets.length === 1 ? text(valueType, targets[0]) : undefined;
  }

  /** Returns the indices of a primvar; undefined if no layer has any. */
  indices({ prim, attribute }: Primvar, time: StageTime): Int32Array | undefined {
    const found = this.reader.attribute(prim, attribute.name + INDICES);
    if (found === undefined || !hasAuthoredValue(found)) return undefined;
    const numbers = numbersOf(this.reader.attributeValue(found, time));
    return numbers instanceof Int32Array ? numbers : undefined;
  }

  /** Whether a layer authors indices for a primvar. */
  isIndexed({ prim, attribute }: Primvar): boolean {
    const found = this.reader.attribute(prim, attribute.name + INDICES);
    return found !== undefined && hasAuthoredValue(found);
  }

  /** Returns the index of elements without a value, -1 if none is authored (`GetUnauthoredValuesIndex`). */
  unauthoredValuesIndex({ prim, attribute }: Primvar): number {
    return numberOf(this.reader.propertyMetadata(prim, attribute.name, "unauthoredValuesIndex")) ?? -1;
  }

  /**
   * Returns the value of a primvar with its indices resolved (`ComputeFlattened`). Undefined without a value, and with indices
   * outside of the array.
   */
  flattened(primvar: Primvar, time: StageTime): Value | undefined {
    const value = this.value(primvar, time);
    if (value?.kind !== "typed" || !value.isArray || !this.isIndexed(primvar)) return value;
    const indices = this.indices(primvar, time);
    return indices && flattenIndexed(value, indices, primvar.elementSize);
  }

  private authored(prim: PrimNode): readonly Primvar[] {
    const found: Primvar[] = [];
    for (const name of this.reader.authoredNames(prim)) {
      const primvar = isPrimvar(name) ? this.primvar(prim, name) : undefined;
      if (primvar !== undefined && hasAuthoredValue(primvar.attribute)) found.push(primvar);
    }
    return found;
  }

  private primvar(prim: PrimNode, name: string): Primvar | undefined {
    const attribute = isPrimvar(name) ? this.reader.attribute(prim, name) : undefined;
    if (attribute === undefined) return undefined;
    const interpolation =
      textOf(this.reader.propertyMetadata(prim, name, "interpolation")) ??
      definedProperty(this.reader.schemas(prim), name)?.interpolation ??
      "constant";
    const elementSize = numberOf(this.reader.propertyMetadata(prim, name, "elementSize")) ?? 1;
    return { name: name.slice(PREFIX.length), prim, attribute, interpolation, elementSize: Math.max(1, elementSize) };
  }
}

function isPrimvar(name: string): boolean {
  return name.startsWith(PREFIX) && name.length > PREFIX.length && !name.endsWith(INDICES);
}

function text(type: TypedValue["type"], data: string | readonly string[]): TypedValue {
  return { kind: "typed", type, isArray: typeof data !== "string", data };
}
