// Decodes lists of numbers and blocks of time samples: bytes of text to numbers, as `src/scan/numeric-list.ts` does it in
// JavaScript. AssemblyScript; `npx -y pnpm@12 run kernels` compiles it to `src/scan/kernel/numbers.generated.ts`.
//
// Text in any other than the most common form (words, more digits than a double has, shapes that do not match) is left
// to JavaScript: the kernel stops before such an element. Division follows docs/decisions/2026-11-23-numbers-and-kernels.md.

/** 10^k as doubles, k = 0 … 22; the halves of each for Dekker's product; 10^k as integers, k = 0 … 8. */
const POWER: usize = 0;
const POWER_HIGH: usize = 256;
const POWER_LOW: usize = 512;
const POWER_INTEGER: usize = 768;
const MAX_POWER: i32 = 22;

/** Memory layout: JavaScript writes the text here, followed by zero bytes, and reads the numbers and the times. */
export const INPUT: usize = 1024;
export const OUTPUT: usize = 65536;
export const TIMES: usize = 65536 * 5;

/** Kinds of numbers, with their size and form in the output. */
const DOUBLE: i32 = 0;
const FLOAT: i32 = 1;
const INTEGER: i32 = 2;

const SPLITTER: f64 = 134217729.0;
const GUARD: f64 = 7.888609052210118e-31;

/** The position where `decode` stopped: after the closing bracket if the list ended, otherwise before an element. */
let position: usize = 0;
let isEnd: bool = false;

export function stoppedAt(): usize {
  return position;
}

export function ended(): bool {
  return isEnd;
}

/** Fills the tables. */
export function prepare(): void {
  let power: f64 = 1;
  let integer: u64 = 1;
  for (let k: usize = 0; k <= <usize>MAX_POWER; k++) {
    store<f64>(POWER + 8 * k, power);
    const spread = power * SPLITTER;
    const high = spread - (spread - power);
    store<f64>(POWER_HIGH + 8 * k, high);
    store<f64>(POWER_LOW + 8 * k, power - high);
    if (k <= 8) store<u64>(POWER_INTEGER + 8 * k, integer);
    power *= 10;
    integer *= 10;
  }
}

/** Returns the number that eight digits spell, the first digit in the lowest byte. */
function eightDigits(digits: u64): u64 {
  const pairs = digits * 10 + (digits >> 8);
  return (
    ((pairs & 0x000000ff000000ff) * 0x000f424000000064 + ((pairs >> 16) & 0x000000ff000000ff) * 0x0000271000000001) >>
    32
  );
}

/** Returns the double nearest to digits / 10^power; NaN if the fast path cannot decide. */
function divide(digits: u64, power: usize): f64 {
  const sum = <f64>digits;
  const rest = <f64>(<i64>(digits - <u64>sum));
  const divisor = load<f64>(POWER + 8 * power);
  const divisorHigh = load<f64>(POWER_HIGH + 8 * power);
  const divisorLow = load<f64>(POWER_LOW + 8 * power);
  const quotient = sum / divisor;
  const spread = quotient * SPLITTER;
  const quotientHigh = spread - (spread - quotient);
  const quotientLow = quotient - quotientHigh;
  const product = quotient * divisor;
  const error =
    quotientHigh * divisorHigh -
    product +
    quotientHigh * divisorLow +
    quotientLow * divisorHigh +
    quotientLow * divisorLow;
  const correction = (sum - product - error + rest) / divisor;
  const guard = quotient * GUARD;
  const upper = quotient + (correction + guard);
  return upper == quotient + (correction - guard) ? upper : NaN;
}

/** Bytes of a number, sign excluded, that one vector holds together with the byte after it. */
const VECTOR: i32 = 16;

