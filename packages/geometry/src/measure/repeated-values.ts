/** Equal elements of arrays. */

/** Up to so many elements, each is compared with all before it. */
const MAX_COMPARED = 16;

/** Returns the index of the first element that is equal to each, for elements of `width` numbers. NaN equals nothing. */
export function firstEqual(values: ArrayLike<number>, width: number): Int32Array {
  const count = Math.floor(values.length / width);
  const first = new Int32Array(count);
  if (count <= MAX_COMPARED) {
    for (let element = 0; element < count; element++) {
      let other = 0;
      while (other < element && !isEqual(values, element * width, other * width, width)) other++;
      first[element] = other;
    }
    return first;
  }
  // Open addressing; an element plus 1, 0 is free.
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(2, count * 2))));
  const mask = slots.length - 1;
  for (let element = 0; element < count; element++) {
    const at = element * width;
    let slot = bits.hash(values, at, width) & mask;
    let found = element;
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const other = slots[slot] - 1;
      if (!isEqual(values, at, other * width, width)) continue;
      found = other;
      break;
    }
    if (found === element) slots[slot] = element + 1;
    first[element] = found;
  }
  return first;
}

/** Returns the index of the first text that is equal to each. */
export function firstEqualText(values: readonly string[]): Int32Array {
  const known = new Map<string, number>();
  return Int32Array.from(values, (value, i) => {
    const found = known.get(value);
    if (found === undefined) known.set(value, i);
    return found ?? i;
  });
}

/** Returns the elements that are equal in both of two lists. */
export function equalInBoth(a: Int32Array, b: Int32Array): Int32Array {
  const pairs = new Int32Array(2 * a.length);
  for (let i = 0; i < a.length; i++) {
    pairs[2 * i] = a[i];
    pairs[2 * i + 1] = b[i];
  }
  return firstEqual(pairs, 2);
}

/** Returns the number of elements that are equal to another one. */
export function repeatedCount(first: Int32Array): number {
  const isRepeated = new Uint8Array(first.length);
  let count = 0;
  for (let i = 0; i < first.length; i++) {
    if (first[i] === i) continue;
    count += isRepeated[first[i]] === 0 ? 2 : 1;
    isRepeated[first[i]] = 1;
  }
  return count;
}

function isEqual(values: ArrayLike<number>, a: number, b: number, width: number): boolean {
  for (let i = 0; i < width; i++) if (values[a + i] !== values[b + i]) return false;
  return true;
}

/** Hashes of numbers, from their bits as doubles. */
class HashBits {
  private readonly number: Float64Array = new Float64Array(1);
  private readonly words: Uint32Array = new Uint32Array(this.number.buffer);

  hash(values: ArrayLike<number>, at: number, width: number): number {
    let hash = 0;
    for (let i = 0; i < width; i++) {
      // -0 is equal to 0.
      this.number[0] = values[at + i] + 0;
      hash = Math.imul(hash ^ this.words[0], 0x9e3779b1);
      hash = Math.imul(hash ^ this.words[1] ^ (hash >>> 15), 0x85ebca6b);
    }
    return hash ^ (hash >>> 13);
  }
}

const bits = new HashBits();
