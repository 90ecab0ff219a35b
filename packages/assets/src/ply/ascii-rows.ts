import { AssetError } from "../errors/asset-error.ts";
import type { PlyElement, PlyFile } from "./ply-header.ts";
import { PIECE_ROWS, type RowPiece } from "./row-piece.ts";

/** Number of digits that a double represents exactly. */
const EXACT_DIGITS = 15;
/** Powers of ten that a double holds exactly: a number of at most 15 digits times or by one of them is rounded once. */
const tens = /* @__PURE__ */ Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));
/** Longer than any number that is written; what is longer is not a number. */
const MAX_LENGTH = 400;

/** `readRows` for the text format: a row is a line, numbers are separated by blanks. */
export function readAsciiRows(
  { bytes, header: { elements, dataOffset } }: PlyFile,
  element: PlyElement,
  names: readonly string[],
  use: (piece: RowPiece) => void,
): void {
  const reader = new NumberReader(bytes, dataOffset);
  for (const before of elements.slice(0, elements.indexOf(element))) {
    for (let row = 0; row < before.count; row++) readRow(reader, before, row);
  }
  const { count, properties } = element;
  const stride = names.length;
  const floats = new Float32Array(Math.min(count, PIECE_ROWS) * stride);
  const columns = Int32Array.from(names, (_, i) => i);
  const columnOf = Int32Array.from(properties, ({ name }) => names.indexOf(name));
  const sink = { columnOf, floats, start: 0 };
  for (let first = 0; first < count; first += PIECE_ROWS) {
    const rows = Math.min(PIECE_ROWS, count - first);
    for (let row = 0; row < rows; row++) {
      sink.start = row * stride;
      readRow(reader, element, first + row, sink);
    }
    use({ floats, start: 0, stride, columns, first, rows });
  }
}

/** Receives the numbers of a row: those of property `i` go to `floats[start + columnOf[i]]`, unless that is negative. */
interface RowSink {
  readonly columnOf: Int32Array;
  readonly floats: Float32Array;
  start: number;
}

/** Reads one line; `sink` receives its numbers. */
function readRow(reader: NumberReader, { name, properties }: PlyElement, row: number, sink?: RowSink): void {
  if (properties.length === 0) return;
  reader.startLine();
  for (let i = 0; i < properties.length; i++) {
    const { countType } = properties[i];
    const value = reader.next();
    if (value === undefined) throw missing(reader, `${name} ${row}, property ${properties[i].name}`);
    if (countType === null) {
      const column = sink?.columnOf[i] ?? -1;
      if (sink !== undefined && column >= 0) sink.floats[sink.start + column] = value;
      continue;
    }
    if (!Number.isInteger(value) || value < 0) {
      const where = `${name} ${row}, property ${properties[i].name}`;
      throw new AssetError("malformed", `a list cannot have ${value} entries.`, { where, offset: reader.offset });
    }
    for (let left = value; left >= 1; left--) {
      if (reader.next() === undefined) throw missing(reader, `${name} ${row}, property ${properties[i].name}`);
    }
  }
  if (!reader.atLineEnd()) {
    const message = `the line holds more than the ${properties.length} properties of the element.`;
    throw new AssetError("malformed", message, { where: `${name} ${row}`, offset: reader.offset });
  }
}

function missing(reader: NumberReader, where: string): AssetError {
  const { offset } = reader;
  return reader.runsToFileEnd()
    ? new AssetError("truncated", "the file ends before the rows that the header declares.", { where, offset })
    : new AssetError("malformed", "a number was expected.", { where, offset });
}

