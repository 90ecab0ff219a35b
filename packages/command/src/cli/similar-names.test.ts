import { expect, test } from "vitest";
import { didYouMean, similarName } from "./similar-names.ts";

test.each([
  ["fromat", "format"],
  ["quite", "quiet"],
  ["max-warning", "max-warnings"],
  ["FORMAT", "format"],
  ["watch", undefined],
  ["", undefined],
])("%s means %s", (name, meant) => {
  expect(similarName(name, ["format", "quiet", "max-warnings"])).toBe(meant);
});

test("in a sentence", () => {
  expect(didYouMean("dmp", ["dump"])).toBe(' Did you mean "dump"?');
  expect(didYouMean("xyz", ["dump"])).toBe("");
});
