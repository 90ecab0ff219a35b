import * as fc from "fast-check";
import { expect, test } from "vitest";
import { stripComments } from "./strip-comments.ts";

test("comments and trailing commas become spaces; strings and lines stay", () => {
  const text = '{ // why "not"\n  "a//b": [1, 2, /* x,\n y */ ], "c": "/* d */,]", \n}\n';
  const plain = stripComments(text);
  expect(plain).toHaveLength(text.length);
  expect(plain.split("\n")).toHaveLength(text.split("\n").length);
  expect(JSON.parse(plain)).toEqual({ "a//b": [1, 2], c: "/* d */,]" });
});

test("law: JSON stays as it is", () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(stripComments(json)).toBe(json);
    }),
  );
});

test("text that is not JSON takes linear time", () => {
  const long = "/*".repeat(100_000) + ",\n ".repeat(100_000);
  expect(stripComments(long)).toHaveLength(long.length);
});
