/** Values of attributes: checked by the tables of the prim types, and told. */
import { primDefinitions, type AttributeData, type PropertyDefinition } from "@usdkit/schema";
import { plainValue, type TypedValue } from "@usdkit/layer";
import { misfit } from "../check/scene-error.ts";
import type { Subject, ToldAttribute } from "./subject.ts";

/** Attributes by name, as a caller gives them. */
export type GivenAttributes = Readonly<Record<string, unknown>>;

/**
 * Tells values of attributes of the prim, all of them or none.
 *
 * @throws SceneError where a value does not fit the table of the prim's type
 */
export function tellAttributes(subject: Subject, given: GivenAttributes): void {
  subject.tell({ attributes: withAttributes(subject, given) });
}

/** What is told of the prim's attributes, with these in place of those of the same names. */
export function withAttributes(subject: Subject, given: GivenAttributes): readonly ToldAttribute[] {
  const attributes = [...subject.told.attributes];
  for (const [name, value] of Object.entries(given)) {
    const definition = definitionOf(subject.typeName, name);
    const told = { definition, value: checkedValue(subject.path, definition, value) };
    const index = attributes.findIndex((each) => each.definition === definition);
    if (index < 0) attributes.push(told);
    else attributes[index] = told;
  }
  return attributes;
}

/** The attribute's value, or where there is none what the schema says. */
export function effectiveValue(subject: Subject, name: string): AttributeData {
  return subject.attribute(name) ?? (definitionOf(subject.typeName, name).fallback as AttributeData);
}

/** The table's row of an attribute that is known to be in it. */
export function definitionOf(typeName: string, name: string): PropertyDefinition {
  const definition = primDefinitions.get(typeName)?.properties.get(name);
  if (definition === undefined) throw new TypeError(`The table of ${typeName} has no ${name}`);
  return definition;
}

/** The value as the text will hold it: floats are rounded before they are checked, since 1e-50 becomes 0. */
function checkedValue(path: string, definition: PropertyDefinition, value: unknown): TypedValue {
  const { name, type, allowedTokens } = definition;
  const expected = expectation(definition);
  if (allowedTokens !== undefined) {
    if (typeof value !== "string" || !allowedTokens.includes(value)) throw misfit(path, name, value, expected);
    return plainValue(type, value) as TypedValue;
  }
  const count = TUPLES[type];
  const numbers = count === undefined ? [value] : toNumbers(value, count);
  if (numbers === undefined) throw misfit(path, name, value, expected);
  const held = numbers.map((each) => heldNumber(each, definition));
  if (held.includes(undefined)) throw misfit(path, name, value, expected);
  const list = held as number[];
  if (name === "clippingRange" && !(list[0] < list[1])) throw misfit(path, name, value, expected);
  return plainValue(type, count === undefined ? list[0] : list) as TypedValue;
}

const TUPLES: Readonly<Record<string, number | undefined>> = { float2: 2, int2: 2 };

/** `count` numbers of a list or typed array. */
function toNumbers(value: unknown, count: number): unknown[] | undefined {
  if (!Array.isArray(value) && !ArrayBuffer.isView(value)) return undefined;
  const list: unknown[] = Array.from(value as ArrayLike<unknown>);
  return list.length === count ? list : undefined;
}

function heldNumber(value: unknown, { type, range }: PropertyDefinition): number | undefined {
  if (typeof value !== "number") return undefined;
  const isWhole = type.startsWith("int");
  if (isWhole && !Number.isInteger(value)) return undefined;
  const held = isWhole ? value : Math.fround(value);
  if (!Number.isFinite(held)) return undefined;
  if (range?.minimum !== undefined && held < range.minimum) return undefined;
  if (range?.exclusiveMinimum !== undefined && held <= range.exclusiveMinimum) return undefined;
  // -0 would be written as such.
  return held + 0;
}

function expectation({ name, type, range, unit, allowedTokens }: PropertyDefinition): string {
  if (allowedTokens !== undefined) return allowedTokens.map((token) => JSON.stringify(token)).join(" or ");
  const whole = type.startsWith("int") ? "whole " : "";
  const many = TUPLES[type] === undefined ? `a ${whole}number` : `two ${whole}numbers`;
  const bound =
    range?.exclusiveMinimum === undefined
      ? range?.minimum === undefined
        ? ""
        : ` of at least ${range.minimum}`
      : ` above ${range.exclusiveMinimum}`;
  const order = name === "clippingRange" ? ", near below far" : "";
  return `${many}${bound}${order} (${unit === undefined ? type : `${unit}, ${type}`})`;
}
