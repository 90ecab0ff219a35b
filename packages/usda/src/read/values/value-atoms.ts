/** The atoms of one value (numbers, strings, words), as tokens, and their conversion to a number, boolean or text. */
import { decimalToDouble } from "../../scan/decimal.ts";
import type { NameTable } from "../../scan/name-table.ts";
import { roundToOdd } from "../../scan/number-kernel.ts";
import { decodeAssetToken, decodeStringToken } from "../../scan/strings.ts";
import { TokenKind } from "../../scan/token-kinds.ts";
import { Word } from "../words.ts";

/** Bounds of the integer types. */
export const INTEGER_RANGES: Readonly<Record<string, readonly [bigint, bigint]>> = {
  uchar: [0n, 255n],
  int: [-2147483648n, 2147483647n],
  uint: [0n, 4294967295n],
  int64: [-(1n << 63n), (1n << 63n) - 1n],
  uint64: [0n, (1n << 64n) - 1n],
};
const TRUE_WORD = /^(?:true|yes|1)$/i;
const FALSE_WORD = /^(?:false|no|0)$/i;

export class ValueAtoms {
  /** Token kind and range, and for identifiers the name's id. */
  kinds: Uint8Array = new Uint8Array(64);
  starts: Float64Array = new Float64Array(64);
  ends: Float64Array = new Float64Array(64);
  private names: Int32Array = new Int32Array(64);
  count = 0;

  bytes: Uint8Array = new Uint8Array(0);
  private table: NameTable | undefined;

  begin(bytes: Uint8Array, table: NameTable): void {
    this.bytes = bytes;
    this.table = table;
    this.count = 0;
  }

  add(kind: number, start: number, end: number, name: number): void {
    const index = this.count;
    if (index === this.kinds.length) this.grow();
    this.kinds[index] = kind;
    this.starts[index] = start;
    this.ends[index] = end;
    this.names[index] = name;
    this.count = index + 1;
  }

  /** Returns the text of a string, asset or word. */
  text(index: number): string {
    const start = this.starts[index];
    const end = this.ends[index];
    if (this.kinds[index] === TokenKind.asset) return decodeAssetToken(this.bytes, start, end);
    if (this.kinds[index] === TokenKind.string) return decodeStringToken(this.bytes, start, end);
    return this.table?.text(this.names[index]) ?? "";
  }

  /** Returns the boolean of a word or string. */
  isBooleanText(index: number): boolean {
    const text = this.text(index);
    return TRUE_WORD.test(text) || FALSE_WORD.test(text);
  }

  boolean(index: number): boolean {
    if (this.kinds[index] === TokenKind.number) return this.real(index) !== 0;
    if (this.kinds[index] === TokenKind.identifier && this.isMathWord(index)) return true;
    return TRUE_WORD.test(this.text(index));
  }

  isMathWord(index: number): boolean {
    return (
      this.kinds[index] === TokenKind.identifier && (this.names[index] === Word.inf || this.names[index] === Word.nan)
    );
  }

  /** Returns a number, or the number of a text: inf, nan, "inf", "-inf", "nan". */
  isReal(index: number): boolean {
    const token = this.kinds[index];
    if (token === TokenKind.number) return true;
    if (token === TokenKind.identifier) return this.isMathWord(index);
    if (token !== TokenKind.string) return false;
    const text = this.text(index);
    return text === "inf" || text === "-inf" || text === "nan";
  }

  /** As float32; a whole number is rounded once, from all of its digits. */
  float(index: number): number {
    const real = this.real(index);
    if (Math.abs(real) <= Number.MAX_SAFE_INTEGER || this.kinds[index] !== TokenKind.number) return Math.fround(real);
    return this.isIntegerLiteral(index) ? Math.fround(roundToOdd(this.integer(index) ?? 0n)) : Math.fround(real);
  }

  real(index: number): number {
    const token = this.kinds[index];
    if (token === TokenKind.number) return decimalToDouble(this.bytes, this.starts[index], this.ends[index]);
    const text = this.text(index);
    return text === "inf" ? Infinity : text === "-inf" ? -Infinity : NaN;
  }

  /** Returns the atom as a whole number: exact for digits, truncated for fractions; undefined if it is not a number. */
  integer(index: number): bigint | undefined {
    const text = asciiText(this.bytes, this.starts[index], this.ends[index]);
    if (/^-?\d+$/.test(text)) {
      const value = BigInt(text);
      // Beyond 64 bits the reference reads a double.
      if (value >= INTEGER_RANGES["int64"][0] && value <= INTEGER_RANGES["uint64"][1]) return value;
    }
    const real = this.real(index);
    return Number.isFinite(real) ? BigInt(Math.trunc(real)) : undefined;
  }

  isIntegerLiteral(index: number): boolean {
    const text = asciiText(this.bytes, this.starts[index], this.ends[index]);
    if (!/^-?\d+$/.test(text)) return false;
    // Beyond 64 bits the reference reads a double.
    const value = BigInt(text);
    return value >= INTEGER_RANGES["int64"][0] && value <= INTEGER_RANGES["uint64"][1];
  }

  private grow(): void {
    const size = this.kinds.length * 2;
    const kinds = new Uint8Array(size);
    kinds.set(this.kinds);
    this.kinds = kinds;
    const starts = new Float64Array(size);
    starts.set(this.starts);
    this.starts = starts;
    const ends = new Float64Array(size);
    ends.set(this.ends);
    this.ends = ends;
    const names = new Int32Array(size);
    names.set(this.names);
    this.names = names;
  }
}

function asciiText(bytes: Uint8Array, start: number, end: number): string {
  let text = "";
  for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i]);
  return text;
}
