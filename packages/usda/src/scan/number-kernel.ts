import { DecimalReader, divideDigits } from "./decimal.ts";

/** Number of values in one chunk; 32 KB, so that it stays in the L1 cache until it is converted to the array's kind. */
export const CHUNK_LENGTH = 4096;

/** Shared by all texts: the layers of a stage would have megabytes of them otherwise. */
const chunk: Float64Array = /* @__PURE__ */ new Float64Array(CHUNK_LENGTH);

/** Fractions are read in words of four bytes: sign, nine digits, point, sixteen digits and the started word. */
const LOOKAHEAD = 40;

const MINUS = 45;
const ZERO = 48;
const ZEROS = 0x30303030;
const DOT = 46;
const COMMA = 44;
const SPACE = 32;
const OPEN = 40;
const CLOSE = 41;

/** 1, 10, 100, … and, `NEGATIVE` further on, their negatives: dividing by it both scales and sets the sign. */
const NEGATIVE = 16;
const SCALE: Float64Array = /* @__PURE__ */ Float64Array.from({ length: 2 * NEGATIVE }, (_, i) =>
  i < NEGATIVE ? 10 ** i : -(10 ** (i - NEGATIVE)),
);

/** Bytes that the kernel may step over: digits, `+-.eE`, padding, `,()[]:` and the letters of `inf` and `nan`. */
const PASSED: Uint8Array = /* @__PURE__ */ Uint8Array.from({ length: 256 }, (_, byte) =>
  "0123456789+-.eE \t\r\n,()[]:infa".includes(String.fromCharCode(byte)) ? 1 : 0,
);

/**
 * Reads numbers and tuples of numbers from bytes into `chunk`. Methods return the position after the text that they
 * read, or -1 if the text is not in the fast form. None may be called with a position beyond `limit`.
 */
export class NumberKernel {
  readonly bytes: Uint8Array;
  /**
   * The position of the last byte that is not in a number, separator or bracket: reads go byte by byte from a
   * position up to it and stop at the first byte that does not fit, so none passes the end of the file.
   */
  readonly limit: number;
  /** Numbers that were read last: what reads them is done with them before it reads other ones. */
  readonly chunk: Float64Array = chunk;
  /** 64-bit integers that a double cannot represent, by their index in `chunk`. */
  readonly exact: Map<number, bigint> = new Map();
  /** Reject text with a point or an exponent. */
  integral = false;
  /** Values become float32: whole numbers over 2^53 are rounded once, as in the reference, not twice. */
  single = false;
  /** Index in `chunk` after the numbers that `numbers` read last. */
  filled = 0;

