/** Reads attributes of a prim as the service does: default values of the right type. */
import { halfBitsToFloat } from "@usdkit/base";
import { type AttributeSpec, type PrimSpec, type PropertySpec, type TypedValue } from "@usdkit/layer";
import { primTypes as defaultPrimTypes } from "./index.ts";
import type { PrimDefinition, PrimTypes } from "./definition.ts";

/** Numbers, tuples and matrices (flat, row by row), strings, and lists of them. */
export type AttributeData = number | boolean | string | readonly number[] | readonly string[];

/** Returns the table of the prim's type; undefined for a type that the service ignores, and for a prim without a type. */
export function definitionOf(prim: PrimSpec, primTypes: PrimTypes = defaultPrimTypes): PrimDefinition | undefined {
  return primTypes.get(prim.typeName);
}

/** Returns the attribute or relationship of this name; undefined if the prim authors none. */
export function propertyOf(prim: PrimSpec, name: string): PropertySpec | undefined {
  for (const property of prim.properties) if (property.name === name) return property;
  return undefined;
}

/** Returns the attribute of this name; undefined if the prim authors none, or a relationship. */
export function attributeOf(prim: PrimSpec, name: string): AttributeSpec | undefined {
  const property = propertyOf(prim, name);
  return property?.specType === "attribute" ? property : undefined;
}

/**
 * Returns the value of an attribute as the service reads it: its default value, if it is authored with the expected type.
 * Undefined otherwise: not authored, `None`, only time samples, another type. Never returns fallbacks of the schema.
 *
 * @param type The expected type, `float2`; by default that in the table of the prim's type, and undefined is returned for
 * an attribute outside of the table.
 * @returns A number, a string, or a flat list: two numbers for `float2`, 16 for `matrix4d`.
 * @example
 * attributeValue(camera, "focalLength");          // 35
 * attributeValue(camera, "resolution", "int2");   // [1920, 1080]: an attribute outside of the table
 */
export function attributeValue(prim: PrimSpec, name: string, type?: string): AttributeData | undefined {
  const wanted = type ?? definitionOf(prim)?.properties.get(name)?.type;
  const spec = wanted === undefined ? undefined : attributeOf(prim, name);
  if (wanted === undefined || spec === undefined || !hasType(spec, wanted)) return undefined;
  const value = spec.defaultValue;
  return value?.kind === "typed" ? plainData(value) : undefined;
}

/** Returns whether the attribute has this type; old names of a type (`Matrix4d` for `matrix4d`) match too. */
export function hasType(spec: AttributeSpec, typeName: string): boolean {
  const name = spec.valueType?.canonicalName;
  return spec.isArray ? typeName === `${name}[]` : typeName === name;
}

/** Returns the content of a value as plain numbers and strings: halfs decoded, 64-bit integers as the nearest double. */
export function plainData({ type, data }: TypedValue): AttributeData {
  if (typeof data === "bigint") return Number(data);
  if (typeof data !== "object") return data;
  if (isStrings(data)) return data;
  // Not Array.from, which is slow for tens of thousands of matrices.
  const numbers: number[] = [];
  const isHalf = type.kind === "half";
  for (let i = 0; i < data.length; i++) numbers.push(isHalf ? halfBitsToFloat(Number(data[i])) : Number(data[i]));
  return numbers;
}

function isStrings(data: Exclude<TypedValue["data"], boolean | number | bigint | string>): data is readonly string[] {
  return Array.isArray(data);
}
