/**
 * Tabulates a function from integers to bytes that never falls, so that it is fast where it is called for each texel: the byte of a
 * number is its lowest bits, with the word of its bucket (all its other bits) added, shifted to the right by as many.
 *
 * ```ts
 * const words = byteSteps(last, BITS, toByte);
 * const byte = (words[value >> BITS] + (value & (2 ** BITS - 1))) >> BITS;
 * ```
 *
 * The table has the exact values of the function, except next to a step if rounding makes the function fall there.
 *
 * @param last the greatest number, less than 2^31 − 1
 * @param bits of numbers within a bucket, at most 22
 * @param toByte rises by at most one byte in a bucket
 */
export function byteSteps(last: number, bits: number, toByte: (value: number) => number): Int32Array {
  const size = 2 ** bits;
  return Int32Array.from({ length: Math.floor(last / size) + 1 }, (_, i) => {
    const first = toByte(i * size);
    let [low, high] = [i * size, Math.min(last, (i + 1) * size - 1)];
    if (toByte(high) === first) return first * size;
    // Halved until no integer is between them: the byte is one more from `high` on.
    while (high - low > 1) {
      const mid = Math.floor((low + high) / 2);
      if (toByte(mid) === first) low = mid;
      else high = mid;
    }
    return (first + 1) * size - (high - i * size);
  });
}
