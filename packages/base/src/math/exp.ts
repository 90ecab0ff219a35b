/**
 * The exponential function with the same bits on every engine: `Math.exp` may differ in its last ones, and they could reach
 * a pixel. Only operations that IEEE 754 rounds in one way are used: + − × ÷ and square roots.
 */

/** Steps between two powers of two. */
const STEPS = 32;
/** 2^(j/32), from square roots of square roots. */
const fractions = /* @__PURE__ */ fractionsOfTwo();
/** 2^k for k from −1022, the exponent of the smallest normal double. */
const powers = /* @__PURE__ */ powersOfTwo();

const STEPS_PER_LN2 = STEPS / 0.6931471805599453;
/** ln 2 / 32 as a sum; the first has 21 zero bits at its end, so that its multiples are exact (the constants of fdlibm). */
const STEP_HIGH = 6.9314718036912381649e-1 / STEPS;
const STEP_LOW = 1.90821492927058770002e-10 / STEPS;

/**
 * Returns e to the power of `x`, to a relative error of about 1e-15. Results below the smallest normal double are 0; from 709 on the
 * result is infinite.
 */
export function exp(x: number): number {
  if (!(x > -708 && x < 709)) return x <= -708 ? 0 : x >= 709 ? Infinity : NaN;
  const n = Math.floor(x * STEPS_PER_LN2 + 0.5);
  const r = x - n * STEP_HIGH - n * STEP_LOW;
  // |r| ≤ ln 2 / 64: the truncation error of the series is below 2e-15 of the sum.
  const p = r + r * r * (1 / 2 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120))));
  const fraction = fractions[n & (STEPS - 1)];
  return powers[(n >> 5) + 1022] * (fraction + fraction * p);
}

/** 1 / (1 + e^−x): a logit's probability. */
export function sigmoid(x: number): number {
  return 1 / (1 + exp(-x));
}

function fractionsOfTwo(): Float64Array {
  const roots = [2];
  for (let i = 0; i < 5; i++) roots.push(Math.sqrt(roots[i]));
  // roots[i] is 2^(1/2^i): 2^(16/32), 2^(8/32), …, 2^(1/32).
  return Float64Array.from({ length: STEPS }, (_, j) => {
    let product = 1;
    for (let bit = 0; bit < 5; bit++) if (((j >> bit) & 1) === 1) product *= roots[5 - bit];
    return product;
  });
}

function powersOfTwo(): Float64Array {
  const list = new Float64Array(1022 + 1023 + 1);
  let power = 1;
  for (let k = 0; k <= 1023; k++, power *= 2) list[1022 + k] = power;
  power = 1;
  for (let k = 0; k >= -1022; k--, power /= 2) list[1022 + k] = power;
  return list;
}
