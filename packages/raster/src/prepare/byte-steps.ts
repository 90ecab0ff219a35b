/** A function from numbers to bytes that never falls, as a table: fast where it is called for each texel. */
export interface ByteSteps {
  /** Buckets in which a unit is divided. */
  readonly perUnit: number;
  /** Byte at the start of each bucket. */
  readonly first: Uint8Array;
  /** Where in each bucket the byte is one more; infinite where it is the same. */
  readonly step: Float64Array;
}

/**
 * Tabulates a function for numbers from 0 to `last`. The table has its exact values, except next to a step if rounding makes the function
 * fall there.
 *
 * @param toByte rises by at most one byte in a bucket
 */
export function byteSteps(last: number, perUnit: number, toByte: (value: number) => number): ByteSteps {
  const buckets = last * perUnit + 1;
  const first = Uint8Array.from({ length: buckets }, (_, i) => toByte(i / perUnit));
  const step = Float64Array.from({ length: buckets }, (_, i) => {
    let [low, high] = [i / perUnit, (i + 1) / perUnit];
    if (toByte(high) === first[i]) return Infinity;
    // Halved until no number is between them.
    for (let mid = (low + high) / 2; mid > low && mid < high; mid = (low + high) / 2) {
      if (toByte(mid) === first[i]) low = mid;
      else high = mid;
    }
    return high;
  });
  return { perUnit, first, step };
}
