import type { ThreadMemory } from "./thread-memory.ts";

const DIGIT_BITS = 11;
const DIGITS = 1 << DIGIT_BITS;
/** Shorter lists are sorted by insertion. */
const FEW = 48;

const word = new Float32Array(1);
const wordBits = new Uint32Array(word.buffer);

/** A 32-bit key with the order of float32 numbers, negative ones included. */
export function keyOfFloat(value: number): number {
  word[0] = value;
  const bits = wordBits[0];
  return (bits & 0x80000000) === 0 ? (bits | 0x80000000) >>> 0 : ~bits >>> 0;
}

/**
 * Sorts the first `count` values by their keys, both in place. Stable: equal keys stay in the order in which they stand, so
 * the result depends on nothing but the input.
 */
export function sortByKey(keys: Uint32Array, values: Uint32Array, count: number, memory: ThreadMemory): void {
  if (count <= FEW) {
    insertionSort(keys, values, count);
    return;
  }
  let [least, greatest] = [0xffffffff, 0];
  for (let i = 0; i < count; i++) {
    const key = keys[i];
    if (key < least) least = key;
    if (key > greatest) greatest = key;
  }
  const span = greatest - least;
  const histogram = memory.words("radix.histogram", DIGITS);
  let [fromKeys, fromValues] = [keys, values];
  let [toKeys, toValues] = [memory.words("radix.keys", count), memory.words("radix.values", count)];
  // Only the digits that differ: depths of one place are close together.
  for (let shift = 0; shift < 32 && span >>> shift > 0; shift += DIGIT_BITS) {
    onePass(fromKeys, fromValues, toKeys, toValues, count, least, shift, histogram);
    [fromKeys, toKeys] = [toKeys, fromKeys];
    [fromValues, toValues] = [toValues, fromValues];
  }
  if (fromKeys !== keys) {
    keys.set(fromKeys.subarray(0, count));
    values.set(fromValues.subarray(0, count));
  }
}

function onePass(
  fromKeys: Uint32Array,
  fromValues: Uint32Array,
  toKeys: Uint32Array,
  toValues: Uint32Array,
  count: number,
  least: number,
  shift: number,
  histogram: Uint32Array,
): void {
  const mask = DIGITS - 1;
  histogram.fill(0, 0, DIGITS);
  for (let i = 0; i < count; i++) histogram[((fromKeys[i] - least) >>> shift) & mask]++;
  let start = 0;
  for (let digit = 0; digit < DIGITS; digit++) {
    const length = histogram[digit];
    histogram[digit] = start;
    start += length;
  }
  for (let i = 0; i < count; i++) {
    const key = fromKeys[i];
    const place = histogram[((key - least) >>> shift) & mask]++;
    toKeys[place] = key;
    toValues[place] = fromValues[i];
  }
}

function insertionSort(keys: Uint32Array, values: Uint32Array, count: number): void {
  for (let i = 1; i < count; i++) {
    const [key, value] = [keys[i], values[i]];
    let place = i;
    while (place > 0 && keys[place - 1] > key) {
      keys[place] = keys[place - 1];
      values[place] = values[place - 1];
      place--;
    }
    keys[place] = key;
    values[place] = value;
  }
}