/** Parses numbers from the bytes of a text. */
class NumberReader {
  offset: number;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, offset: number) {
    this.#bytes = bytes;
    this.offset = offset;
  }

  /** Goes over what is left of blank lines. */
  startLine(): void {
    const bytes = this.#bytes;
    while (this.offset < bytes.length && bytes[this.offset] <= 0x20) this.offset++;
  }

  atFileEnd(): boolean {
    return this.offset >= this.#bytes.length;
  }

  /** Returns whether the rest of the file has only these letters: perhaps a truncated number. */
  runsToFileEnd(): boolean {
    let end = this.offset;
    while (!this.#endsAt(end) && end - this.offset < MAX_LENGTH) end++;
    return end >= this.#bytes.length;
  }

  /** Returns whether the rest of the line is blank. */
  atLineEnd(): boolean {
    this.#skipBlanks();
    return this.atFileEnd() || this.#bytes[this.offset] === 0x0a || this.#bytes[this.offset] === 0x0d;
  }

  /** Returns the next number of the line, exact as a float; undefined if there is none. */
  next(): number | undefined {
    this.#skipBlanks();
    const bytes = this.#bytes;
    const start = this.offset;
    let i = start;
    const isNegative = bytes[i] === 0x2d;
    if (isNegative || bytes[i] === 0x2b) i++;
    let digits = 0;
    let sawDigits = false;
    let isCut = false;
    let mantissa = 0;
    let scale = 0;
    let afterPoint = false;
    for (; i < bytes.length; i++) {
      const digit = bytes[i] - 0x30;
      if (digit >= 0 && digit <= 9) {
        sawDigits = true;
        if (digits < EXACT_DIGITS) {
          mantissa = mantissa * 10 + digit;
          // Leading zeros do not count as digits.
          if (mantissa > 0) digits++;
          if (afterPoint) scale--;
        } else {
          isCut = true;
          if (!afterPoint) scale++;
        }
      } else if (bytes[i] === 0x2e && !afterPoint) afterPoint = true;
      else break;
    }
    if (sawDigits && (bytes[i] === 0x65 || bytes[i] === 0x45)) {
      let j = i + 1;
      const sign = bytes[j] === 0x2d ? -1 : 1;
      if (bytes[j] === 0x2d || bytes[j] === 0x2b) j++;
      let exponent = 0;
      const first = j;
      for (; j < bytes.length && bytes[j] >= 0x30 && bytes[j] <= 0x39; j++) {
        exponent = Math.min(exponent * 10 + bytes[j] - 0x30, 10_000);
      }
      if (j > first) {
        i = j;
        scale += sign * exponent;
      }
    }
    if (sawDigits && scale >= -22 && scale <= 22 && this.#endsAt(i)) {
      const value = scale < 0 ? mantissa / tens[-scale] : mantissa * tens[scale];
      // The truncated part is less than 1e-14 of the number: if both bounds round to the same float, it is the correct one.
      if (!isCut || Math.fround(value * (1 - 2e-14)) === Math.fround(value * (1 + 2e-14))) {
        this.offset = i;
        return isNegative ? -value : value;
      }
    }
    return this.#slowNumber(start);
  }

  #endsAt(i: number): boolean {
    return i >= this.#bytes.length || this.#bytes[i] <= 0x20;
  }

  #skipBlanks(): void {
    const bytes = this.#bytes;
    while (this.offset < bytes.length && (bytes[this.offset] === 0x20 || bytes[this.offset] === 0x09)) this.offset++;
  }

  /** Long numbers, and what C libraries write for numbers that are not finite: `nan`, `-inf`, `-nan(ind)`, `1.#INF`. */
  #slowNumber(start: number): number | undefined {
    let end = start;
    while (!this.#endsAt(end) && end - start < MAX_LENGTH) end++;
    if (end === start || !this.#endsAt(end)) return undefined;
    const text = String.fromCharCode(...this.#bytes.subarray(start, end)).toLowerCase();
    const value = numberOf(text);
    if (value !== undefined) this.offset = end;
    return value;
  }
}

function numberOf(text: string): number | undefined {
  const unsigned = text.startsWith("-") || text.startsWith("+") ? text.slice(1) : text;
  if (unsigned.startsWith("nan") || /^1\.#(?:qnan|snan|ind)$/.test(unsigned)) return NaN;
  if (/^(?:inf|infinity|1\.#inf)$/.test(unsigned)) return text.startsWith("-") ? -Infinity : Infinity;
  // `Number` also takes hexadecimal numbers, which no PLY has.
  const value = /^[-+.e\d]+$/.test(text) ? Number(text) : NaN;
  return Number.isNaN(value) ? undefined : value;
}
