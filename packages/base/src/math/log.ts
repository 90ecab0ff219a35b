/** Logarithms with the same bits on every engine; see `exp.ts`. */

const word = new Float32Array(1);
const bits = new Int32Array(word.buffer);

const LN2 = 0.6931471805599453;
/** 2^k for k from −127 to 126. */
const powers = /* @__PURE__ */ powersOfTwo();

/**
 * Returns the natural logarithm, to about 1e-14, of a number in the range of normal float32 (1.2e-38 to 3.4e38); −Infinity below
 * it and for NaN, Infinity above.
 */
export function ln(x: number): number {
  if (!(x >= 1.1754943508222875e-38)) return -Infinity;
  if (x > 3.4028234663852886e38) return Infinity;
  word[0] = x;
  // Rounding to float32 may go up to the next power of two; the mantissa is then slightly below 1, which is fine.
  const exponent = Math.min((bits[0] >> 23) - 127, 127);
  let mantissa = x * powers[127 - exponent];
  let steps = exponent;
  if (mantissa > 1.4142135623730951) {
    mantissa /= 2;
    steps++;
  }
  // ln m = 2·artanh((m − 1)/(m + 1)); |s| ≤ 0.172, so the truncation error of the series is below 1e-16.
  const s = (mantissa - 1) / (mantissa + 1);
  const t = s * s;
  let sum = (((1 / 19) * t + 1 / 17) * t + 1 / 15) * t + 1 / 13;
  sum = (((sum * t + 1 / 11) * t + 1 / 9) * t + 1 / 7) * t + 1 / 5;
  sum = (sum * t + 1 / 3) * t + 1;
  return steps * LN2 + 2 * s * sum;
}

/** Returns the base-2 logarithm of a number ≥ 1, to 0.009, at most 30: for the selection of mipmaps. */
export function roughLog2(x: number): number {
  const whole = x < 0x40000000 ? x | 0 : 0x40000000;
  const exponent = 31 - Math.clz32(whole);
  // The exponent plus the fraction is log2 to within 0.09; the parabola reduces the error to 0.009 in both directions.
  const fraction = x < 0x40000000 ? x / (1 << exponent) - 1 : 0;
  return exponent + fraction + 0.3436 * fraction * (1 - fraction);
}

function powersOfTwo(): Float64Array {
  const list = new Float64Array(254);
  for (let i = 0; i < 254; i++) {
    let power = 1;
    const k = i - 127;
    for (let n = 0; n < Math.abs(k); n++) power = k > 0 ? power * 2 : power / 2;
    list[i] = power;
  }
  return list;
}
