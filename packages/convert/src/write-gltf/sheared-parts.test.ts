import { multiplyMatrices, quaternionMatrix, rowMatrix, type RowMatrix } from "@usdkit/transforms";
import { memoryResolver, Stage } from "@usdkit/usd";
import * as fc from "fast-check";
import { validateBytes } from "gltf-validator";
import { expect, test } from "vitest";
import { nodeMatrix } from "../model/node-matrix.ts";
import { usdToGltf } from "../usd-to-gltf.ts";
import { shearedParts } from "./sheared-parts.ts";

const joined = (matrix: RowMatrix): RowMatrix => {
  const { inner, outer } = shearedParts(matrix);
  return multiplyMatrices(quaternionMatrix(inner), nodeMatrix({ kind: "trs", ...outer }));
};

const number = fc.oneof(fc.constantFrom(0, 1, -1, 2), fc.double({ min: -10, max: 10, noNaN: true }));

test("two nodes are any affine matrix, also one that mirrors or flattens", () => {
  fc.assert(
    fc.property(fc.array(number, { minLength: 12, maxLength: 12 }), ([a, b, c, d, e, f, g, h, i, x, y, z]) => {
      const matrix = rowMatrix([a, b, c, 0, d, e, f, 0, g, h, i, 0, x, y, z, 1]);
      const made = joined(matrix);
      const largest = Math.max(1, ...matrix.map(Math.abs));
      for (const [at, value] of matrix.entries()) expect(Math.abs(made[at] - value)).toBeLessThan(1e-6 * largest);
    }),
    { numRuns: 2000 },
  );
});

test("a stage with a matrix that shears is valid glTF", async () => {
  const text = `#usda 1.0\ndef Cube "C"\n{\n  matrix4d xformOp:transform = ((1, 0, 0, 0), (0.7, 1, 0, 0), (0, 0, 2, 0), (5, 0, 0, 1))\n  uniform token[] xformOpOrder = ["xformOp:transform"]\n}\n`;
  const resolver = memoryResolver(new Map([["a.usda", new TextEncoder().encode(text)]]));
  const { glb, losses } = await usdToGltf(await Stage.open("a.usda", { resolver }));
  expect(losses).toEqual([]);
  const { issues } = await validateBytes(glb);
  expect(issues.numErrors === 0 ? [] : issues.messages).toEqual([]);
});
