import { expect, test } from "vitest";
import { contactSheet, primColor } from "./layer-images.ts";

test("a contact sheet has its images from the upper left", () => {
  const image = (value: number) => ({ width: 2, height: 1, data: new Uint8Array(8).fill(value) });
  const sheet = contactSheet([image(1), image(2), image(3)]);
  expect([sheet.width, sheet.height]).toEqual([4, 2]);
  expect(Array.from(sheet.data.filter((_, i) => i % 8 === 0))).toEqual([1, 2, 3, 0]);
});

test("the color of a prim depends on its path alone, and is bright enough", () => {
  expect(primColor("/World/Chair")).toEqual(primColor("/World/Chair"));
  expect(primColor("/World/Chair")).not.toEqual(primColor("/World/Table"));
  expect(Math.min(...primColor("/World/Chair"))).toBeGreaterThanOrEqual(64);
});
