import { expect, test } from "vitest";
import { colorTemperature } from "./color-temperature.ts";

// Made with UsdLux.BlackbodyTemperatureAsRgb of the reference.
test.each([
  [1900, 2.6256, 0.6169, 0.008],
  [2800, 1.8764, 0.8184, 0.2185],
  [4000, 1.414, 0.924, 0.5333],
  [5000, 1.2135, 0.9605, 0.7621],
  [6500, 1.0433, 0.9836, 1.0346],
  [8000, 0.9471, 0.9918, 1.2368],
  [10_000, 0.8718, 0.9947, 1.43],
])("the color of %i K is that of the reference", (kelvin, r, g, b) => {
  for (const [i, value] of [r, g, b].entries())
    expect(Math.abs(colorTemperature(kelvin)[i] - value)).toBeLessThan(0.02);
});

test("colors have a luminance of 1, and temperatures are clamped", () => {
  for (const kelvin of [1000, 3300, 9000]) {
    const [r, g, b] = colorTemperature(kelvin);
    expect(0.2126 * r + 0.7152 * g + 0.0722 * b).toBeCloseTo(1, 12);
  }
  expect(colorTemperature(10)).toStrictEqual(colorTemperature(1000));
  expect(colorTemperature(Number.NaN)).toStrictEqual(colorTemperature(6500));
});
