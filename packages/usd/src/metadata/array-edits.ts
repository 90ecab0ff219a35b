/** Sparse edits of arrays, applied to what weaker layers have. */
import { floatToHalfBits } from "@usdkit/base";
import { isTextKind } from "@usdkit/layer";
import type { ArrayEditValue, NumericArray, TypedValue, ValueData, ValueType } from "@usdkit/layer";

/** An element: a string, or the components as they are stored. */
type Element = string | readonly (number | bigint)[];

/** Elements that an edit may make of an array. */
const MAX_ELEMENTS = 10_000_000;
/** Marks an element of the pieces in the text. */
const MARK = "\u0000";

/**
 * Returns an array after an edit. Indexes count from the end if they are negative; operations at indexes that the array does not
 * have are ignored.
 *
 * @param base the array; undefined for an empty one
 */
export function applyArrayEdit(edit: ArrayEditValue, base: TypedValue | undefined): TypedValue {
  const { type } = edit;
  const elements = base === undefined ? [] : elementsOf(base);
  for (const operation of operationsOf(edit)) apply(elements, operation, type);
  return { kind: "typed", type: base?.type ?? type, isArray: true, data: dataOf(type, elements) };
}

interface Operation {
  readonly word: string;
  /** An index, or a size. */
  readonly number: number;
  /** Undefined for an operation without one. */
  readonly element: { readonly text: string } | { readonly index: number } | undefined;
}

const FORMS: readonly RegExp[] = [
  /^(?<word>write) (?<element>.*) to \[(?<number>-?\d+)\]$/su,
  /^(?<word>insert) (?<element>.*) at \[(?<number>-?\d+)\]$/su,
  /^(?<word>prepend|append) (?<element>.*)$/su,
  /^(?<word>erase) \[(?<number>-?\d+)\]$/u,
  /^(?<word>minsize|resize) (?<number>\d+)(?: fill (?<element>.*))?$/su,
  /^(?<word>maxsize) (?<number>\d+)$/u,
];

function operationsOf({ text, pieces }: ArrayEditValue): readonly Operation[] {
  const marked = pieces?.map((piece, i) => (i % 2 === 0 ? piece : `${MARK}${i}${MARK}`)).join("") ?? text;
  const inner = marked.slice("edit [".length, -1);
  const found: Operation[] = [];
  for (const part of inner === "" ? [] : inner.split("; ")) {
    const groups = FORMS.map((form) => form.exec(part)?.groups).find((each) => each !== undefined);
    if (groups === undefined) continue;
    const { word = "", number = "0", element } = groups;
    found.push({
      word,
      number: Number(number),
      element: element === undefined ? undefined : elementOf(element, pieces),
    });
  }
  return found;
}

function elementOf(text: string, pieces: readonly string[] | undefined): Operation["element"] {
  if (text.startsWith(MARK)) return { text: pieces?.[Number(text.slice(1, -1))] ?? "" };
  const index = /^\[(-?\d+)\]$/u.exec(text);
  return index === null ? { text } : { index: Number(index[1]) };
}

function apply(elements: Element[], { word, number, element }: Operation, type: ValueType): void {
  const { length } = elements;
  const value = element === undefined ? zeroOf(type) : valueOf(elements, element, type);
  if (value === undefined) return;
  const at = number < 0 ? number + length : number;
  switch (word) {
    case "write":
      if (at >= 0 && at < length) elements[at] = value;
      break;
    case "insert":
      if (at >= 0 && at <= length) elements.splice(at, 0, value);
      break;
    case "prepend":
      elements.unshift(value);
      break;
    case "append":
      elements.push(value);
      break;
    case "erase":
      if (at >= 0 && at < length) elements.splice(at, 1);
      break;
    default:
      resize(elements, word, Math.min(number, MAX_ELEMENTS), value);
  }
}

function resize(elements: Element[], word: string, size: number, fill: Element): void {
  if (word !== "minsize" && elements.length > size) elements.length = size;
  if (word !== "maxsize") while (elements.length < size) elements.push(fill);
}

function valueOf(
  elements: readonly Element[],
  element: { readonly text: string } | { readonly index: number },
  type: ValueType,
): Element | undefined {
  if ("index" in element) return elements.at(element.index);
  if (isTextKind(type.kind)) return element.text;
  const numbers = element.text.match(/[-+\w.]+/gu) ?? [];
  return numbers.map((text) => storedNumber(type, text));
}

function zeroOf(type: ValueType): Element {
  return isTextKind(type.kind) ? "" : Array.from({ length: type.components }, () => storedNumber(type, "0"));
}

function storedNumber({ kind }: ValueType, text: string): number | bigint {
  if (kind === "int64" || kind === "uint64") return BigInt(text);
  if (text === "true" || text === "false") return text === "true" ? 1 : 0;
  const number = text.endsWith("inf") ? (text.startsWith("-") ? -Infinity : Infinity) : Number(text);
  return kind === "half" ? floatToHalfBits(number) : number;
}

function elementsOf({ data, type: { components } }: TypedValue): Element[] {
  if (isTexts(data)) return [...data];
  if (typeof data !== "object") return [];
  const found: Element[] = [];
  for (let i = 0; i < data.length; i += components) found.push([...data.subarray(i, i + components)]);
  return found;
}

function isTexts(data: ValueData): data is readonly string[] {
  return Array.isArray(data);
}

function dataOf(type: ValueType, elements: readonly Element[]): NumericArray | readonly string[] {
  if (isTextKind(type.kind)) return elements.map(String);
  const stored = elements.flatMap((each) => (typeof each === "string" ? [] : each));
  switch (type.kind) {
    case "int64":
      return BigInt64Array.from(stored, BigInt);
    case "uint64":
      return BigUint64Array.from(stored, BigInt);
    default: {
      const numbers = stored.map(Number);
      if (type.kind === "bool" || type.kind === "uchar") return Uint8Array.from(numbers);
      if (type.kind === "int") return Int32Array.from(numbers);
      if (type.kind === "uint") return Uint32Array.from(numbers);
      if (type.kind === "half") return Uint16Array.from(numbers);
      return type.kind === "float" ? Float32Array.from(numbers) : Float64Array.from(numbers);
    }
  }
}
