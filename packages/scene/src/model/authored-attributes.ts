/** Values of attributes, checked by the table of the prim's type. */
import { hasType, plainData, rangeProblem, type AttributeData, type PropertyDefinition } from "@usdkit/service-scene";
import {
  plainValue,
  valueTypes,
  type PlainValue,
  type PropertySpec,
  type TypedValue,
  type ValueType,
} from "@usdkit/layer";
import { invalidValue, rejection, showValue } from "../check/scene-error.ts";
import type { AuthoredAttribute, Subject } from "./subject.ts";

/** Attributes by name, as a caller passes them. */
export type GivenAttributes = Readonly<Record<string, unknown>>;

/**
 * Sets attributes of the prim, all of them or none.
 *
 * @throws SceneError if a name or a value does not fit the table of the prim's type
 */
export function setAttributes(subject: Subject, given: GivenAttributes): void {
  subject.author({ attributes: withAttributes(subject, given) });
}

/** Returns what was authored before, with these in place of those of the same names, in the order of the table. */
function withAttributes(subject: Subject, given: GivenAttributes): readonly AuthoredAttribute[] {
  const attributes = [...subject.authored.attributes];
  for (const [name, value] of Object.entries(given)) {
    const definition = propertyDefinition(subject, name);
    const authored = { definition, value: checkedValue(subject.path, definition, value) };
    checkNothingLost(subject, definition);
    const index = attributes.findIndex((each) => each.definition === definition);
    if (index < 0) attributes.push(authored);
    else attributes[index] = authored;
  }
  if (attributes.length < 2) return attributes;
  const order = [...(subject.definition?.properties.values() ?? [])];
  // Custom attributes come after those of the table.
  const rank = ({ definition, isCustom }: AuthoredAttribute): number =>
    isCustom === true ? order.length : order.indexOf(definition);
  return attributes.sort((a, b) => rank(a) - rank(b));
}

/**
 * A value of another type is written as a new statement, which can have nothing but the value.
 *
 * @throws SceneError if the text has more under the name
 */
export function checkNothingLost({ authored, originPrim, path }: Subject, { name, type }: PropertyDefinition): void {
  const present = originPrim?.properties.find((each) => each.name === name);
  if (present === undefined || authored.removed?.has(name) === true) return;
  if (present.specType === "attribute" && hasType(present, type)) return;
  const [lost] = lostWith(present);
  if (lost === undefined) return;
  const found = present.specType === "relationship" ? "a relationship" : `of the type ${present.typeName}`;
  throw rejection(
    path,
    `"${name}" is ${found} in the text and not of the type ${type}: setting it would lose ${lost}; ` +
      `call removeProperty("${name}") before to discard them`,
    { property: name },
  );
}

/** Describes what a property has other than a default value. */
function* lostWith(property: PropertySpec): Generator<string> {
  if (property.specType === "relationship") yield "its targets";
  else {
    if (property.timeSamples !== undefined) yield "its time samples";
    if (property.spline !== undefined) yield "its spline";
    if (property.connectionPaths !== undefined) yield "its connections";
  }
  if (property.fields.size > 0) yield "its metadata";
}

/** Returns the value of an attribute, or the fallback of the schema. */
export function effectiveValue(subject: Subject, name: string): AttributeData | undefined {
  return subject.attribute(name) ?? subject.definition?.properties.get(name)?.fallback;
}

/** @throws SceneError with the names of the table if it has no such attribute */
function propertyDefinition({ path, typeName, definition }: Subject, name: string): PropertyDefinition {
  const found = definition?.properties.get(name);
  if (found?.kind === "attribute" && !name.startsWith("xformOp")) return found;
  const names = [...(definition?.properties.values() ?? [])]
    .filter((each) => each.kind === "attribute" && !each.name.startsWith("xformOp"))
    .map((each) => each.name);
  const known = names.length === 0 ? "it has none" : `expected one of ${names.join(", ")}`;
  throw rejection(
    path.slice(0, 200),
    `${typeName || "a prim without a type"} has no attribute ${showValue(name)}: ${known}`,
    {
      property: name,
    },
  );
}