/** A class, since this compiler inlines a function of this size only with a decorator, which a formatter accepts on methods alone. */
class Numbers {
  /**
   * Reads one number; returns the position after it, 0 if it is left to JavaScript.
   *
   * Up to fifteen digits and a point are classified at once and converted without a branch that depends on how many they
   * are: such a branch is mispredicted for every other number. Fifteen digits are exact in a double, as is the power of
   * ten, so the quotient is correctly rounded.
   */
  @inline static read(start: usize, out: usize, kind: i32): usize {
    const negative = <usize>(load<u8>(start) == 45);
    const first = start + negative;
    const text = i8x16.sub(v128.load(first), i8x16.splat(48));
    // Bit i of `others`: byte i is not a digit.
    const others = i8x16.bitmask(i8x16.ge_u(text, i8x16.splat(10)));
    const whole = ctz(others);
    const hasPoint = <i32>(load<u8>(first + whole) == 46);
    const rest = others & (others - 1);
    // Without one of the bits 0 to 15, this is 32.
    const length = hasPoint ? ctz(rest) : whole;
    const digits = length - hasPoint;
    const after = load<u8>(first + length);
    if (length >= VECTOR || digits == 0 || (after | 32) == 101 || (kind == INTEGER && hasPoint)) {
      return longNumber(start, out, kind);
    }
    // The digits at the end of the vector, zeros (from indexes out of range) before them, without the point.
    const places = i8x16.add(
      i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
      i8x16.splat(<i8>(digits - VECTOR)),
    );
    const ordered = i8x16.swizzle(text, i8x16.sub(places, i8x16.ge_s(places, i8x16.splat(<i8>whole))));
    const twos = i16x8.shr_u(i16x8.mul(ordered, i16x8.splat(2561)), 8);
    const fours = i32x4.dot_i16x8_s(twos, i16x8(100, 1, 100, 1, 100, 1, 100, 1));
    const eights = i32x4.dot_i16x8_s(i16x8.narrow_i32x4_s(fours, fours), i16x8(10000, 1, 10000, 1, 10000, 1, 10000, 1));
    const value = <i64>i32x4.extract_lane(eights, 0) * 100000000 + <i64>i32x4.extract_lane(eights, 1);
    if (kind == INTEGER) {
      if (value > <i64>0x7fffffff + <i64>negative) return 0;
      store<i32>(out, negative ? <i32>-value : <i32>value);
      return first + length;
    }
    let result = <f64>value / load<f64>(POWER + 8 * <usize>(length - whole - hasPoint));
    // `-00` is the integer 0.
    if (negative && (value != 0 || hasPoint || digits == 1)) result = -result;
    if (kind == FLOAT) store<f32>(out, <f32>result);
    else store<f64>(out, result);
    return first + length;
  }
}

/** The same for numbers with more digits or an exponent. */
function longNumber(start: usize, out: usize, kind: i32): usize {
  let p = start;
  const negative = load<u8>(p) == 45;
  if (negative) p++;
  const first = p;
  let value: u64 = 0;
  let digit = <u32>load<u8>(p) - 48;
  while (digit <= 9) {
    value = value * 10 + digit;
    digit = <u32>load<u8>(++p) - 48;
  }
  let digits = <i32>(p - first);
  let power: i32 = 0;
  let isWhole = true;
  if (digit == <u32>-2) {
    if (kind == INTEGER) return 0;
    isWhole = false;
    p++;
    // The loop needs a condition: this compiler drops the code after a loop without one.
    let count: usize = 8;
    while (count == 8) {
      const word = load<u64>(p) ^ 0x3030303030303030;
      const others = ((word + 0x7676767676767676) | word) & 0x8080808080808080;
      count = others == 0 ? 8 : <usize>(ctz(others) >> 3);
      if (count > 0) {
        value = value * load<u64>(POWER_INTEGER + 8 * count) + eightDigits(word << (64 - 8 * count));
        p += count;
        power += <i32>count;
        if (power > 24) return 0;
      }
    }
    digits += power;
  }
  if (digits == 0 || digits > 19) return 0;
  if ((load<u8>(p) | 32) == 101) {
    if (kind == INTEGER) return 0;
    isWhole = false;
    const mark = load<u8>(++p);
    if (mark == 43 || mark == 45) p++;
    const firstDigit = p;
    let exponent: i32 = 0;
    digit = <u32>load<u8>(p) - 48;
    while (digit <= 9) {
      exponent = exponent * 10 + digit;
      if (exponent > 1000) return 0;
      digit = <u32>load<u8>(++p) - 48;
    }
    if (p == firstDigit) return 0;
    power -= mark == 45 ? -exponent : exponent;
  }
  if (kind == INTEGER) {
    if (value > <u64>0x7fffffff + <u64>negative) return 0;
    store<i32>(out, negative ? <i32>-(<i64>value) : <i32>value);
    return p;
  }
  let result: f64;
  if (value <= 9007199254740992) {
    result = <f64>value;
    if (power > 0) {
      if (power > MAX_POWER) return 0;
      result /= load<f64>(POWER + 8 * <usize>power);
    } else if (power < 0) {
      if (power < -MAX_POWER) return 0;
      result *= load<f64>(POWER + 8 * <usize>-power);
    }
  } else {
    if (power <= 0 || power > MAX_POWER) return 0;
    result = divide(value, power);
    if (result != result) return 0;
  }
  // `-00` is the integer 0.
  if (negative && !(isWhole && value == 0 && digits > 1)) result = -result;
  if (kind == FLOAT) store<f32>(out, <f32>result);
  else store<f64>(out, result);
  return p;
}

