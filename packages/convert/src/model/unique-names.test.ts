import * as fc from "fast-check";
import { isName } from "@usdkit/layer";
import { expect, test } from "vitest";
import { UniqueNames } from "./unique-names.ts";

const texts = fc.array(
  fc.oneof(
    fc.constantFrom("", "a", "a_1", "a.1", "é", "椅子", "1", "__", "/"),
    fc.string({ unit: "grapheme", maxLength: 5 }),
  ),
);

test.each([false, true])("names are valid, unique and stable (ASCII only: %s)", (asciiOnly) => {
  fc.assert(
    fc.property(texts, (list) => {
      const [first, second] = [new UniqueNames(asciiOnly), new UniqueNames(asciiOnly)];
      const names = list.map((text) => first.take(text, "Node"));
      expect(names.every(isName)).toBe(true);
      expect(new Set(names).size).toBe(names.length);
      expect(list.map((text) => second.take(text, "Node"))).toEqual(names);
      if (asciiOnly) expect(names.join("")).toMatch(/^[\x20-\x7e]*$/);
    }),
  );
});

test("valid names stay, others are alike", () => {
  const names = new UniqueNames();
  const take = (text: string): string => names.take(text, "Node");
  expect(["Cube", "Cube.001", "Cube", "", "!", "Cube", "Stühle"].map(take)).toEqual([
    "Cube",
    "Cube_001",
    "Cube_1",
    "Node",
    "Node_1",
    "Cube_2",
    "Stühle",
  ]);
  expect(new UniqueNames(true).take("Café №1", "Node")).toBe("Cafe_No1");
});

test("ten thousand equal names take no time", () => {
  const names = new UniqueNames();
  for (let i = 0; i < 10_000; i++) names.take("a", "a");
  expect(names.take("a", "a")).toBe("a_10000");
});
