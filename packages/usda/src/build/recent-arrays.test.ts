import type { Value } from "@usdkit/layer";
import { expect, test } from "vitest";
import { parseUsda } from "../index.ts";

function defaultsOf(text: string): readonly (() => Value | undefined)[] {
  const [prim] = parseUsda(text).layer.root.children;
  return prim.properties.map(
    (property) => () => (property.specType === "attribute" ? property.defaultValue : undefined),
  );
}

function array(name: string, values: readonly number[]): string {
  return `    int[] ${name} = [${values.join(", ")}]\n`;
}

function dataOf(value: Value | undefined): readonly number[] {
  return value?.kind === "typed" ? [...(value.data as Int32Array)] : [];
}

test("arrays that are asked for again are decoded once, and each has its own values", () => {
  const lists = Array.from({ length: 20 }, (_, i) => [i, i + 1, i + 2]);
  const read = defaultsOf(`#usda 1.0\ndef "A"\n{\n${lists.map((list, i) => array(`a${i}`, list)).join("")}}\n`);
  for (const order of [read.keys(), read.keys(), [3, 3, 19, 0, 3, 12]]) {
    for (const i of order) expect(dataOf(read[i]())).toEqual(lists[i]);
  }
  expect(read[5]()).toBe(read[5]());
});

test("long arrays are not kept", () => {
  const [read] = defaultsOf(
    `#usda 1.0\ndef "A"\n{\n${array(
      "a",
      Array.from({ length: 5000 }, (_, i) => i),
    )}}\n`,
  );
  const first = read();
  expect(read()).not.toBe(first);
  expect(read()).toEqual(first);
});

test("of two statements of a property the last one counts", () => {
  const [read] = defaultsOf(`#usda 1.0\ndef "A"\n{\n${array("a", [1, 2])}${array("a", [3])}}\n`);
  expect([dataOf(read()), dataOf(read())]).toEqual([[3], [3]]);
});