/** The value as the text will contain it: floats are rounded before they are checked, as 1e-50 becomes 0. */
function checkedValue(path: string, definition: PropertyDefinition, value: unknown): TypedValue {
  const { name, type } = definition;
  const { type: valueType, isArray } = typeOf(type);
  const typed = valueType === undefined ? undefined : typedValue(type, valueType, isArray, value);
  const isValid = typed !== undefined && rangeProblem(definition, plainData(typed)) === undefined;
  if (!isValid) throw invalidValue(path, name, value, expectation(definition, valueType, isArray));
  return typed;
}

/** Undefined for a value that the type cannot have. */
export function typedValue(
  type: string,
  valueType: ValueType,
  isArray: boolean,
  value: unknown,
): TypedValue | undefined {
  if (value === null || value === undefined || (typeof value === "object" && "kind" in value)) return undefined;
  const isNumeric = NUMERIC.has(valueType.kind);
  if (isNumeric && !hasFiniteNumbers(value, valueType, isArray)) return undefined;
  if (typeof value === "boolean" && valueType.kind !== "bool") return undefined;
  if (typeof value !== "boolean" && valueType.kind === "bool" && !isArray) return undefined;
  try {
    const typed = plainValue(type, (isNumeric ? withoutNegativeZero(value) : value) as PlainValue);
    return typed.kind === "typed" && (typeof typed.data !== "string" || typed.data.isWellFormed()) ? typed : undefined;
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return undefined;
    throw error;
  }
}

const NUMERIC: ReadonlySet<string> = new Set([
  "half",
  "float",
  "double",
  "int",
  "uint",
  "int64",
  "uint64",
  "uchar",
  "timecode",
]);
const WHOLE: ReadonlySet<string> = new Set(["int", "uint", "int64", "uint64", "uchar"]);

function hasFiniteNumbers(value: unknown, { kind, components }: ValueType, isArray: boolean): boolean {
  const isList = Array.isArray(value) || ArrayBuffer.isView(value);
  if (isList !== (isArray || components > 1)) return false;
  const numbers: unknown[] = isList ? Array.from(value as ArrayLike<unknown>).flat(2) : [value];
  if (!isArray && numbers.length !== components) return false;
  return numbers.every((each) => {
    if (typeof each !== "number" || !Number.isFinite(each)) return false;
    if (WHOLE.has(kind)) return Number.isInteger(each) && Math.abs(each) <= 2 ** 31;
    return kind !== "float" || Number.isFinite(Math.fround(each));
  });
}

/** A negative zero would be written as such. */
function withoutNegativeZero(value: unknown): unknown {
  if (typeof value === "number") return value + 0;
  return Array.from(value as ArrayLike<unknown>, (each) => withoutNegativeZero(each));
}

function typeOf(name: string): { readonly type: ValueType | undefined; readonly isArray: boolean } {
  const isArray = name.endsWith("[]");
  return { type: valueTypes.get(isArray ? name.slice(0, -2) : name), isArray };
}

function expectation(definition: PropertyDefinition, type: ValueType | undefined, isArray: boolean): string {
  const { range, unit, allowedTokens, isIncreasing } = definition;
  if (allowedTokens !== undefined) return allowedTokens.map((token) => JSON.stringify(token)).join(" or ");
  if (type === undefined || isArray || !NUMERIC.has(type.kind)) return `a value of the type ${definition.type}`;
  const whole = WHOLE.has(type.kind) ? "whole " : "";
  const many =
    type.components === 1 ? `a ${whole}number` : `${type.components === 2 ? "two" : type.components} ${whole}numbers`;
  const bound =
    range?.exclusiveMinimum === undefined
      ? range?.minimum === undefined
        ? ""
        : ` of at least ${range.minimum}`
      : ` above ${range.exclusiveMinimum}`;
  const order = isIncreasing === true ? ", each above the one before" : "";
  return `${many}${bound}${order} (${unit === undefined ? definition.type : `${unit}, ${definition.type}`})`;
}
