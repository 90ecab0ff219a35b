import * as fc from "fast-check";
import { expect, test } from "vitest";
import { AdaptiveSize } from "./adaptive-size.ts";

test("images converge to 80 ms within a few frames, between a tenth of the size and the full size", () => {
  const cost = fc.record({
    fixed: fc.double({ min: 0, max: 30, noNaN: true }),
    whole: fc.double({ min: 1, max: 20_000, noNaN: true }),
  });
  fc.assert(
    fc.property(cost, ({ fixed, whole }) => {
      const size = new AdaptiveSize();
      let [width, height, took] = [0, 0, 0];
      for (let i = 0; i < 40; i++) {
        ({ width, height } = size.sizeFor(2000, 1000));
        took = fixed + (whole * width * height) / 2_000_000;
        size.took(took);
      }
      if (width === 2000) expect(took).toBeLessThanOrEqual(81);
      else if (width > 201) expect(Math.abs(took - 80)).toBeLessThan(8);
      else expect([200, 201]).toContain(width);
      expect(Math.abs(height - width / 2)).toBeLessThanOrEqual(1);
    }),
  );
});

test("a view of one pixel keeps its size", () => {
  expect(new AdaptiveSize().sizeFor(1, 1)).toEqual({ width: 1, height: 1 });
});

test("the first image is a quarter of the view, and its time does not count", () => {
  const size = new AdaptiveSize();
  expect(size.sizeFor(800, 400)).toEqual({ width: 200, height: 100 });
  size.took(5000);
  expect(size.sizeFor(800, 400)).toEqual({ width: 400, height: 200 });
});

test("images of which a fixed part takes longer than the budget keep as many pixels as are drawn in that time", () => {
  const cost = fc.record({
    fixed: fc.double({ min: 60, max: 400, noNaN: true }),
    whole: fc.double({ min: 1, max: 20_000, noNaN: true }),
  });
  fc.assert(
    fc.property(cost, ({ fixed, whole }) => {
      const size = new AdaptiveSize();
      let pixels = 0;
      for (let i = 0; i < 40; i++) {
        const { width, height } = size.sizeFor(2000, 1000);
        pixels = (whole * width * height) / 2_000_000;
        size.took(fixed + pixels);
      }
      expect(pixels).toBeGreaterThanOrEqual(Math.min(0.99 * whole, 0.15 * fixed));
      expect(pixels).toBeLessThan(Math.max(1.3 * fixed, 0.011 * whole));
    }),
  );
});
