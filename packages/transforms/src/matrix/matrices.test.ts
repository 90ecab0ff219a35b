import * as fc from "fast-check";
import { mat4 } from "gl-matrix";
import { describe, expect, test } from "vitest";
import { determinant, invertMatrix } from "./invert.ts";
import { eulerMatrix, quaternionMatrix, rotationMatrix, scaleMatrix, translationMatrix } from "./make-matrix.ts";
import {
  identityMatrix,
  isAffineMatrix,
  isFiniteMatrix,
  isIdentityMatrix,
  multiplyMatrices,
  rowMatrix,
  rowMatrixFromColumnMajor,
  toColumnMajor,
  transformDirection,
  transformPoint,
  transposeMatrix,
  type RowMatrix,
} from "./row-matrix.ts";

const number = fc.double({ min: -100, max: 100, noNaN: true });
const vector = fc.tuple(number, number, number);
const angle = fc.double({ min: -720, max: 720, noNaN: true });
const factor = fc.double({ min: 0.01, max: 50, noNaN: true });

/** Translated, rotated and scaled matrices, as in scenes. */
const affine = fc
  .tuple(vector, angle, fc.tuple(factor, factor, factor), vector)
  .map(([axis, degrees, scale, move]) =>
    multiplyMatrices(multiplyMatrices(scaleMatrix(scale), rotationMatrix(axis, degrees)), translationMatrix(move)),
  );
const anyNumber = fc.oneof(number, fc.double());
const anyMatrix = fc.array(anyNumber, { minLength: 16, maxLength: 16 }).map((numbers) => rowMatrix(numbers));

function expectClose(actual: readonly number[], expected: readonly number[], tolerance = 1e-9): void {
  const scale = Math.max(1, ...expected.map(Math.abs));
  expect(actual.length).toBe(expected.length);
  for (const [i, value] of expected.entries()) {
    expect(Math.abs(actual[i] - value) / scale, `number ${i}: ${actual[i]} for ${value}`).toBeLessThan(tolerance);
  }
}

describe("row vectors", () => {
  test("the parent's matrix comes after the prim's own", () => {
    const turned = rotationMatrix([0, 0, 1], 90);
    const moved = translationMatrix([10, 0, 0]);
    expectClose(transformPoint([1, 0, 0], multiplyMatrices(turned, moved)), [10, 1, 0]);
    expectClose(transformPoint([1, 0, 0], multiplyMatrices(moved, turned)), [0, 11, 0]);
    expectClose(transformDirection([1, 0, 0], multiplyMatrices(turned, moved)), [0, 1, 0]);
  });

  test("gl-matrix stores the same transformation as the same 16 numbers", () => {
    const moved = translationMatrix([5, 6, 7]);
    expect(moved.slice(12)).toEqual([5, 6, 7, 1]);
    expect(rowMatrixFromColumnMajor(mat4.fromTranslation(mat4.create(), [5, 6, 7]))).toEqual(moved);
    expect(toColumnMajor(moved)).toEqual(Array.from(mat4.fromTranslation(mat4.create(), [5, 6, 7])));
    expect(toColumnMajor(moved)).not.toBe(moved);
  });

  test("products and transposes have the definition's numbers bit for bit, in doubles", () => {
    const indices = Array.from({ length: 16 }, (_, i) => [i >> 2, i % 4] as const);
    fc.assert(
      fc.property(anyMatrix, anyMatrix, (local, parent) => {
        const at = (m: RowMatrix, row: number, column: number): number => m[row * 4 + column];
        const product = indices.map(([row, column]) =>
          [1, 2, 3].reduce(
            (sum, k) => sum + at(local, row, k) * at(parent, k, column),
            at(local, row, 0) * at(parent, 0, column),
          ),
        );
        expect(multiplyMatrices(local, parent)).toEqual(product);
        expect(transposeMatrix(local)).toEqual(indices.map(([row, column]) => at(local, column, row)));
      }),
    );
  });

  test("translations and scales keep every number", () => {
    fc.assert(
      fc.property(fc.tuple(anyNumber, anyNumber, anyNumber), ([x, y, z]) => {
        expect(translationMatrix([x, y, z])).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1]);
        expect(scaleMatrix([x, y, z])).toEqual([x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1]);
      }),
    );
  });

  test("rotations equal those of gl-matrix", () => {
    fc.assert(
      fc.property(vector, angle, (axis, degrees) => {
        fc.pre(Math.hypot(...axis) > 1e-3);
        const rotation = mat4.fromRotation(
          Array.from(identityMatrix) as number[] & mat4,
          (degrees * Math.PI) / 180,
          axis,
        );
        if (rotation === null) throw new Error("the axis has a length");
        expectClose(rotationMatrix(axis, degrees), Array.from(rotation));
      }),
    );
  });

  test("exactly 16 numbers, and only lists with a convention", () => {
    expect(() => rowMatrix([1, 2, 3])).toThrow(RangeError);
    expect(() => rowMatrixFromColumnMajor([])).toThrow(RangeError);
    // @ts-expect-error -- a plain list
    const list: RowMatrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    // @ts-expect-error -- the other convention
    const column: RowMatrix = toColumnMajor(identityMatrix);
    expect([list, column]).toHaveLength(2);
  });

  test("a projective matrix divides", () => {
    const m = rowMatrix([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0]);
    expect(transformPoint([2, 4, -2], m)).toEqual([1, 2, -1]);
    expect(isAffineMatrix(m)).toBe(false);
  });

  test("laws of the product", () => {
    fc.assert(
      fc.property(affine, affine, affine, vector, (a, b, c, point) => {
        const ab = multiplyMatrices(a, b);
        expectClose(multiplyMatrices(ab, c), multiplyMatrices(a, multiplyMatrices(b, c)));
        expectClose(transformPoint(point, ab), transformPoint(transformPoint(point, a), b));
        expect(multiplyMatrices(identityMatrix, a).map((n) => n + 0)).toEqual(a.map((n) => n + 0));
        expectClose(transposeMatrix(ab), multiplyMatrices(transposeMatrix(b), transposeMatrix(a)));
      }),
    );
  });
});

