import { expect, test } from "vitest";
import { isViewpoint } from "./is-viewpoint.ts";
import { defaultLens, type Viewpoint } from "./viewpoint.ts";

const view: Viewpoint = { target: [1, 2, 3], distance: 4, up: "Y", yaw: 0, pitch: -0.5, lens: defaultLens };

test("a viewpoint stays one when it is saved", () => {
  expect(isViewpoint(JSON.parse(JSON.stringify(view)))).toBe(true);
});

test.each([
  undefined,
  null,
  "view",
  {},
  { ...view, target: [1, 2] },
  { ...view, target: [1, 2, null] },
  { ...view, target: "abc" },
  { ...view, distance: 0 },
  { ...view, distance: NaN },
  { ...view, up: "X" },
  { ...view, yaw: "0" },
  { ...view, lens: null },
  { ...view, lens: { ...defaultLens, projection: "fisheye" } },
  { ...view, lens: { ...defaultLens, focalLength: -1 } },
])("%j is none", (value) => {
  expect(isViewpoint(value)).toBe(false);
});
