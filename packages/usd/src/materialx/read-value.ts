/** Values of MaterialX elements as values of USD. */
import { plainValue, type Value } from "@usdkit/layer";
import { attributeOf, usdType } from "./node-definitions.ts";
import type { XmlElement } from "./read-xml.ts";

const NUMBERS: ReadonlyMap<string, number> = new Map([
  ["int", 1],
  ["float", 1],
  ["float2", 2],
  ["float3", 3],
  ["float4", 4],
  ["color3f", 3],
  ["color4f", 4],
  ["matrix3d", 9],
  ["matrix4d", 16],
]);

/** Returns the value of an input; undefined without one, and if it is not one of its type. */
export function valueOf(element: XmlElement): Value | undefined {
  const text = element.attributes.get("value");
  const name = usdType(attributeOf(element, "type"));
  if (text === undefined || name === undefined) return undefined;
  const isArray = name.endsWith("[]");
  const type = isArray ? name.slice(0, -2) : name;
  const pieces = text.split(",").map((piece) => piece.trim());
  switch (type) {
    case "string":
      return plainValue(name, isArray ? pieces : text);
    case "asset":
      return plainValue(name, isArray ? pieces : `${prefixOf(element)}${text}`);
    case "bool":
      return plainValue("bool", text === "true");
  }
  const size = NUMBERS.get(type);
  const numbers = text
    .split(/[\s,]+/u)
    .filter((piece) => piece !== "")
    .map(Number);
  if (size === undefined || numbers.length === 0 || !numbers.every(Number.isFinite)) return undefined;
  if (type === "int" && !numbers.every((each) => Number.isInteger(each) && Math.abs(each) < 2 ** 31)) return undefined;
  if (isArray) return numbers.length % size === 0 ? plainValue(name, numbers) : undefined;
  if (numbers.length !== size) return undefined;
  return plainValue(name, size === 1 ? numbers[0] : size > 4 ? rows(numbers) : numbers);
}

function rows(numbers: readonly number[]): readonly (readonly number[])[] {
  const side = Math.sqrt(numbers.length);
  return Array.from({ length: side }, (_, row) => numbers.slice(side * row, side * (row + 1)));
}

/** Returns an attribute of the elements around one, the nearest first. */
function inherited(element: XmlElement, name: string): string {
  for (let at: XmlElement | undefined = element; at !== undefined; at = at.parent) {
    const value = attributeOf(at, name);
    if (value !== "") return value;
  }
  return "";
}

/** Returns what stands before the paths of files in an element: the prefixes of all elements around it. */
function prefixOf(element: XmlElement): string {
  let prefix = "";
  for (let at: XmlElement | undefined = element; at !== undefined; at = at.parent) {
    prefix = attributeOf(at, "fileprefix") + prefix;
  }
  return prefix;
}

/** Returns the color space of an input, if it differs from that of the document and its type has colors. */
export function colorSpaceOf(input: XmlElement, isOfColors: boolean): string | undefined {
  const type = attributeOf(input, "type");
  const hasColors = type === "color3" || type === "color4" || (type === "filename" && isOfColors);
  const space = inherited(input, "colorspace");
  return hasColors && space !== "" && space !== documentSpace(input) ? space : undefined;
}

/** Returns the color space of the document of an element. */
function documentSpace(element: XmlElement): string {
  let root = element;
  for (let at: XmlElement | undefined = element; at !== undefined; at = at.parent) root = at;
  return attributeOf(root, "colorspace");
}

/** What people read of a node or a property. */
export type InterfaceMetadata = Readonly<Partial<Record<"documentation" | "displayName" | "displayGroup", string>>>;

/** Returns what people read of an element: its documentation, name and group. */
export function interfaceMetadata(element: XmlElement): InterfaceMetadata {
  const documentation = attributeOf(element, "doc");
  const displayName = attributeOf(element, "uiname");
  const displayGroup = attributeOf(element, "uifolder").replaceAll("/", ":");
  return {
    ...(documentation !== "" && { documentation }),
    ...(displayName !== "" && { displayName }),
    ...(displayGroup !== "" && { displayGroup }),
  };
}
