import { expect, test } from "vitest";
import { didYouMean } from "./similar-names.ts";

test.each([
  ["fromat", "format"],
  ["quite", "quiet"],
  ["max-warning", "max-warnings"],
  ["FORMAT", "format"],
])("%s means %s", (name, meant) => {
  expect(didYouMean(name, ["format", "quiet", "max-warnings"])).toBe(` Did you mean "${meant}"?`);
  expect(didYouMean(name, ["format", "quiet", "max-warnings"], "--")).toBe(` Did you mean "--${meant}"?`);
});

test("a name that is near none has no suggestion", () => {
  for (const name of ["watch", "", "x".repeat(1000)]) expect(didYouMean(name, ["format", "quiet"])).toBe("");
});
