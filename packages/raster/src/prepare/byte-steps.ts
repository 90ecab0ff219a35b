/** More than any number that is looked up. */
const NEVER = 2 ** 31 - 1;

/** A function from integers to bytes that never falls, as a table: fast where it is called for each texel. */
export interface ByteSteps {
  /** Byte at the start of each bucket; the bucket of a number is all but its lowest bits. */
  readonly first: Uint8Array;
  /** Where in each bucket the byte is one more; after its end where it is the same. */
  readonly step: Int32Array;
}

/**
 * Tabulates a function for integers from 0 to `last`, which is less than 2^31 − 1. The table has its exact values, except next to a step if rounding makes the function
 * fall there.
 *
 * @param bits of numbers within a bucket
 * @param toByte rises by at most one byte in a bucket
 */
export function byteSteps(last: number, bits: number, toByte: (value: number) => number): ByteSteps {
  const size = 2 ** bits;
  const buckets = Math.floor(last / size) + 1;
  const first = Uint8Array.from({ length: buckets }, (_, i) => toByte(i * size));
  const step = Int32Array.from({ length: buckets }, (_, i) => {
    let [low, high] = [i * size, Math.min(last, (i + 1) * size - 1)];
    if (toByte(high) === first[i]) return NEVER;
    // Halved until no integer is between them.
    while (high - low > 1) {
      const mid = Math.floor((low + high) / 2);
      if (toByte(mid) === first[i]) low = mid;
      else high = mid;
    }
    return high;
  });
  return { first, step };
}
