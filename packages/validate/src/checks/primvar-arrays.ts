/** Primvars of prims, as their rules read them. */
import { hasAuthoredValue, numberOf, numbersOf, textOf, textsOf, type PlainNumbers } from "@usdkit/usd";
import type { CheckedPrim } from "../rule/checked-prim.ts";
import { changesOverTime } from "./changing-values.ts";

/** A primvar that a prim has a value for. */
export interface PrimvarArrays {
  /** With `primvars:`. */
  readonly name: string;
  readonly interpolation: string;
  /** At least 1. */
  readonly elementSize: number;
  /** Whether its value is an array. */
  readonly isArray: boolean;
  /** Numbers of one value: 3 of a `color3f`. */
  readonly components: number;
  /** Whether it changes over time, or its indices do. */
  readonly mayVary: boolean;
  /** As in the text: `color3f`. */
  readonly type: string;
  /** Flat numbers at its first sample; undefined for text. */
  readonly numbers: PlainNumbers | undefined;
  readonly texts: readonly string[] | undefined;
  /** Undefined if it is not indexed. */
  readonly indices: PlainNumbers | undefined;
}

const PREFIX = "primvars:";
const INDICES = ":indices";

/** Whether a property is a primvar, by its name; those of indices are none. */
export function isPrimvarName(name: string): boolean {
  return name.startsWith(PREFIX) && name.length > PREFIX.length && !name.endsWith(INDICES);
}

/** Returns the primvars that layers have a value for. */
export function primvarsOf(prim: CheckedPrim): readonly PrimvarArrays[] {
  const found: PrimvarArrays[] = [];
  for (const name of prim.properties.keys()) {
    const primvar = isPrimvarName(name) ? primvarOf(prim, name) : undefined;
    if (primvar !== undefined) found.push(primvar);
  }
  return found;
}

/** Returns a primvar; undefined if no layer has a value for it. */
export function primvarOf(prim: CheckedPrim, name: string): PrimvarArrays | undefined {
  const attribute = prim.attribute(name);
  if (attribute === undefined || !hasAuthoredValue(attribute)) return undefined;
  const indexed = prim.hasValue(name + INDICES) ? prim.attribute(name + INDICES) : undefined;
  const value = prim.value(name);
  return {
    name,
    interpolation: interpolationOf(prim, name),
    elementSize: Math.max(1, numberOf(fieldOf(prim, name, "elementSize")) ?? 1),
    isArray: attribute.isArray,
    components: attribute.valueType?.components ?? 1,
    mayVary: changesOverTime(prim, name) || (indexed !== undefined && changesOverTime(prim, name + INDICES)),
    type: attribute.typeName.replace("[]", ""),
    numbers: numbersOf(value),
    texts: textsOf(value),
    indices: indexed === undefined ? undefined : (numbersOf(prim.value(name + INDICES)) ?? []),
  };
}

/** Returns the number of values of a primvar before indices. */
export function valueCount({ numbers, texts, components }: PrimvarArrays): number {
  return texts?.length ?? Math.floor((numbers?.length ?? 0) / components);
}

/** Returns the interpolation of an attribute, that of its schema if none is authored. */
export function interpolationOf(prim: CheckedPrim, name: string): string {
  return textOf(fieldOf(prim, name, "interpolation")) ?? (name === "normals" ? "vertex" : "constant");
}

/** Returns the strongest opinion about a metadata field of a property. */
function fieldOf(prim: CheckedPrim, name: string, field: string): ReturnType<CheckedPrim["value"]> {
  for (const { spec } of prim.properties.get(name) ?? []) {
    const value = spec.fields.get(field)?.value;
    if (value?.kind === "typed") return value;
  }
  return undefined;
}
