import { makeLayer, type Layer } from "@usdkit/layer";
import { expect, it } from "vitest";
import { readUsdc } from "../read/read-usdc.ts";
import { writeUsdc } from "../write/write-usdc.ts";

function dataOf(layer: Layer, index: number): unknown {
  const property = layer.root.children[0]?.properties[index];
  const value = property?.specType === "attribute" ? property.defaultValue : undefined;
  return value?.kind === "typed" ? value.data : undefined;
}

it("decompresses an array once when it is looked at twice, and keeps types apart", () => {
  const numbers = Int32Array.from({ length: 5000 }, (_, i) => i * 3);
  const properties = ["a", "b"].map((name, i) => ({ name, type: "int[]", value: numbers.map((each) => each + i) }));
  const { layer } = readUsdc(writeUsdc(makeLayer({ children: [{ name: "A", properties }] })));
  const first = dataOf(layer, 0);
  expect(dataOf(layer, 0)).toBe(first);
  expect(first).toEqual(numbers);
  expect(dataOf(layer, 1)).toEqual(numbers.map((each) => each + 1));
  expect(dataOf(layer, 0)).toEqual(numbers);
});
