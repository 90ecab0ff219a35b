/** Rotations of spherical harmonics (Ivanic and Ruedenberg 1996, "Rotation Matrices for Real Spherical Harmonics", and its correction of 1998). */

/** A square matrix of the coefficients of a degree, flat by rows: new coefficient `i` is the sum of `matrix[i][j]` times the old one `j`. */
export type BandMatrix = Float64Array;

/**
 * Returns the matrices of degrees 1 to `degree` for coefficients in the order and with the signs of Gaussian splatting (those of odd orders
 * are negative).
 *
 * @param rotation nine numbers by rows, for row vectors; it may also mirror
 */
export function harmonicRotations(rotation: readonly number[], degree: number): readonly BandMatrix[] {
  const sign = determinantOf(rotation) < 0 ? -1 : 1;
  // Column vectors, without the mirroring through the origin, which changes the sign of odd degrees.
  const r = (row: number, column: number): number => sign * rotation[3 * column + row];
  // The order of degree 1 is y, z, x.
  const axes = [1, 2, 0];
  const first = Float64Array.from({ length: 9 }, (_, i) => r(axes[Math.floor(i / 3)], axes[i % 3]));
  const bands: BandMatrix[] = [first];
  for (let l = 2; l <= degree; l++) bands.push(nextBand(first, bands[l - 2], l));
  return bands.slice(0, degree).map((band, i) => withSigns(band, i + 1, i % 2 === 0 ? sign : 1));
}

function determinantOf([a, b, c, d, e, f, g, h, i]: readonly number[]): number {
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
}

/** Returns the matrix of degree `l` from those of degrees 1 and `l` − 1. */
function nextBand(first: Float64Array, before: Float64Array, l: number): Float64Array {
  const size = 2 * l + 1;
  const band = new Float64Array(size * size);
  const r = (i: number, j: number): number => first[3 * (i + 1) + j + 1];
  const last = (m: number, n: number): number => {
    const most = l - 1;
    return Math.abs(m) > most || Math.abs(n) > most ? 0 : before[(2 * most + 1) * (m + most) + n + most];
  };
  const p = (i: number, m: number, n: number): number => {
    if (n === l) return r(i, 1) * last(m, l - 1) - r(i, -1) * last(m, 1 - l);
    if (n === -l) return r(i, 1) * last(m, 1 - l) + r(i, -1) * last(m, l - 1);
    return r(i, 0) * last(m, n);
  };
  for (let m = -l; m <= l; m++) {
    for (let n = -l; n <= l; n++) {
      const size2 = Math.abs(m);
      const divisor = Math.abs(n) === l ? 2 * l * (2 * l - 1) : (l + n) * (l - n);
      const isZero = m === 0 ? 1 : 0;
      const u = Math.sqrt(((l + m) * (l - m)) / divisor);
      const v = 0.5 * Math.sqrt(((1 + isZero) * (l + size2 - 1) * (l + size2)) / divisor) * (1 - 2 * isZero);
      const w = -0.5 * Math.sqrt(((l - size2 - 1) * (l - size2)) / divisor) * (1 - isZero);
      let value = 0;
      if (u !== 0) value += u * p(0, m, n);
      if (v !== 0) value += v * vTerm(p, m, n);
      if (w !== 0) value += w * (m > 0 ? p(1, m + 1, n) + p(-1, -m - 1, n) : p(1, m - 1, n) - p(-1, 1 - m, n));
      band[size * (m + l) + n + l] = value;
    }
  }
  return band;
}

function vTerm(p: (i: number, m: number, n: number) => number, m: number, n: number): number {
  if (m === 0) return p(1, 1, n) + p(-1, -1, n);
  if (m > 0) {
    const one = m === 1;
    return p(1, m - 1, n) * (one ? Math.SQRT2 : 1) - (one ? 0 : p(-1, 1 - m, n));
  }
  const one = m === -1;
  return (one ? 0 : p(1, m + 1, n)) + p(-1, -m - 1, n) * (one ? Math.SQRT2 : 1);
}

function withSigns(band: Float64Array, l: number, factor: number): Float64Array {
  const size = 2 * l + 1;
  return band.map((value, i) => {
    const isOdd = (Math.floor(i / size) + (i % size)) % 2 !== 0;
    return value * factor * (isOdd ? -1 : 1);
  });
}
