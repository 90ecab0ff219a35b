/**
 * Typed values of fields without a schema, as text: the crate encoding types them, the text encoding keeps their
 * text.
 */
import type { NumericArray, TypedValue } from "../model/types.ts";
import type { ValueType } from "../fields-and-types/value-types.ts";
import { formatDouble, formatFloat, formatHalf, halfBitsToFloat } from "@usdkit/base";
import { quoteAsReference } from "./reference-quotes.ts";

/** Returns the text that the reference has for a value after it writes the value to text and reads that again. */
export function unregisteredText({ data, type, isArray }: TypedValue): string {
  if (typeof data === "string") return stringText(data, type);
  if (typeof data === "number") return numberText(data, type);
  if (typeof data !== "object") return String(data);
  if (!ArrayBuffer.isView(data)) return `[${data.map((text) => stringText(text, type)).join(", ")}]`;
  if (!isArray) return elementText(data, 0, type);
  const texts: string[] = [];
  for (let i = 0; i < data.length; i += type.components) texts.push(elementText(data, i, type));
  return `[${texts.join(", ")}]`;
}

function elementText(data: NumericArray, start: number, type: ValueType): string {
  const numbers: string[] = [];
  for (let i = start; i < start + type.components; i++) {
    const value = data[i];
    if (typeof value === "bigint") numbers.push(String(value));
    else numbers.push(numberText(type.kind === "half" ? halfBitsToFloat(value) : value, type));
  }
  const [rows, columns] = type.dims;
  if (rows === undefined) return numbers.join("");
  if (columns === undefined) return `(${numbers.join(", ")})`;
  const lines = Array.from({ length: rows }, (_, i) => numbers.slice(i * columns, (i + 1) * columns).join(", "));
  return `(${lines.map((line) => `(${line})`).join(", ")})`;
}

function numberText(value: number, { kind }: ValueType): string {
  if (kind === "half") return formatHalf(value);
  return kind === "float" ? formatFloat(value) : formatDouble(value);
}

function stringText(text: string, { kind }: ValueType): string {
  return kind === "asset" ? `@${text}@` : quoteAsReference(text);
}
