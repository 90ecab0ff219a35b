import { describe, expect, it } from "vitest";
import { compareAsDictionary, compareBytewise } from "./text-order.ts";

describe("byte order", () => {
  it("is that of code points, not of UTF-16 units", () => {
    expect(["b", "a", "", "😀", "\uffee", "é", "B", "ab"].sort(compareBytewise)).toEqual([
      "",
      "B",
      "a",
      "ab",
      "b",
      "é",
      "\uffee",
      "😀",
    ]);
  });
});

describe("dictionary order", () => {
  // Sorted by Tf.DictionaryStrcmp of usd-core 26.11.
  it.each(
    [
      ["", "1", "01", "2", "10", "_a", "A", "a", "a0", "a00", "a1", "a01", "a001", "a1b", "a01b", "a9", "a10"],
      ["a:b", "a_b", "AB", "Ab", "aB", "ab", "aB1", "ab1", "ab01", "B", "b", "Zé", "zé", "é", "ê"],
      ["xformOp:translate", "xformOpOrder"],
    ].map((names) => ({ names })),
  )("$names", ({ names }) => {
    expect(names.toReversed().sort(compareAsDictionary)).toEqual(names);
  });
});
