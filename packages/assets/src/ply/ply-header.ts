/** The header of a PLY file: its elements and their encoding. */
import { AssetError } from "../errors/asset-error.ts";

export type PlyFormat = "ascii" | "binary_little_endian" | "binary_big_endian";

/** Number types by their newer names; `typeNames` has the older ones. */
export type PlyType = "int8" | "uint8" | "int16" | "uint16" | "int32" | "uint32" | "float32" | "float64";

export interface PlyProperty {
  readonly name: string;
  /** Of the number, or of each number of a list. */
  readonly type: PlyType;
  /** Type of the list's length; null for a single number. */
  readonly countType: PlyType | null;
}

export interface PlyElement {
  readonly name: string;
  readonly count: number;
  readonly properties: readonly PlyProperty[];
  /** Byte offset of the declaration in the header. */
  readonly offset: number;
}

export interface PlyHeader {
  readonly format: PlyFormat;
  readonly elements: readonly PlyElement[];
  /** Texts of the lines `comment`, in order. */
  readonly comments: readonly string[];
  /** Byte offset of the elements. */
  readonly dataOffset: number;
}

/** A PLY file: its bytes and its header. */
export interface PlyFile {
  readonly bytes: Uint8Array;
  readonly header: PlyHeader;
}

/** Headers of real files are below 10 KB; a file of another format must not be searched to its end. */
const MAX_HEADER = 1 << 18;

const typeNames: ReadonlyMap<string, PlyType> = new Map<string, PlyType>([
  ["char", "int8"],
  ["int8", "int8"],
  ["uchar", "uint8"],
  ["uint8", "uint8"],
  ["short", "int16"],
  ["int16", "int16"],
  ["ushort", "uint16"],
  ["uint16", "uint16"],
  ["int", "int32"],
  ["int32", "int32"],
  ["uint", "uint32"],
  ["uint32", "uint32"],
  ["float", "float32"],
  ["float32", "float32"],
  ["double", "float64"],
  ["float64", "float64"],
]);

export const typeSizes: Readonly<Record<PlyType, number>> = {
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  float32: 4,
  float64: 8,
};

/** @throws AssetError if the header is invalid or unterminated */
export function readPlyHeader(bytes: Uint8Array): PlyHeader {
  const text = latin1(bytes.subarray(0, MAX_HEADER));
  const lineEnd = /^ply(\r\n|\n|\r)/.exec(text)?.[1];
  if (lineEnd === undefined) throw malformed('expected a line "ply".', 0);
  let format: PlyFormat | undefined;
  const comments: string[] = [];
  const elements: { name: string; count: number; properties: PlyProperty[]; offset: number }[] = [];

  for (let offset = 3 + lineEnd.length; ;) {
    const end = text.indexOf(lineEnd, offset);
    if (end < 0) {
      const problem = bytes.length > MAX_HEADER ? "malformed" : "truncated";
      throw new AssetError(problem, 'the line "end_header" is missing.', { where: "header", offset });
    }
    const words = text
      .slice(offset, end)
      .split(/[ \t]+/)
      .filter((word) => word !== "");
    switch (words[0]) {
      case "comment":
        comments.push(text.slice(text.indexOf("comment", offset) + "comment ".length, end));
        break;
      case undefined:
      case "obj_info":
        break;
      case "format":
        format = readFormat(words, offset);
        break;
      case "element":
        elements.push({ ...readElement(words, offset), properties: [], offset });
        break;
      case "property": {
        const element = elements.at(-1);
        if (element === undefined) throw malformed("a property precedes all elements.", offset);
        const property = readProperty(words, offset);
        if (element.properties.some(({ name }) => name === property.name)) {
          throw malformed(`element ${element.name} has the property ${property.name} twice.`, offset);
        }
        element.properties.push(property);
        break;
      }
      case "end_header":
        if (format === undefined) throw malformed('the line "format" is missing.', offset);
        return { format, elements, comments, dataOffset: end + lineEnd.length };
      default:
        throw malformed(`a line begins with ${JSON.stringify(words[0].slice(0, 40))}.`, offset);
    }
    offset = end + lineEnd.length;
  }
}

function readFormat(words: readonly string[], offset: number): PlyFormat {
  const [, format, version] = words;
  if (format !== "ascii" && format !== "binary_little_endian" && format !== "binary_big_endian") {
    throw malformed(`format ${JSON.stringify(format ?? "")} is unknown.`, offset);
  }
  if (version !== "1.0") throw malformed("version 1.0 of the format was expected.", offset);
  return format;
}

function readElement(words: readonly string[], offset: number): { name: string; count: number } {
  const [, name, count] = words;
  // 15 digits are exact, and more than any file can hold.
  if (name === undefined || count === undefined || !/^\d{1,15}$/.test(count)) {
    throw malformed("an element needs a name and a count.", offset);
  }
  return { name, count: Number(count) };
}

function readProperty(words: readonly string[], offset: number): PlyProperty {
  const isList = words[1] === "list";
  const [typeName, name] = isList ? words.slice(3) : words.slice(1);
  const type = typeNames.get(typeName ?? "");
  const countType = isList ? typeNames.get(words[2] ?? "") : null;
  if (type === undefined || countType === undefined || name === undefined) {
    throw malformed("a property needs a type that there is, and a name.", offset);
  }
  return { name, type, countType };
}

function malformed(message: string, offset: number): AssetError {
  return new AssetError("malformed", message, { where: "header", offset });
}

function latin1(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}
