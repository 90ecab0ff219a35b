/** The arc cosine with the same bits on every engine; see `exp.ts`. */

/** Returns the angle whose cosine is given, 0 to π, to 2e-8 (Abramowitz and Stegun 4.4.46). Arguments are clamped to −1 to 1. */
export function arcCosine(cosine: number): number {
  const x = cosine < 0 ? -cosine : cosine;
  if (x >= 1) return cosine < 0 ? Math.PI : 0;
  const tail = 0.030891881 + x * (-0.0170881256 + x * (0.0066700901 + x * -0.0012624911));
  const sum = 1.570796305 + x * (-0.2145988016 + x * (0.0889789874 + x * (-0.0501743046 + x * tail)));
  const angle = Math.sqrt(1 - x) * sum;
  return cosine < 0 ? Math.PI - angle : angle;
}
