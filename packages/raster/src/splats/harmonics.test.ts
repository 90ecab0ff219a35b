// Colors that depend on the view, against associated Legendre functions.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { render } from "../render.ts";
import { pixel } from "../test-support/pixels.ts";
import { at, chain, lookAt, sceneText, turn } from "../test-support/scene-text.ts";
import { splatsOf } from "../test-support/splat-shapes.ts";
import { harmonicBasis } from "./harmonics.ts";

/** The real harmonic of degree l and order m without the phase of Condon and Shortley, by its definition. */
function harmonic(l: number, m: number, [x, y, z]: readonly number[]): number {
  const order = Math.abs(m);
  const around = Math.atan2(y, x);
  const k = Math.sqrt((((2 * l + 1) / (4 * Math.PI)) * factorial(l - order)) / factorial(l + order));
  const p = legendre(l, order, z);
  if (m === 0) return k * p;
  return Math.SQRT2 * k * p * (m > 0 ? Math.cos(m * around) : Math.sin(order * around));
}

function factorial(n: number): number {
  return n < 2 ? 1 : n * factorial(n - 1);
}

/** Positive sign; by the recursions. */
function legendre(l: number, m: number, x: number): number {
  let low = 1;
  for (let i = 1; i <= m; i++) low *= (2 * i - 1) * Math.sqrt(Math.max(0, 1 - x * x));
  if (l === m) return low;
  let high = x * (2 * m + 1) * low;
  for (let i = m + 2; i <= l; i++) [low, high] = [high, ((2 * i - 1) * x * high - (i + m - 1) * low) / (i - m)];
  return high;
}

test("the functions are the real spherical harmonics, with the sign of odd orders flipped as in 3DGS", () => {
  const angle = fc.double({ min: -3.14, max: 3.14, noNaN: true });
  fc.assert(
    fc.property(angle, angle, (a, b) => {
      const direction = [Math.cos(a) * Math.cos(b), Math.cos(a) * Math.sin(b), Math.sin(a)];
      const basis = new Float64Array(15);
      expect(harmonicBasis(3, Float64Array.from(direction), basis)).toBe(15);
      for (let l = 1; l <= 3; l++) {
        for (let m = -l; m <= l; m++) {
          const sign = m % 2 === 0 ? 1 : -1;
          expect(basis[l * l + l + m - 1]).toBeCloseTo(sign * harmonic(l, m, direction), 9);
        }
      }
    }),
  );
});

/** A splat that is brighter from its own +z, seen from there after everything was turned. */
test("the direction is that from the camera to the splat in the space of its prim", async () => {
  const degree = 1;
  // Only the coefficient of z; the direction goes from the camera to the splat.
  const splat = { color: [0.5, 0.5, 0.5], scale: 0.5, rest: [0, 0, 0, 0.5, 0.5, 0.5] } as const;
  const C1 = 0.4886025119029199;
  const place = chain(turn([1, 2, 3], 70), at(3, 1, -2));
  const inItsSpace = [0, 0, 1, -0.6].map((z) => [Math.sqrt(1 - z * z), 0, z]);
  for (const direction of [...inItsSpace, [0, 0, -1]]) {
    // Where the camera must be for the splat to be seen in that direction.
    const eye = [0, 4, 8].reduce(
      (sum, row, k) => sum.map((value, j) => value - 4 * direction[k] * place[row + j]),
      [place[12], place[13], place[14]],
    );
    const target = [place[12], place[13], place[14]] as const;
    const matrix = lookAt([eye[0], eye[1], eye[2]], target, [0.3, 1, 0.2]);
    for (const projection of ["perspective", "orthographic"] as const) {
      const scene = sceneText([{ name: "s", type: "ParticleField3DGaussianSplat", matrix: place }], {
        matrix,
        projection,
      });
      const options = { width: 31, height: 21, background: [0, 0, 0] } as const;
      const [red] = pixel(await render(scene, { s: splatsOf([splat], degree) }, options), 15, 10);
      expect(Math.abs(red - 0.99 * 255 * (0.5 + 0.5 * C1 * direction[2]))).toBeLessThan(1);
    }
  }
});

test("a color below 0 is clamped, one above 1 only after blending", async () => {
  const scene = sceneText([{ name: "s", type: "ParticleField3DGaussianSplat", matrix: at(0, 0, -3) }]);
  const assets = { s: splatsOf([{ color: [-1, 3, 0.5], scale: 1, opacity: 0.25 }]) };
  const result = await render(scene, assets, { width: 31, height: 21, background: [0, 0, 0] });
  expect(pixel(result, 15, 10)).toEqual([0, 191, 32, 255]);
});
