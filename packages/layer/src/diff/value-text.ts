/** Values as part of a line: shortened, in the syntax of the format. */
import type { FieldValue, LayerOffset, ListOp, NumericArray, TypedValue, Value } from "../model/types.ts";
import { formatDouble, formatFloat, formatHalf, halfBitsToFloat } from "@usdkit/base";
import type { ScalarKind, ValueType } from "../fields-and-types/value-types.ts";
import type { DiffItem } from "./types.ts";

/** Maximum length; longer text is shortened in the middle. */
const MAX_TEXT_LENGTH = 72;
/** Maximum count of numbers that is shown in full: a matrix. */
const MAX_NUMBERS = 16;
/** Maximum count of strings of an array, items of a list and keys of a dictionary that are shown. */
const MAX_ITEMS = 4;

/** Returns `35`, `(0, 1.5, 6)`, `[4096 elements]`, `"chair"`, `None`; may contain unescaped text of the layer. */
export function valueText(value: Value): string {
  switch (value.kind) {
    case "typed":
      return typedText(value);
    case "block":
      return "None";
    case "animationBlock":
      return "AnimationBlock";
    case "path":
      return `<${value.path}>`;
    case "dictionary":
      return dictionaryText([...value.entries.keys()]);
    case "arrayEdit":
    case "unregistered":
      return cut(value.text);
  }
}

/** Like {@link valueText}, for the value of a metadata field. */
export function fieldText(value: FieldValue): string {
  switch (value.kind) {
    case "valueListOp":
    case "pathListOp":
    case "referenceListOp":
    case "unregisteredListOp":
      return listOpText(value.listOp);
    case "stringMap":
      return dictionaryText([...value.entries.keys()]);
    case "names":
      return itemsText(value.names);
    case "subLayers":
      return itemsText(value.items);
    case "relocates":
      return itemsText(value.pairs);
    default:
      return valueText(value);
  }
}

/** Returns one element of an array or tuple; undefined if the index is out of range. */
export function elementText(value: Value | FieldValue | undefined, index: number): string | undefined {
  if (value?.kind !== "typed" || typeof value.data !== "object") return undefined;
  const { data, type, isArray } = value;
  if (!ArrayBuffer.isView(data)) {
    const text = data[index] as string | undefined;
    return text === undefined ? undefined : stringText(text, type.kind);
  }
  const width = isArray ? type.components : 1;
  if ((index + 1) * width > data.length) return undefined;
  return tupleText(numbersOf(data, type.kind, index * width, width), isArray ? type.dims : []);
}

/** Returns an item of a list op: `</A>`, `"name"`, `@a.usda@</A>`, `</A> to </B>`. */
export function itemText(item: DiffItem): string {
  if (typeof item === "string") return item.startsWith("/") ? `<${item}>` : JSON.stringify(cut(item));
  if (typeof item !== "object") return String(item);
  if ("length" in item) return `<${item[0]}> to <${item[1]}>`;
  const path = "primPath" in item && item.primPath !== "" ? `<${item.primPath}>` : "";
  const asset = item.asset === "" && path !== "" ? "" : `@${cut(item.asset)}@`;
  return `${asset}${path}${offsetText(item.layerOffset)}`;
}

/** Returns the first few items, separated by commas. */
export function itemsText(items: readonly DiffItem[]): string {
  return `[${few(items.map(itemText))}]`;
}

/** Returns the text of a time or a tolerance. */
export function numberText(value: number): string {
  return formatDouble(value);
}

function offsetText({ offset, scale }: LayerOffset): string {
  return offset === 0 && scale === 1 ? "" : ` (offset = ${formatDouble(offset)}; scale = ${formatDouble(scale)})`;
}

function listOpText(listOp: ListOp<DiffItem>): string {
  if (listOp.explicit !== undefined) return itemsText(listOp.explicit);
  const parts = Object.entries(listOp) as [string, readonly DiffItem[] | undefined][];
  return parts.flatMap(([name, items]) => (items === undefined ? [] : [`${name} ${itemsText(items)}`])).join(", ");
}

function dictionaryText(keys: readonly string[]): string {
  return keys.length === 0 ? "{}" : `{ ${few(keys.map((key) => `${cut(key)} = …`))} }`;
}

function few(texts: readonly string[]): string {
  const rest = texts.length - MAX_ITEMS;
  return texts.slice(0, MAX_ITEMS).join(", ") + (rest > 0 ? `, … ${rest} more` : "");
}

function typedText(value: TypedValue): string {
  const { data, type, isArray } = value;
  if (typeof data === "string") return stringText(data, type.kind);
  if (typeof data === "number") return scalarText(data, type.kind);
  if (typeof data !== "object") return String(data);
  if (!ArrayBuffer.isView(data)) {
    return data.length > MAX_ITEMS * 2
      ? `[${data.length} elements]`
      : `[${data.map((text) => stringText(text, type.kind)).join(", ")}]`;
  }
  if (!isArray) return tupleText(numbersOf(data, type.kind, 0, data.length), type.dims);
  const count = data.length / type.components;
  return data.length > MAX_NUMBERS ? `[${count} elements]` : arrayText(data, type, count);
}

function arrayText(data: NumericArray, { kind, components, dims }: ValueType, count: number): string {
  const items = Array.from({ length: count }, (_, i) =>
    tupleText(numbersOf(data, kind, i * components, components), dims),
  );
  return `[${items.join(", ")}]`;
}

function numbersOf(data: NumericArray, kind: ScalarKind, start: number, count: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    const value = data[start + i];
    if (typeof value === "bigint") return String(value);
    return scalarText(kind === "half" ? halfBitsToFloat(value) : value, kind);
  });
}

function scalarText(value: number, kind: ScalarKind): string {
  if (kind === "half") return formatHalf(value);
  return kind === "float" ? formatFloat(value) : formatDouble(value);
}

/** From the innermost outwards: rows of a matrix, then the matrix. */
function tupleText(numbers: readonly string[], dims: readonly number[]): string {
  const tuples = dims.reduceRight<readonly string[]>((items, size) => {
    const groups = Array.from({ length: items.length / size }, (_, i) => items.slice(i * size, (i + 1) * size));
    return groups.map((group) => `(${group.join(", ")})`);
  }, numbers);
  return tuples.join(", ");
}

function stringText(text: string, kind: ScalarKind): string {
  return kind === "asset" ? `@${cut(text)}@` : JSON.stringify(cut(text));
}

function cut(text: string): string {
  if (text.length <= MAX_TEXT_LENGTH) return text;
  const half = Math.floor(MAX_TEXT_LENGTH / 2) - 1;
  return `${text.slice(0, half)}…${text.slice(-half)}`;
}