function inlinePadding(p: usize): usize {
  let byte = load<u8>(p);
  while (byte == 32 || byte == 9) byte = load<u8>(++p);
  return p;
}

function padding(p: usize): usize {
  let byte = load<u8>(p);
  while (byte == 32 || byte == 10 || byte == 13 || byte == 9) byte = load<u8>(++p);
  return p;
}

/** Skips inline padding, `,`, then any padding; returns 0 if there is no comma. */
function separator(p: usize): usize {
  if (load<u16>(p) == 0x202c && load<u8>(p + 2) > 32) return p + 2;
  p = inlinePadding(p);
  return load<u8>(p) == 44 ? padding(p + 1) : 0;
}

/** Skips an optional last comma, padding, and the bracket; returns 0 if another byte follows. */
function close(p: usize, bracket: u8): usize {
  p = inlinePadding(p);
  if (load<u8>(p) == 44) p++;
  p = padding(p);
  return load<u8>(p) == bracket ? p + 1 : 0;
}

/** Reads the tuple whose `(` is at `p`; returns its end, or 0. */
function tuple(p: usize, columns: i32, out: usize, kind: i32): usize {
  if (load<u8>(p) != 40) return 0;
  p = padding(p + 1);
  const size: usize = kind == DOUBLE ? 8 : 4;
  // One call alone: the function is inlined.
  let column = 0;
  while (column < columns) {
    if (column > 0) {
      p = separator(p);
      if (p == 0) return 0;
    }
    p = Numbers.read(p, out, kind);
    if (p == 0) return 0;
    out += size;
    column++;
  }
  return load<u8>(p) == 41 ? p + 1 : close(p, 41);
}

function matrix(p: usize, rows: i32, columns: i32, out: usize, kind: i32): usize {
  if (load<u8>(p) != 40) return 0;
  p = padding(p + 1);
  const size: usize = (kind == DOUBLE ? 8 : 4) * columns;
  for (let row = 1; row < rows; row++) {
    p = tuple(p, columns, out, kind);
    if (p == 0) return 0;
    p = separator(p);
    if (p == 0) return 0;
    out += size;
  }
  p = tuple(p, columns, out, kind);
  return p == 0 ? 0 : close(p, 41);
}

/** Reads `time :` before a sample; returns the start of the value, or 0. */
function time(p: usize, out: usize): usize {
  p = longNumber(p, out, DOUBLE);
  if (p == 0) return 0;
  p = inlinePadding(p);
  return load<u8>(p) == 58 ? inlinePadding(p + 1) : 0;
}

/**
 * Decodes elements, each with the separator after it, up to `limit` elements or the closing bracket: `}` with
 * `hasTimes`, otherwise `]`. Returns the number of elements.
 */
export function decode(start: usize, rows: i32, columns: i32, kind: i32, hasTimes: bool, limit: i32): i32 {
  const bracket: u8 = hasTimes ? 125 : 93;
  const size: usize = (kind == DOUBLE ? 8 : 4) * max(1, rows) * max(1, columns);
  let out = OUTPUT;
  let times = TIMES;
  let count = 0;
  // A window may end in the padding after a separator.
  let p = padding(start);
  isEnd = false;
  while (count < limit) {
    let q = hasTimes ? time(p, times) : p;
    if (q == 0) break;
    if (columns == 0) q = Numbers.read(q, out, kind);
    else if (rows == 0) q = tuple(q, columns, out, kind);
    else q = matrix(q, rows, columns, out, kind);
    if (q == 0) break;
    const next = separator(q);
    if (next == 0 || load<u8>(next) == bracket) {
      q = close(q, bracket);
      if (q == 0) break;
      isEnd = true;
      p = q;
      count++;
      break;
    }
    p = next;
    out += size;
    times += 8;
    count++;
  }
  position = p;
  return count;
}
