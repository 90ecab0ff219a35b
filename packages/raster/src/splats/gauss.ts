/** e to the power of x, for what a splat's falling off asks for; see `math/exp.ts` for the exact one. */
import { exp } from "@usdkit/base/math";

/** Whole numbers from −24 to 24, and 64ths of one. */
const MAX = 24;
const STEPS = 64;
const wholes = /* @__PURE__ */ Float64Array.from({ length: 2 * MAX + 1 }, (_, i) => exp(i - MAX));
const parts = /* @__PURE__ */ Float64Array.from({ length: STEPS }, (_, i) => exp(i / STEPS));

/** To 2e-10 of its value between −24 and 24; beyond, the value at that end. */
export function nearExp(x: number): number {
  const place = (x > -MAX ? (x < MAX ? x : MAX) : -MAX) * STEPS + (MAX * STEPS + 0.5);
  // Never negative, so truncation rounds down.
  const n = place | 0;
  const r = (place - n - 0.5) / STEPS;
  return wholes[n >> 6] * parts[n & (STEPS - 1)] * (1 + r * (1 + r * (1 / 2 + r * (1 / 6))));
}
