import { expect, it } from "vitest";
import { formatGeneral } from "./general-text.ts";

// From printf("%g").
it.each([
  [0, "0"],
  [-0, "-0"],
  [1, "1"],
  [-1.5, "-1.5"],
  [100000, "100000"],
  [999999.5, "1e+06"],
  [1234567, "1.23457e+06"],
  [1e10, "1e+10"],
  [1e100, "1e+100"],
  [0.0001, "0.0001"],
  [0.00001, "1e-05"],
  [0.000123456789, "0.000123457"],
  [5.96046448e-8, "5.96046e-08"],
  [2.5e-6, "2.5e-06"],
  [1000005, "1e+06"],
  [1000015, "1.00002e+06"],
  [0.1, "0.1"],
  [5e-324, "4.94066e-324"],
  [NaN, "nan"],
  [Infinity, "inf"],
  [-Infinity, "-inf"],
])("%d is %s", (value, text) => {
  expect(formatGeneral(value)).toBe(text);
});