  private readonly words: DataView;
  private readonly wordLimit: number;
  private readonly decimal: DecimalReader = new DecimalReader();

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    let limit = bytes.length - 1;
    while (limit >= 0 && PASSED[bytes[limit]] === 1) limit--;
    this.limit = limit;
    this.words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.wordLimit = bytes.length - LOOKAHEAD;
  }

  /**
   * Reads numbers divided by separators into `chunk[from, to)`, as many as there are. Sets `filled` to the index
   * after the last one and returns the position after it: `start` if there is none.
   */
  numbers(start: number, from: number, to: number): number {
    const bytes = this.bytes;
    const words = this.words;
    const chunk = this.chunk;
    const wordLimit = this.wordLimit;
    const integral = this.integral;
    let index = from;
    // Position after the last number, and the current position.
    let after = start;
    let p = start;
    for (;;) {
      // The position of the next byte depends on digits through branches (which are predicted, so nothing waits for
      // loads) up to the last word of a fraction, whose length varies most: there it is computed.
      const first = p;
      const negative = ((bytes[p] ^ MINUS) - 1) >>> 31;
      let scale = negative * NEGATIVE;
      p += negative;
      let digits = p;
      let whole = 0;
      let digit = bytes[p] - ZERO;
      while (digit >>> 0 <= 9) {
        whole = (Math.imul(whole, 10) + digit) | 0;
        digit = bytes[++p] - ZERO;
      }
      digits = p - digits;
      if (digit === DOT - ZERO) {
        if ((digits - 1) >>> 0 > 7 || integral || p > wordLimit) {
          p = this.general(first, index);
        } else {
          let word = words.getInt32(++p, true) ^ ZEROS;
          let count = leadingDigits(word);
          let value = whole;
          if (count === 4) {
            value = value * 10000 + fourDigits(word, 4);
            p += 4;
            scale += 4;
            word = words.getInt32(p, true) ^ ZEROS;
            count = leadingDigits(word);
          }
          value = value * SCALE[count] + fourDigits(word, count);
          p += count;
          // With a count below 4 both operands are exact (at most 8 + 7 digits), so the quotient is correctly rounded.
          chunk[index] = value / SCALE[scale + count];
          if (count === 4) p = this.longFraction(first, index, p, value, digits);
          else if ((bytes[p] | 32) === 101) p = this.general(first, index);
        }
        if (p < 0) break;
      } else if ((digits - 1) >>> 0 > 8 || (digit | 32) === 53) {
        p = this.whole(first, index);
        if (p < 0) break;
      } else {
        // `-00` is the integer 0.
        chunk[index] = whole === 0 && digits > 1 ? 0 : whole / SCALE[scale];
      }
      after = p;
      if (++index === to) break;
      if (bytes[p] === COMMA && bytes[p + 1] === SPACE) p += 2;
      else p = this.separator(p);
      if (p < 0) break;
      if (bytes[p] <= SPACE) p = this.padding(p);
    }
    this.filled = index;
    return after;
  }

  /** Continues the number at `first` after the eighth digit of its fraction: `value` / 10^8 is the number so far. */
  private longFraction(first: number, index: number, start: number, value: number, digits: number): number {
    const words = this.words;
    let p = start;
    let word = words.getInt32(p, true) ^ ZEROS;
    let count = leadingDigits(word);
    let low = fourDigits(word, count);
    p += count;
    if (count === 4) {
      word = words.getInt32(p, true) ^ ZEROS;
      const more = leadingDigits(word);
      low = low * SCALE[more] + fourDigits(word, more);
      p += more;
      count += more;
    }
    const next = this.bytes[p];
    if ((next | 32) === 101 || (next - ZERO) >>> 0 <= 9) return this.general(first, index);
    let result: number;
    if (digits + count <= 7) result = (value * SCALE[count] + low) / SCALE[8 + count];
    else result = divideDigits(value, low, count, 8 + count);
    if (result !== result) return this.general(first, index);
    this.chunk[index] = this.bytes[first] === MINUS ? -result : result;
    return p;
  }

  /** Reads one number into `chunk[index]`. Ignores the text after it, except an exponent. */
  number(start: number, index: number): number {
    const end = this.numbers(start, index, index + 1);
    return this.filled === index ? -1 : end;
  }

  /** Reads the numbers of one tuple, `start` being after its `(`, into `chunk` from `index`. */
  tuple(start: number, columns: number, index: number): number {
    const bytes = this.bytes;
    let p = start;
    if (bytes[p] <= SPACE) p = this.padding(p);
    p = this.numbers(p, index, index + columns);
    if (this.filled !== index + columns) return -1;
    return bytes[p] === CLOSE ? p + 1 : this.close(p, CLOSE);
  }

  /** Reads a tuple of `rows` tuples of `columns` numbers, `start` being after the outer `(`. */
  matrix(start: number, rows: number, columns: number, index: number): number {
    const bytes = this.bytes;
    let p = this.padding(start);
    for (let row = 0; ;) {
      if (bytes[p] !== OPEN) return -1;
      p = this.tuple(p + 1, columns, index + row * columns);
      if (p < 0) return -1;
      if (++row === rows) return this.close(p, CLOSE);
      p = this.separator(p);
      if (p < 0) return -1;
    }
  }

  /** Reads one element: a number (`columns` 0), a tuple (`rows` 0) or a matrix. */
  element(start: number, rows: number, columns: number, index: number): number {
    if (columns === 0) return this.number(start, index);
    if (this.bytes[start] !== OPEN) return -1;
    return rows === 0 ? this.tuple(start + 1, columns, index) : this.matrix(start + 1, rows, columns, index);
  }

  /** Inline padding, `,`, then any padding. */
  separator(start: number): number {
    const bytes = this.bytes;
    let p = start;
    if (bytes[p] !== COMMA) {
      p = this.inlinePadding(p);
      if (bytes[p] !== COMMA) return -1;
    }
    p++;
    if (bytes[p] === SPACE) p++;
    return bytes[p] <= SPACE ? this.padding(p) : p;
  }

  /** An optional last comma, padding, and the closing `bracket`. */
  close(start: number, bracket: number): number {
    const bytes = this.bytes;
    let p = this.inlinePadding(start);
    if (bytes[p] === COMMA) p++;
    p = this.padding(p);
    return bytes[p] === bracket ? p + 1 : -1;
  }

  /** Steps over spaces and tabs. */
  inlinePadding(start: number): number {
    let p = start;
    while (this.bytes[p] === SPACE || this.bytes[p] === 9) p++;
    return p;
  }

  /** Steps over spaces, tabs and line ends. */
  padding(start: number): number {
    const bytes = this.bytes;
    let p = start;
    for (let c = bytes[p]; c === SPACE || c === 10 || c === 13 || c === 9;) c = bytes[++p];
    return p;
  }

  /** Reads a whole number with up to fifteen digits; others go to `general`. */
  private whole(start: number, index: number): number {
    const bytes = this.bytes;
    const negative = bytes[start] === MINUS;
    const first = negative ? start + 1 : start;
    let p = first;
    let value = 0;
    let digit = bytes[p] - ZERO;
    while (digit >>> 0 <= 9) {
      value = value * 10 + digit;
      digit = bytes[++p] - ZERO;
    }
    if ((p - first - 1) >>> 0 > 14 || digit === DOT - ZERO || (digit | 32) === 53) return this.general(start, index);
    this.chunk[index] = negative && (value !== 0 || p - first === 1) ? -value : value;
    return p;
  }

  /** Reads any number of the grammar, at any position; a separate function for the rarer forms. */
  general(start: number, index: number): number {
    const decimal = this.decimal;
    const end = decimal.read(this.bytes, start, this.bytes.length);
    if (end < 0) return -1;
    if (this.integral) {
      if (!decimal.integral) return -1;
      if (Math.abs(decimal.value) > Number.MAX_SAFE_INTEGER) this.exact.set(index, this.bigint(start, end));
    }
    let value = decimal.value;
    if (this.single && decimal.integral && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
      value = roundToOdd(this.bigint(start, end));
    }
    this.chunk[index] = value;
    return end;
  }

  private bigint(start: number, end: number): bigint {
    return BigInt(String.fromCharCode(...this.bytes.subarray(start, end)));
  }
}

