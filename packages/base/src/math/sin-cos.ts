/** Sine and cosine with the same bits on every engine; see `exp.ts` for why. The polynomials are those of fdlibm. */

const QUARTERS_PER_TURN = 0.6366197723675814;
/** π/2 as a sum; the first part has 33 bits, so that its multiples up to 2^20 are exact. */
const QUARTER_1 = 1.57079632673412561417;
const QUARTER_2 = 6.0771005063039659766e-11;
const QUARTER_3 = 2.02226624879595063154e-21;
/** Larger angles are reduced by `%` with a rounded 2π: such angles have no precision anyway. */
const MANY_TURNS = 1000;

/** Error about 1e-15; NaN for non-finite angles. */
export function sinCos(radians: number): readonly [sine: number, cosine: number] {
  const x = Math.abs(radians) > MANY_TURNS ? radians % 6.283185307179586 : radians;
  const quarter = Math.floor(x * QUARTERS_PER_TURN + 0.5);
  const r = x - quarter * QUARTER_1 - quarter * QUARTER_2 - quarter * QUARTER_3;
  const sine = nearSine(r);
  const cosine = nearCosine(r);
  switch (quarter & 3) {
    case 0:
      return [sine, cosine];
    case 1:
      return [cosine, -sine];
    case 2:
      return [-sine, -cosine];
    default:
      return [-cosine, sine];
  }
}

/** For |r| ≤ π/4. */
function nearSine(r: number): number {
  const z = r * r;
  const tail =
    8.33333333332248946124e-3 +
    z *
      (-1.98412698298579493134e-4 +
        z * (2.75573137070700676789e-6 + z * (-2.50507602534068634195e-8 + z * 1.58969099521155010221e-10)));
  return r + r * z * (-1.66666666666666324348e-1 + z * tail);
}

/** For |r| ≤ π/4. */
function nearCosine(r: number): number {
  const z = r * r;
  const tail =
    4.16666666666666019037e-2 +
    z *
      (-1.38888888888741095749e-3 +
        z *
          (2.48015872894767294178e-5 +
            z * (-2.75573143513906633035e-7 + z * (2.0875723212981748279e-9 + z * -1.13596475577881948265e-11))));
  return 1 - 0.5 * z + z * z * tail;
}
