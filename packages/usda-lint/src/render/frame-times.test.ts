import * as fc from "fast-check";
import { expect, test } from "vitest";
import { frameTimes } from "./frame-times.ts";

const rates = { timeCodesPerSecond: 24, framesPerSecond: 24 };

test("an animation has an image for each frame, the last time included", () => {
  expect(frameTimes({ start: 1, end: 4, ...rates }, undefined)).toEqual({ times: [1, 2, 3, 4], delay: 42 });
  expect(frameTimes({ start: 0, end: 24, ...rates }, 4)).toEqual({ times: [0, 6, 12, 18, 24], delay: 250 });
  expect(frameTimes({ start: 0, end: 1, timeCodesPerSecond: 1, framesPerSecond: 10 }, undefined).times).toHaveLength(
    11,
  );
  expect(frameTimes({ start: 7, end: 7, ...rates }, undefined).times).toEqual([7]);
});

test("times are within the range, in order and as far apart as the rate has it", () => {
  const number = fc.double({ min: -1e4, max: 1e4, noNaN: true });
  fc.assert(
    fc.property(
      number,
      fc.double({ min: 0, max: 500, noNaN: true }),
      fc.integer({ min: 1, max: 120 }),
      (start, length, rate) => {
        const { times } = frameTimes({ start, end: start + length, ...rates }, rate);
        expect(times[0] === start).toBe(true);
        expect(times.at(-1)).toBeLessThanOrEqual(start + length);
        expect(start + length - (times.at(-1) ?? 0)).toBeLessThan(24 / rate + 1e-3);
        for (let i = 1; i < times.length; i++) expect(times[i] - times[i - 1]).toBeCloseTo(24 / rate, 2);
      },
    ),
  );
});

test("what cannot be animated is a usage error", () => {
  expect(() => frameTimes(null, 24)).toThrow("startTimeCode");
  for (const rate of [0, -1, NaN, 1000])
    expect(() => frameTimes({ start: 0, end: 1, ...rates }, rate)).toThrow("--fps");
  expect(() => frameTimes({ start: 0, end: 1e9, ...rates }, undefined)).toThrow("reduce --fps");
});