/**
 * Returns how many of the four bytes, from the lowest, are digits. `word` is the bytes XOR 0x30, so a digit is 0 … 9.
 */
function leadingDigits(word: number): number {
  // A byte's top bit is set if it is 10 or more; a carry can only reach bytes after one that is not a digit.
  const others = ((word + 0x76767676) | word) & 0x80808080;
  return (32 - Math.clz32(~others & (others - 1))) >>> 3;
}

/** Returns the number of the first `count` of four bytes (digits, 0 … 9 each): pairs first, then pairs of pairs. */
function fourDigits(word: number, count: number): number {
  // Shift the digits to the end, zeros in front. In two steps, since a shift by 32 does nothing.
  const shift = 16 - 4 * count;
  const digits = (word << shift) << shift;
  const pairs = (Math.imul(digits, 2561) >>> 8) & 0x00ff00ff;
  return Math.imul(pairs, 6553601) >>> 16;
}

/**
 * Returns a double that rounds to the same float32 as the 64-bit integer; beyond 64 bits the reference takes the
 * nearest double. The lowest bit of the 32 kept ones represents all that are cut off, so no false tie can arise.
 */
export function roundToOdd(integer: bigint): number {
  const magnitude = integer < 0n ? -integer : integer;
  if (magnitude >= 2n ** 64n || integer < -(2n ** 63n)) return Number(integer);
  const shift = BigInt(magnitude.toString(2).length - 32);
  const kept = magnitude >> shift;
  const rounded = Number(kept << shift === magnitude ? kept : kept | 1n) * 2 ** Number(shift);
  return integer < 0n ? -rounded : rounded;
}
