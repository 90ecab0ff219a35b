// Inverses and bounds in spaces that are almost flat, with the numbers of usd-core 26.11.
import { expect, test } from "vitest";
import { multiplyMatrices, rowMatrix } from "@usdkit/transforms";
import { cofactorInverse } from "./cofactor-inverse.ts";

test.each([
  [
    [0.1, 0.2, 0.3, 0, 0.4, 0.5, 0.6, 0, 0.7, 0.8, 0.9, 0, 1, 2, 3, 1],
    [
      [5764607523034229, -1.1529215046068464e16, 5764607523034234, -0],
      [-1.1529215046068458e16, 2.3058430092136936e16, -1.1529215046068468e16, -0],
      [5764607523034218, -1.1529215046068464e16, 5764607523034237, -0],
      [21.333333333333332, -10.666666666666666, -5.333333333333333, 0.6666666666666666],
    ],
  ],
  [
    [0.1, 0.2, 0.3, 0.4, 0.4, 0.5, 0.6, -1, 0.7, 0.8, 0.9, 3, 1, 2, 3, 1],
    [
      [-9187343239835812, -1080863910568917.25, 540431955284460, 972777519512027.25],
      [1.8374686479671624e16, 2161727821137836.5, -1080863910568919.6, -1945555039024054],
      [-9187343239835810, -1080863910568919, 540431955284459.56, 972777519512027],
      [-0.6666666666666666, 0.3333333333333333, 0.16666666666666666, -0.020833333333333332],
    ],
  ],
])("the inverse has the rounding errors of the reference", (numbers, expected) => {
  expect(cofactorInverse(rowMatrix(numbers)).inverse).toEqual(expected.flat());
});

test("a matrix whose determinant is 0 has no inverse, another one has", () => {
  const flat = rowMatrix([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 4, 5, 6, 1]);
  expect(cofactorInverse(flat)).toEqual({ determinant: 0, inverse: undefined });
  const turned = rowMatrix([0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 4, 0, 1, 2, 3, 1]);
  const { determinant, inverse } = cofactorInverse(turned);
  expect(determinant).toBe(16);
  expect(inverse && multiplyMatrices(turned, inverse).map((each) => each + 0)).toEqual([
    1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1,
  ]);
});
