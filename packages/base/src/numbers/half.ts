/** IEEE 754 binary16 ("half") as 16 bits: `Float16Array` is newer than the supported platforms. */

const floats = /* @__PURE__ */ new Float32Array(1);
const bits = /* @__PURE__ */ new Uint32Array(floats.buffer);

/**
 * Returns the binary16 bits nearest to a number that is first rounded to binary32, as in the reference
 * (`half(float(x))`), ties to even; magnitudes from 65520 become infinity, NaN becomes `0x7e00`.
 */
export function floatToHalfBits(value: number): number {
  floats[0] = value;
  const word = bits[0];
  const sign = (word >>> 16) & 0x8000;
  const magnitude = word & 0x7fffffff;
  if (magnitude > 0x7f800000) return 0x7e00;
  if (magnitude >= 0x477ff000) return sign | 0x7c00;
  if (magnitude >= 0x38800000) {
    // Normal: rebias the exponent (127 → 15), drop 13 bits; adding half minus one plus the kept lowest bit rounds to even.
    return sign | ((magnitude - 0x38000000 + 0xfff + ((magnitude >>> 13) & 1)) >>> 13);
  }
  // Subnormal halves are multiples of 2^-24; up to 2^-25 (the tie with zero) everything becomes zero.
  if (magnitude <= 0x33000000) return sign;
  const shift = 126 - (magnitude >>> 23);
  const significand = (magnitude & 0x7fffff) | 0x800000;
  return sign | ((significand + (1 << (shift - 1)) - 1 + ((significand >>> shift) & 1)) >>> shift);
}

/** Returns the exact number that 16 bits of binary16 encode. */
export function halfBitsToFloat(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >>> 10) & 31;
  const fraction = half & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}
