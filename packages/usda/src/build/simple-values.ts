/**
 * Decodes the most common values directly from the text: numbers, tuples and lists of numbers, plain strings. The
 * first pass has validated them. Other forms are left to the grammar.
 */
import { decimalToDouble } from "../scan/decimal.ts";
import type { ValueType, LayerOffset, ReferenceItem, ValueData } from "@usdkit/layer";
import { floatToHalfBits, halfBitsToFloat, decodeUtf8 } from "@usdkit/base";
import type { NumericKind } from "../scan/numeric-kinds.ts";
import { newNumericArray } from "../scan/numeric-kinds.ts";
import { NumericListReader } from "../scan/numeric-list.ts";

const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;
const LEFT_PARENTHESIS = 40;
const COMMA = 44;
const MINUS = 45;
const SLASH = 47;
const LESS = 60;
const GREATER = 62;
const AT = 64;
const LEFT_BRACKET = 91;
const BACKSLASH = 92;
const RIGHT_BRACKET = 93;
const LEFT_BRACE = 123;
const MAX_INTEGER_DIGITS = 9;
/** Size of the shared buffer, 64 matrices of 16 numbers: a layer with one matrix takes at most 8 KB for it. */
const MATRIX_NUMBERS = 1024;
const NO_OFFSET: LayerOffset = { offset: 0, scale: 1 };

