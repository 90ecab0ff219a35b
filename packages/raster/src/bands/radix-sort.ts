import type { ThreadMemory } from "./thread-memory.ts";

const DIGIT_BITS = 11;
const DIGITS = 1 << DIGIT_BITS;
/** Shorter lists are sorted by insertion. */
const FEW = 48;

const word = new Float32Array(1);
const wordBits = new Uint32Array(word.buffer);

/** Returns a 32-bit key with the order of float32 numbers, including negative ones. */
export function keyOfFloat(value: number): number {
  word[0] = value;
  const bits = wordBits[0];
  return (bits & 0x80000000) === 0 ? (bits | 0x80000000) >>> 0 : ~bits >>> 0;
}

/**
 * Sorts the first `count` values by their keys, both in place. Stable: equal keys keep their order, so the
 * result depends only on the input.
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
  let from: Entries = { keys, values };
  let to: Entries = { keys: memory.words("radix.keys", count), values: memory.words("radix.values", count) };
  // Only the digits that differ: nearby depths have close keys.
  for (let shift = 0; shift < 32 && span >>> shift > 0; shift += DIGIT_BITS) {
    onePass(from, to, { count, least, shift }, histogram);
    [from, to] = [to, from];
  }
  if (from.keys !== keys) {
    keys.set(from.keys.subarray(0, count));
    values.set(from.values.subarray(0, count));
  }
}

interface Entries {
  readonly keys: Uint32Array;
  readonly values: Uint32Array;
}

/** How many entries are sorted, by which digit of their distance from the least key. */
interface Digit {
  readonly count: number;
  readonly least: number;
  readonly shift: number;
}

function onePass(from: Entries, to: Entries, { count, least, shift }: Digit, histogram: Uint32Array): void {
  const { keys: fromKeys, values: fromValues } = from;
  const { keys: toKeys, values: toValues } = to;
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
