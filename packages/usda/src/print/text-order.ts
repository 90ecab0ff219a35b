/** The two orders of names in the reference's output. */

/**
 * Compares strings by their UTF-8 bytes, which is the order of code points; `<` on strings would compare UTF-16
 * units.
 */
export function compareBytewise(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let i = 0; i < length; i++) {
    const a = left.charCodeAt(i);
    const b = right.charCodeAt(i);
    if (a === b) continue;
    // Surrogates encode code points above every other unit.
    const aSurrogate = a >= 0xd800 && a <= 0xdfff;
    const bSurrogate = b >= 0xd800 && b <= 0xdfff;
    return aSurrogate === bSurrogate ? a - b : aSurrogate ? 1 : -1;
  }
  return left.length - right.length;
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

/** Groups characters: ASCII other than letters, then letters without regard to case, then everything else. */
function rank(unit: number): number {
  if (unit >= 128) return unit + 256;
  if (unit >= 65 && unit <= 90) return unit + 256;
  if (unit >= 97 && unit <= 122) return unit + 224;
  return unit;
}

function skipDigits(text: string, from: number): number {
  let i = from;
  while (i < text.length && isDigit(text.charCodeAt(i))) i++;
  return i;
}

function skipZeros(text: string, from: number, end: number): number {
  let i = from;
  while (i < end && text.charCodeAt(i) === 48) i++;
  return i;
}

/**
 * Compares names in the reference's dictionary order (`TfDictionaryLessThan`): letters without regard to case, runs
 * of digits by value (`a9` before `a10`); if nothing else differs, fewer leading zeros and upper case come first.
 * Runs of only zeros compare by length.
 */
export function compareAsDictionary(left: string, right: string): number {
  let tie = 0;
  let i = 0;
  let j = 0;
  while (i < left.length && j < right.length) {
    const a = left.charCodeAt(i);
    const b = right.charCodeAt(j);
    if (isDigit(a) && isDigit(b)) {
      const leftEnd = skipDigits(left, i);
      const rightEnd = skipDigits(right, j);
      const leftStart = skipZeros(left, i, leftEnd);
      const rightStart = skipZeros(right, j, rightEnd);
      const byLength = leftEnd - leftStart - (rightEnd - rightStart);
      if (byLength !== 0) return byLength;
      const byValue = compareBytewise(left.slice(leftStart, leftEnd), right.slice(rightStart, rightEnd));
      if (byValue !== 0) return byValue;
      const zeros = leftStart - i - (rightStart - j);
      if (leftStart === leftEnd && zeros !== 0) return zeros;
      if (tie === 0) tie = zeros;
      i = leftEnd;
      j = rightEnd;
      continue;
    }
    if (a !== b) {
      const difference = rank(a) - rank(b);
      if (difference !== 0) return difference;
      if (tie === 0) tie = a - b;
    }
    i++;
    j++;
  }
  return left.length - i - (right.length - j) || tie;
}