export class SimpleValueReader {
  private readonly bytes: Uint8Array;
  private readonly lists: NumericListReader;
  private matrices: ArrayBuffer | undefined;
  /** Count of numbers of `matrices` that are in use. */
  private matricesUsed = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.lists = new NumericListReader(bytes);
  }

  /** Returns the data of the value at `[start, end)`, or undefined if its form is not simple. */
  read(type: ValueType, isArray: boolean, start: number, end: number): ValueData | undefined {
    const first = this.bytes[start];
    const kind = numericKindOf(type);
    if (kind === undefined) return isArray ? this.strings(type, first, start, end) : this.text(type, first, start, end);
    const matrix = type.dims.length === 2;
    const rows = matrix ? type.dims[0] : 0;
    const columns = matrix ? type.dims[1] : (type.dims[0] ?? 0);
    if (isArray) {
      if (first !== LEFT_BRACKET) return undefined;
      return this.lists.readList(start + 1, kind, rows, columns) ?? undefined;
    }
    if (columns === 0) return this.scalar(kind, start, end);
    if (first !== LEFT_PARENTHESIS) return undefined;
    const data = kind === "double" && matrix ? this.newMatrix(type.components) : newNumericArray(kind, type.components);
    return this.lists.readTuple(start + 1, kind, rows, columns, data, 0) ? data : undefined;
  }

  /**
   * Allocates a matrix in a shared buffer: it is too long for V8's own heap, and allocating memory outside of the
   * heap takes longer than filling it.
   */
  private newMatrix(components: number): Float64Array {
    if (this.matrices === undefined || this.matricesUsed + components > MATRIX_NUMBERS) {
      this.matrices = new ArrayBuffer(MATRIX_NUMBERS * Float64Array.BYTES_PER_ELEMENT);
      this.matricesUsed = 0;
    }
    const start = this.matricesUsed;
    this.matricesUsed += components;
    return new Float64Array(this.matrices, start * Float64Array.BYTES_PER_ELEMENT, components);
  }

  /** Returns the path at `[start, end)` if it is a single absolute path without variant selections. */
  path(start: number, end: number): string | undefined {
    const { bytes } = this;
    if (bytes[start] !== LESS || bytes[start + 1] !== SLASH) return undefined;
    for (let i = start + 1; i < end - 1; i++) if (bytes[i] === LEFT_BRACE) return undefined;
    return decodeUtf8(bytes, start + 1, end - 1);
  }

  /** Returns the single reference or payload at `[start, end)`: `@asset@` or `@asset@</Prim>` of plain characters. */
  arc(start: number, end: number): ReferenceItem | undefined {
    const { bytes } = this;
    if (bytes[start] !== AT) return undefined;
    let p = start + 1;
    for (; p < end && bytes[p] !== AT; p++) if (bytes[p] === BACKSLASH || bytes[p] === 0) return undefined;
    // Two marks together are an empty path, or the start of the triple form.
    if (p === start + 1 || p >= end) return undefined;
    const asset = decodeUtf8(bytes, start + 1, p);
    let primPath = "";
    if (++p < end) {
      if (bytes[p] !== LESS || bytes[p + 1] !== SLASH) return undefined;
      const open = ++p;
      for (; p < end && bytes[p] !== GREATER; p++) if (!isPlainPathByte(bytes[p])) return undefined;
      if (p !== end - 1) return undefined;
      primPath = decodeUtf8(bytes, open, p);
    }
    return { asset, primPath, layerOffset: NO_OFFSET, range: { start, end } };
  }

  private scalar(kind: NumericKind, start: number, end: number): number | boolean | undefined {
    const { bytes } = this;
    let isInteger = end - start <= MAX_INTEGER_DIGITS;
    for (let i = bytes[start] === MINUS ? start + 1 : start; i < end; i++) {
      const byte = bytes[i];
      if (byte >= 48 && byte <= 57) continue;
      // A point, an exponent and its sign; any other character is not part of a number.
      if (byte !== 46 && byte !== 101 && byte !== 69 && byte !== MINUS && byte !== 43) return undefined;
      isInteger = false;
    }
    if (kind === "int64" || kind === "uint64") return undefined;
    const value = decimalToDouble(bytes, start, end);
    switch (kind) {
      case "bool":
        return value !== 0;
      case "double":
        return value;
      // Whole numbers with many digits are rounded once, from the integer, by the grammar.
      case "float":
        return isInteger || Math.abs(value) < 2 ** 53 ? Math.fround(value) : undefined;
      case "half":
        return halfBitsToFloat(floatToHalfBits(Math.fround(value)));
      default:
        // Integers have no negative zero.
        return isInteger ? value + 0 : undefined;
    }
  }

  private text(type: ValueType, first: number, start: number, end: number): string | undefined {
    if (type.kind === "asset") return first === AT ? this.plain(start, end, AT) : undefined;
    if (type.kind !== "string" && type.kind !== "token") return undefined;
    return first === DOUBLE_QUOTE || first === SINGLE_QUOTE ? this.plain(start, end, first) : undefined;
  }

  /** Returns the text between two marks, if it contains neither a backslash nor a mark. */
  private plain(start: number, end: number, mark: number): string | undefined {
    const { bytes } = this;
    for (let i = start + 1; i < end - 1; i++) {
      // The grammar handles NUL, where a token is cut.
      if (bytes[i] === BACKSLASH || bytes[i] === mark || bytes[i] === 0) return undefined;
    }
    return decodeUtf8(bytes, start + 1, end - 1);
  }

  /** Reads `["a", "b"]`: plain strings separated by a comma and blanks. */
  private strings(type: ValueType, first: number, start: number, end: number): readonly string[] | undefined {
    if (first !== LEFT_BRACKET || (type.kind !== "string" && type.kind !== "token")) return undefined;
    const { bytes } = this;
    const found: string[] = [];
    let p = start + 1;
    while (p < end - 1) {
      if (bytes[p] !== DOUBLE_QUOTE || bytes[p + 1] === DOUBLE_QUOTE) return undefined;
      const open = ++p;
      while (bytes[p] !== DOUBLE_QUOTE) {
        if (bytes[p] === BACKSLASH || bytes[p] === 0 || p >= end) return undefined;
        p++;
      }
      found.push(decodeUtf8(bytes, open, p));
      p++;
      if (bytes[p] === COMMA) {
        p++;
        while (bytes[p] === 32) p++;
      } else if (bytes[p] !== RIGHT_BRACKET) return undefined;
    }
    return p === end - 1 ? found : undefined;
  }
}

/**
 * Returns whether a byte is a letter, a digit, `_` or `/`: no character that has another form or starts a selection.
 */
function isPlainPathByte(byte: number): boolean {
  return (byte >= 97 && byte <= 122) || (byte >= 47 && byte <= 57) || (byte >= 65 && byte <= 90) || byte === 95;
}

function numericKindOf(type: ValueType): NumericKind | undefined {
  switch (type.kind) {
    case "string":
    case "token":
    case "asset":
    case "pathExpression":
    case "opaque":
      return undefined;
    case "timecode":
      return "double";
    default:
      return type.kind;
  }
}
