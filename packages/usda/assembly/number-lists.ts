// Lists and tuples of numbers, for the kernel that finds tokens (`tokens.ts`): their ends, and whether short ones have the
// commonest form.

/** The most numbers of a list whose form is checked here; longer ones are decoded by a kernel of their own. */
const MAX_NUMBERS: i32 = 128;
/** Bits of a shape: of any, and of one with a fraction. Columns are in the lowest byte, elements in the next. */
const SHAPE: i32 = 1 << 29;
const HAS_FRACTION: i32 = 1 << 30;

/** Of the list or tuple that `numbersEnd` has read last: how many numbers it has. */
let numberCount: i32 = 0;
/** Bits of the list or tuple that `plainEnd` has read last. */
export let shape: i32 = 0;

/** Returns the position after the next `]`; 0 if there is none. */
export function listEnd(p: usize, end: usize): usize {
  let found: i32 = 0;
  while (found == 0 && p < end) {
    found = i8x16.bitmask(i8x16.eq(v128.load(p), i8x16.splat(93)));
    p += found == 0 ? 16 : ctz(found);
  }
  return p < end ? p + 1 : 0;
}

/** Returns the position after the `)` that closes the tuple whose `(` is before `p`; 0 if there is none. */
export function tupleEnd(p: usize, end: usize): usize {
  let depth = 1;
  while (p < end) {
    const text = v128.load(p);
    const opens = i8x16.bitmask(i8x16.eq(text, i8x16.splat(40)));
    let both = opens | i8x16.bitmask(i8x16.eq(text, i8x16.splat(41)));
    while (both != 0) {
      const bit: i32 = both & -both;
      depth += (opens & bit) != 0 ? 1 : -1;
      if (depth == 0) return p + ctz(bit) + 1;
      both ^= bit;
    }
    p += 16;
  }
  return 0;
}

/** Returns the end of a number of few digits, without an exponent, 0 if it is another. */
function plainNumberEnd(p: usize): usize {
  const first = p + <usize>(load<u8>(p) == 45);
  const text = i8x16.sub(v128.load(first), i8x16.splat(48));
  const others = i8x16.bitmask(i8x16.ge_u(text, i8x16.splat(10)));
  const digits = ctz(others);
  if (digits == 0 || digits > 9) return 0;
  if (load<u8>(first + digits) != 46) return first + digits;
  const rest = others & (others - 1);
  if (rest == 0 || digits > 8 || ctz(rest) == digits + 1) return 0;
  shape |= HAS_FRACTION;
  return first + ctz(rest);
}

/** Returns the position after numbers and the bracket that closes them, 0 if their form is another than the commonest. */
function numbersEnd(p: usize, close: u8, most: i32): usize {
  let count = 0;
  while (count < most) {
    p = plainNumberEnd(p);
    if (p == 0) return 0;
    count++;
    let byte = load<u8>(p);
    if (byte == 44) {
      byte = load<u8>(++p);
      while (byte == 32 || byte == 10) byte = load<u8>(++p);
    } else {
      while (byte == 32) byte = load<u8>(++p);
      if (byte != close) return 0;
      numberCount = count;
      return p + 1;
    }
  }
  return 0;
}

/**
 * Returns the position after the list or tuple of numbers, or of tuples of equal length, that begins with `p`, and sets
 * its `shape`. Returns 0 for long lists, and all but the commonest form.
 */
export function plainEnd(p: usize, close: u8): usize {
  shape = SHAPE;
  if (load<u8>(p) != 40) {
    p = numbersEnd(p, close, MAX_NUMBERS);
    shape |= numberCount << 8;
    return p;
  }
  let left = MAX_NUMBERS;
  let columns = 0;
  let elements = 0;
  while (load<u8>(p) == 40) {
    p++;
    while (load<u8>(p) == 32) p++;
    p = numbersEnd(p, 41, left);
    if (p == 0 || (elements > 0 && numberCount != columns)) return 0;
    columns = numberCount;
    left -= columns;
    elements++;
    let byte = load<u8>(p);
    if (byte == 44) {
      byte = load<u8>(++p);
      while (byte == 32 || byte == 10) byte = load<u8>(++p);
    } else {
      while (byte == 32) byte = load<u8>(++p);
      shape |= columns | (elements << 8);
      return byte == close ? p + 1 : 0;
    }
  }
  return 0;
}
