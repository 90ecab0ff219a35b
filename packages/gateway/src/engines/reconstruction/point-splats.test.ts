import { expect, test } from "vitest";
import { InputError } from "../engine.ts";
import { pointSplats } from "./point-splats.ts";

/** A plane of 20 by 20 points, `step` apart, colored by column. */
function plane(step: number): { positions: Float32Array; colors: Float32Array } {
  const positions = new Float32Array(3 * 400);
  const colors = new Float32Array(3 * 400);
  for (let i = 0; i < 400; i++) {
    const [x, y] = [i % 20, Math.floor(i / 20)];
    positions.set([x * step, y * step, 0.01 * step * ((x + y) % 2)], 3 * i);
    colors.fill(x % 2, 3 * i, 3 * i + 3);
  }
  return { positions, colors };
}

test("splat size follows point spacing", () => {
  for (const step of [0.1, 7]) {
    const { scales } = pointSplats(plane(step));
    expect(scales).toHaveLength(1200);
    for (const sigma of scales) {
      expect(sigma / step).toBeGreaterThan(0.4);
      expect(sigma / step).toBeLessThan(0.9);
    }
  }
});

test("a splat's color is its point's, smoothed with its neighbours", () => {
  const { colors } = pointSplats(plane(1));
  // In the middle, half of the four neighbours have the other color.
  const middle = 3 * (10 * 20 + 10);
  expect(colors[middle]).toBeCloseTo(0.2, 5);
  expect(colors[middle + 3]).toBeCloseTo(0.8, 5);
});

test("outliers are left out", () => {
  const { positions, colors } = plane(1);
  positions.set([900, -900, 900], 0);
  const splats = pointSplats({ positions, colors });
  expect(splats.opacities).toHaveLength(399);
  expect(Math.max(...splats.positions)).toBeLessThan(20);
  expect(() => pointSplats({ positions: new Float32Array(3), colors: new Float32Array(3) })).toThrow(InputError);
});
