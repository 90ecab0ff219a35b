import { expect, test } from "vitest";
import { nearestName } from "./nearest-name.ts";

test.each([
  ["Mehs", ["Mesh", "Mask"], "Mesh"],
  ["mesh", ["Mesh"], "Mesh"],
  ["Mask", ["Mesh"], undefined],
  ["xformOpsOrder", ["xformOpOrder"], "xformOpOrder"],
  ["clipRange", ["clippingRange"], undefined],
  ["Mesh", ["Mehs", "Mesh"], undefined],
  ["B", ["A"], undefined],
  ["", ["A"], undefined],
])("%j among %j: %j", (name, known, expected) => {
  expect(nearestName(name, known)).toBe(expected);
});

test("does not search long names or long lists", () => {
  expect(nearestName("a".repeat(201), ["a".repeat(200)])).toBeUndefined();
  const many = Array.from({ length: 3000 }, (_, i) => `other${i}`);
  expect(nearestName("Chiar", [...many, "Chair"])).toBeUndefined();
  expect(nearestName("Chiar", ["Chair", ...many])).toBe("Chair");
});