describe("inverse and determinant", () => {
  test("the product with the inverse is the identity", () => {
    fc.assert(
      fc.property(affine, (m) => {
        const inverse = invertMatrix(m);
        expect(inverse).toBeDefined();
        expectClose(multiplyMatrices(m, inverse ?? identityMatrix), identityMatrix, 1e-8);
      }),
    );
  });

  test("the determinant of a product is the product of the determinants", () => {
    fc.assert(
      fc.property(affine, affine, (a, b) => {
        const product = determinant(a) * determinant(b);
        expect(Math.abs(determinant(multiplyMatrices(a, b)) - product)).toBeLessThan(1e-9 * Math.abs(product));
      }),
    );
  });

  test.each<[string, RowMatrix]>([
    ["flat", scaleMatrix([1, 0, 1])],
    ["two rows alike", rowMatrix([1, 2, 3, 0, 1, 2, 3, 0, 0, 0, 1, 0, 0, 0, 0, 1])],
    [
      "rows in one plane, after rounding",
      rowMatrix([0.1, 0.2, 0.3, 0, 0.4, 0.5, 0.6, 0, 0.7, 0.8, 0.9, 0, 0, 0, 0, 1]),
    ],
    ["no last row", rowMatrix([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0])],
    ["NaN", rowMatrix([Number.NaN, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])],
    ["an infinite translation", translationMatrix([Number.POSITIVE_INFINITY, 0, 0])],
    ["infinite", scaleMatrix([Number.NEGATIVE_INFINITY, 1, 1])],
  ])("none: %s", (_, m) => {
    expect(invertMatrix(m)).toBeUndefined();
  });

  test.each<[string, RowMatrix]>([
    ["a model in nanometres", scaleMatrix([1e-9, 1e-9, 1e-9])],
    ["one in light years", scaleMatrix([1e16, 1e16, 1e16])],
    ["far away", multiplyMatrices(rotationMatrix([1, 1, 0], 30), translationMatrix([1e18, -1e17, 1]))],
    ["a thin one", scaleMatrix([1, 1e-12, 1e12])],
    ["the edges of doubles", scaleMatrix([1e-300, 1e300, 1])],
    ["a projective one", rowMatrix([1, 0, 0, 0.5, 0, 2, 0, 0.25, 0, 0, 3, 0, 1, 2, 3, 1])],
  ])("one: %s", (_, m) => {
    const inverse = invertMatrix(m);
    expect(inverse).toBeDefined();
    const product = multiplyMatrices(m, inverse ?? identityMatrix);
    // The translation is as exact as the numbers from which it is computed.
    expectClose(product.slice(0, 12), identityMatrix.slice(0, 12));
    const reach = Math.max(1, ...m.slice(12, 15).map(Math.abs));
    for (const value of product.slice(12, 15)) expect(Math.abs(value) / reach).toBeLessThan(1e-12);
  });

  test("throws for no numbers", () => {
    fc.assert(
      fc.property(anyMatrix, (m) => {
        const inverse = invertMatrix(m);
        expect(inverse === undefined || isFiniteMatrix(inverse)).toBe(true);
        expect(determinant(m)).toBeTypeOf("number");
      }),
    );
  });
});

describe("rotations", () => {
  test("counterclockwise, in degrees", () => {
    expectClose(transformPoint([1, 0, 0], rotationMatrix([0, 1, 0], 90)), [0, 0, -1]);
    expectClose(transformPoint([0, 1, 0], rotationMatrix([5, 0, 0], 90)), [0, 0, 1]);
    expect(isIdentityMatrix(rotationMatrix([0, 0, 0], 90))).toBe(true);
  });

  test("applied in the order of their names", () => {
    const [x, y, z] = [30, 50, 70];
    const inTurn = [rotationMatrix([0, 1, 0], y), rotationMatrix([0, 0, 1], z), rotationMatrix([1, 0, 0], x)];
    expectClose(eulerMatrix([x, y, z], "YZX"), inTurn.reduce(multiplyMatrices));
  });

  test("quaternions, real part first", () => {
    expectClose(quaternionMatrix([Math.SQRT1_2, 0, 0, Math.SQRT1_2]), rotationMatrix([0, 0, 1], 90));
  });

  test("preserve lengths and handedness", () => {
    fc.assert(
      fc.property(vector, angle, vector, (axis, degrees, point) => {
        const turn = rotationMatrix(axis, degrees);
        expectClose([Math.hypot(...transformPoint(point, turn))], [Math.hypot(...point)]);
        expectClose([determinant(turn)], [1]);
      }),
    );
  });
});
